import { decodeCursor, encodeCursor } from "@/lib/http/cursor";
import type { Pagination } from "@/lib/http/schemas";

/** Where a page begins: after `offset` items of the `total` that the first page counted, below the item `before` names. */
export interface Place {
  before: string;
  offset: number;
  total: number;
}

/** The place in a cursor; undefined for the first page. Throws `invalid_cursor`. */
export function readPlace(cursor: string | undefined, binding: unknown): Place | undefined {
  if (cursor === undefined) return undefined;
  const [offset = "", total = "", before = ""] = decodeCursor(cursor, binding).split(" ");
  return { before, offset: Number(offset), total: Number(total) };
}

interface PageOf<Row> {
  limit: number;
  place: Place | undefined;
  total: number;
  binding: unknown;
  /** What names a row as the place below which the next page begins; without spaces. */
  before: (row: Row) => string;
}

/** Makes a page of rows that were asked for with one more than the limit, so that `hasMore` is known. */
export function paginate<Row>(found: Row[], page: PageOf<Row>): { rows: Row[]; pagination: Pagination } {
  const { limit, place, total, binding } = page;
  const rows = found.slice(0, limit);
  const offset = place?.offset ?? 0;
  const last = found.length > limit ? rows.at(-1) : undefined;
  const pagination: Pagination = { total, limit, offset, hasMore: last !== undefined };
  if (last) {
    pagination.nextCursor = encodeCursor(`${offset + rows.length} ${total} ${page.before(last)}`, binding);
  }
  return { rows, pagination };
}

import type { Context } from "@/lib/platform/core/context";
import { prisma, type Transaction } from "@/lib/platform/database/db";
import type { Pagination } from "@/lib/platform/http/schemas";
import { decodeCursor, encodeCursor } from "@/lib/platform/resource/cursor";

/**
 * The start of a page: after `offset` items of the `total` counted for the first page, and after the item that `before`
 * identifies.
 */
export interface Place {
  before: string;
  offset: number;
  total: number;
}

/** Rows to read from a store, newest first: at most `take`, all older than the row that `before` identifies. */
export interface Slice {
  before: string | undefined;
  take: number;
}

/** The client or transaction that a list reads through. */
export type Reader = Transaction;

interface List<Row> {
  /** Identifies the list, in addition to organisation and filters. A cursor is valid only for this list. */
  name: string | string[];
  query: { limit: number; cursor?: string | undefined };
  rows: (slice: Slice, reader: Reader) => Promise<Row[]>;
  /** The number of matching rows. Called once, for the first page. */
  count: (reader: Reader) => Promise<number>;
  /** The position of a row in the list, without spaces. Default: its `id`. */
  before?: (row: Row) => string;
}

/**
 * A page of a list. Its first page and the total are read from one snapshot; the cursor contains the total, and rows that
 * are added between two pages appear on neither page. All members of `query` except `limit` and `cursor` are filters.
 *
 * @throws `invalid_cursor` for a cursor that was altered or belongs to another organisation, list or filter.
 */
export async function listPage<Row>(
  ctx: Context,
  { name, query, rows: find, count, before = idOf }: List<Row>,
): Promise<{ rows: Row[]; pagination: Pagination }> {
  const { limit, cursor, ...filters } = query;
  const binding = [name, ctx.organisation.id, filters];
  const place = readPlace(cursor, binding);
  const take = limit + 1;
  const [found, total] = place
    ? [await find({ before: place.before, take }, ctx.tx ?? prisma()), place.total]
    : await inSnapshot(ctx, async (tx) => [await find({ before: undefined, take }, tx), await count(tx)] as const);
  return paginate(found, { limit, place, total, binding, before });
}

/** Like `listPage`, with the items as returned to callers. */
export async function listItems<Row, Item>(
  ctx: Context,
  { view, ...list }: List<Row> & { view: (row: Row) => Item },
): Promise<{ data: Item[]; pagination: Pagination }> {
  const { rows, pagination } = await listPage(ctx, list);
  return { data: rows.map(view), pagination };
}

/** The arguments of Prisma's `findMany` for a slice of the rows that match. */
export function newestFirst<Where extends object>({ before, take }: Slice, where: Where) {
  return {
    where: { ...where, ...(before !== undefined && { id: { lt: before } }) },
    orderBy: { id: "desc" },
    take,
  } as const;
}

function inSnapshot<T>({ tx }: Context, read: (reader: Reader) => Promise<T>): Promise<T> {
  return tx ? read(tx) : prisma().$transaction(read, { isolationLevel: "RepeatableRead", maxWait: 10_000 });
}

function idOf(row: unknown): string {
  return (row as { id: string }).id;
}

/** The position in a cursor; undefined for the first page. Throws `invalid_cursor`. */
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
  /** The position of a row in the list, without spaces. */
  before: (row: Row) => string;
}

/** Builds a page from rows read with one row beyond the limit, which shows whether there are more. */
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

/** Escapes a string for a LIKE pattern. */
export function literal(text: string): string {
  return text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
}

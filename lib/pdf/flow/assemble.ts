import type { Block, Part } from "@/lib/pdf/flow/block";
import { cutRows, type Placed } from "@/lib/pdf/flow/cut-rows";
import { frame } from "@/lib/pdf/theme";

/** A page as it will be drawn, with its number in the document. */
export interface LaidPage {
  number: number;
  part: Part;
  blocks: Placed<Block>[];
}

/** A line of the table of contents. */
export interface Entry {
  id: string;
  title: string;
  /** Of the part; null for a division of one. */
  number: string | null;
  page: number;
}

/**
 * Cuts parts into pages and numbers them. Since every block has a known height and every part begins on a new page, numbers
 * are known before anything is laid out, and the table of contents, which stands among the parts, is made from them.
 *
 * @param first The number of the first page.
 */
export function assemble(
  before: readonly Part[],
  contents: (entries: readonly Entry[]) => Part,
  after: readonly Part[],
  first: number,
): LaidPage[] {
  const cutBefore = before.map(cutPart);
  const cutAfter = after.map(cutPart);
  // The numbers change what is printed, not how high it is: the pages of the table itself can be counted without them.
  const provisional = numbered([...cutBefore, cutPart(contents(entriesOf(numbered(cutAfter, 0)))), ...cutAfter], first);
  const table = cutPart(contents(entriesOf(provisional)));
  return numbered([...cutBefore, table, ...cutAfter], first);
}

interface CutPart {
  part: Part;
  pages: Placed<Block>[][];
}

function cutPart(part: Part): CutPart {
  return { part, pages: cutRows(part.blocks, frame.height) };
}

function numbered(parts: readonly CutPart[], first: number): LaidPage[] {
  const pages = parts.flatMap(({ part, pages: cut }) => cut.map((blocks) => ({ part, blocks })));
  return pages.map((page, index) => ({ ...page, number: first + index }));
}

function entriesOf(pages: readonly LaidPage[]): Entry[] {
  return pages.flatMap(({ part, blocks, number }) =>
    blocks.flatMap(({ row: { mark } }) => {
      if (!mark?.listed) return [];
      const own = mark.under === undefined ? part : { title: mark.title, number: null };
      return [{ id: mark.id, title: own.title, number: own.number, page: number }];
    }),
  );
}

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutRows, type Row } from "@/lib/platform/pdf/flow";

interface NamedRow extends Row {
  name: string;
  head?: NamedRow;
}

const room = 100;
const head: NamedRow = { name: "head", height: 10 };

const anyRow = fc.record({
  height: fc.integer({ min: 1, max: 60 }),
  gap: fc.integer({ min: 0, max: 20 }),
  keepWithNext: fc.boolean(),
  inTable: fc.boolean(),
});

const anyRows = fc
  .array(anyRow, { maxLength: 60 })
  .map((rows) =>
    rows.map(({ inTable, ...row }, index): NamedRow => ({ ...row, name: String(index), ...(inTable ? { head } : {}) })),
  );

describe("placing rows on pages", () => {
  test("keeps every row, once and in order", () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const placed = cutRows(rows, room).flat();
        expect(placed.map(({ row }) => row).filter((row) => row !== head)).toEqual(rows);
      }),
    );
  });

  test("puts no row below the end of a page or over another row, and leaves no page empty", () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        for (const page of cutRows(rows, room)) {
          expect(page.length).toBeGreaterThan(0);
          let end = 0;
          for (const { row, top } of page) {
            expect(top).toBeGreaterThanOrEqual(end);
            end = top + row.height;
          }
          expect(end).toBeLessThanOrEqual(room);
        }
      }),
    );
  });

  test("repeats the table header above a row at the top of a page", () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        for (const page of cutRows(rows, room).slice(1)) {
          const [first, second] = page;
          if (first?.row === head) expect(second?.row.head).toBe(head);
          else expect(first?.row.head).toBeUndefined();
        }
      }),
    );
  });

  test("starts a page at its top, regardless of the gap before the row", () => {
    const rows = [row("a", 90), { ...row("b", 50), gap: 30 }];
    expect(cutRows(rows, room).map((page) => page.map(({ top }) => top))).toEqual([[0], [0]]);
  });

  test("keeps a heading on the page of its first row", () => {
    const heading = { ...row("heading", 10), keepWithNext: true };
    const pages = cutRows(
      [row("text", 70), heading, { ...row("lead", 10), keepWithNext: true }, row("table", 20)],
      room,
    );
    expect(names(pages)).toEqual([["text"], ["heading", "lead", "table"]]);
  });

  test("starts a page for a row that needs more space than the page has left", () => {
    const opening = { ...row("opening", 10), needs: 40 };
    expect(names(cutRows([row("text", 60), opening, row("more", 10)], room))).toEqual([["text", "opening", "more"]]);
    expect(names(cutRows([row("text", 61), opening], room))).toEqual([["text"], ["opening"]]);
    expect(names(cutRows([row("text", 1), { ...opening, needs: room }], room))).toEqual([["text"], ["opening"]]);
  });

  test("splits a group that is higher than a page", () => {
    const chain = ["a", "b", "c"].map((name): NamedRow => ({ ...row(name, 60), keepWithNext: true }));
    expect(names(cutRows(chain, room))).toEqual([["a"], ["b"], ["c"]]);
  });

  test.each([
    ["a row", row("high", 101)],
    ["a row with its table header", { ...row("high", 95), head }],
  ])("rejects %s that is higher than a page", (_what, high) => {
    expect(() => cutRows([high], room)).toThrow(RangeError);
  });
});

function row(name: string, height: number): NamedRow {
  return { name, height };
}

function names(pages: ReturnType<typeof cutRows<NamedRow>>): string[][] {
  return pages.map((page) => page.map((placed) => placed.row.name));
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { boundedItems, hash32, mergeItems, mergeTallies, type Tally } from "@/lib/domains/shadow-ai/detect/statistics";

const word = fc.string({ maxLength: 3 });
const items = fc.array(word, { maxLength: 20 }).map((words) => boundedItems(words, 5));

test("merged sets do not depend on order and grouping, and respect their limit", () => {
  fc.assert(
    fc.property(items, items, items, (a, b, c) => {
      const left = mergeItems(mergeItems(a, b, 5), c, 5);
      expect(left).toEqual(mergeItems(a, mergeItems(c, b, 5), 5));
      expect(left).toEqual(boundedItems([...a, ...b, ...c], 5));
      expect(left.length).toBeLessThanOrEqual(5);
    }),
  );
});

test("merged tallies keep the greatest number of each item, in any order and grouping", () => {
  const tally = fc
    .array(fc.tuple(word, fc.nat(9)), { maxLength: 8 })
    .map((pairs) => pairs.reduce<Tally>((all, pair) => mergeTallies(all, [pair], 4), []));
  fc.assert(
    fc.property(tally, tally, tally, (a, b, c) => {
      const left = mergeTallies(mergeTallies(a, b, 4), c, 4);
      expect(left).toEqual(mergeTallies(c, mergeTallies(b, a, 4), 4));
      for (const [item, number] of left) {
        const numbers = [...a, ...b, ...c].filter(([name]) => name === item).map(([, one]) => one);
        expect(number).toBe(Math.max(...numbers));
      }
    }),
  );
});

test("hashes are pinned, because they determined which items of stored sets were kept", () => {
  expect([hash32(""), hash32("10.20.30.x"), hash32("Chrome/126")]).toMatchInlineSnapshot(`
    [
      2872998923,
      3643350605,
      505394372,
    ]
  `);
});

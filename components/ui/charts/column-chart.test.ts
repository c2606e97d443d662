import fc from "fast-check";
import { expect, it } from "vitest";
import { niceTicks } from "./column-chart";

it.each([
  [0, [0, 1]],
  [1, [0, 0.25, 0.5, 0.75, 1]],
  [7, [0, 2, 4, 6, 8]],
  [184_302, [0, 50_000, 100_000, 150_000, 200_000]],
])("the ticks up to %d are %j", (highest, ticks) => {
  expect(niceTicks(highest)).toEqual(ticks);
});

it("the ticks reach the highest value in at most five steps", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e15, noNaN: true }), (highest) => {
      const ticks = niceTicks(highest);
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest * (1 - 1e-8));
      expect(ticks.length).toBeLessThanOrEqual(6);
    }),
  );
});

import { expect, it } from "vitest";
import { createRandom } from "./random";

it("the same seed produces the same numbers", () => {
  const random = createRandom("Northwind Bank");
  expect([random.integer(0, 999), random.integer(0, 999), random.integer(0, 999)]).toMatchInlineSnapshot(`
    [
      926,
      114,
      787,
    ]
  `);
  expect(random.sha256()).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(random.sha256()).not.toBe(random.sha256());
});

it("numbers cover their range and stay within it", () => {
  const random = createRandom("bounds");
  const drawn = Array.from({ length: 500 }, () => random.integer(3, 6));
  expect(new Set(drawn)).toEqual(new Set([3, 4, 5, 6]));
  for (let i = 0; i < 100; i++) {
    const decimal = random.decimal(0.2, 0.3, 3);
    expect(decimal).toBeGreaterThanOrEqual(0.2);
    expect(decimal).toBeLessThanOrEqual(0.3);
  }
});

it("weighted choices follow their weights", () => {
  const random = createRandom("weights");
  const often = Array.from({ length: 2_000 }, () => random.weighted({ often: 9, seldom: 1 })).filter(
    (it) => it === "often",
  );
  expect(often.length).toBeGreaterThan(1_700);
  expect(often.length).toBeLessThan(1_900);
});

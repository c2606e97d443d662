import { expect, test } from "vitest";
import { changeText } from "@/components/features/overview/chain-banner";

test.each([
  [3, 3, "unchanged"],
  [15, 3, "+12"],
  [3, 6, "−3"],
  [2001, 1, "+2,000"],
  [2000, 0, null],
])("%i after %i is %s", (now, before, text) => {
  expect(changeText(now, before)).toBe(text);
});

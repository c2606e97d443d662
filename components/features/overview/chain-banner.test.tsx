import { expect, test } from "vitest";
import { changeText } from "@/components/features/overview/chain-banner";

test.each([
  [3, 3, "as many as in the previous 7 days"],
  [15, 3, "12 more than in the previous 7 days"],
  [3, 6, "3 fewer than in the previous 7 days"],
  [2001, 1, "2,000 more than in the previous 7 days"],
  [2000, 0, null],
])("%i after %i is %s", (now, before, text) => {
  expect(changeText(now, before, "7 days")).toBe(text);
});

import { expect, test } from "vitest";
import { isSameQuery } from "@/components/features/saved-views/use-saved-views";

test.each([
  ["severity=HIGH&q=a", "q=a&severity=HIGH", true],
  ["q=a%20b", "q=a+b", true],
  ["", "", true],
  ["q=a", "q=b", false],
  ["q=a", "", false],
])("%j and %j are the same query: %j", (one, other, isSame) => {
  expect(isSameQuery(one, other)).toBe(isSame);
});

import { expect, test } from "vitest";
import { BoundedCache } from "@/lib/domains/shadow-ai/bounded-cache";

test("computes a value once, empties itself when it is full, and does not cache long texts", () => {
  const computed: string[] = [];
  const cache = new BoundedCache<string | null>(2, 3);
  const read = (key: string) =>
    cache.get(key, (text) => {
      computed.push(text);
      return text === "b" ? null : text.toUpperCase();
    });
  expect(["a", "b", "a", "b"].map(read)).toEqual(["A", null, "A", null]);
  expect(computed).toEqual(["a", "b"]);
  expect(["c", "a", "long", "long"].map(read)).toEqual(["C", "A", "LONG", "LONG"]);
  expect(computed).toEqual(["a", "b", "c", "a", "long", "long"]);
});

import { describe, expect, it } from "vitest";
import { formatBytes, formatCount, formatPercent, formatUSD, list } from "@/lib/shadow-ai/analysis/figures";

describe("a figure in a sentence", () => {
  it.each([
    [0, "0 bytes"],
    [999, "999 bytes"],
    [1_000, "1 kB"],
    [1_234, "1.2 kB"],
    [9_960, "10 kB"],
    [999_499, "999 kB"],
    [999_500, "1 MB"],
    [1_234_000_000, "1.2 GB"],
    [5e15, "5 PB"],
    [5e19, "50,000 PB"],
  ])("of %d bytes is %s", (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it("has its thousands apart, and its noun in the right number", () => {
    expect(formatCount(1, "call")).toBe("1 call");
    expect(formatCount(0, "call")).toBe("0 calls");
    expect(formatCount(1_234_567, "call")).toBe("1,234,567 calls");
    expect(formatUSD(1_234.5)).toBe("$1,235");
    expect(formatPercent(0.456)).toBe("46 %");
  });

  it.each([
    [[], ""],
    [["a"], "a"],
    [["a", "b"], "a and b"],
    [["a", "b", "c"], "a, b and c"],
    [["a", "b", "c", "d", "e", "f", "g"], "a, b, c, d and 3 others"],
  ])("of the list %j is %s", (words, text) => {
    expect(list(words)).toBe(text);
  });
});

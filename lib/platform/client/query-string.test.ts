import { describe, expect, it } from "vitest";
import { compactQuery, queryString } from "@/lib/platform/client/query-string";

describe("the query of a request", () => {
  it("leaves out what says nothing, and keeps zero and false", () => {
    expect(compactQuery({ a: null, b: undefined, c: "", d: [], e: 0, f: false })).toEqual({ e: 0, f: false });
  });

  it("is the same for the same filters, in whatever order they are written", () => {
    const [one, other] = [
      { b: 1, a: ["x", "y"] },
      { a: ["x", "y"], c: null, b: 1 },
    ];
    expect(JSON.stringify(compactQuery(one))).toBe(JSON.stringify(compactQuery(other)));
    expect(queryString(one)).toBe("?a=x%2Cy&b=1");
  });

  it("is nothing where nothing is asked", () => {
    expect(queryString({ a: "" })).toBe("");
    expect(queryString(undefined)).toBe("");
  });
});

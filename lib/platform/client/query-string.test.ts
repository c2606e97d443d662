import { describe, expect, it } from "vitest";
import { compactQuery, queryString } from "@/lib/platform/client/query-string";

describe("the query string of a request", () => {
  it("omits empty fields and keeps zero and false", () => {
    expect(compactQuery({ a: null, b: undefined, c: "", d: [], e: 0, f: false })).toEqual({ e: 0, f: false });
  });

  it("does not depend on the order of filters", () => {
    const [one, other] = [
      { b: 1, a: ["x", "y"] },
      { a: ["x", "y"], c: null, b: 1 },
    ];
    expect(JSON.stringify(compactQuery(one))).toBe(JSON.stringify(compactQuery(other)));
    expect(queryString(one)).toBe("?a=x%2Cy&b=1");
  });

  it("is empty without filters", () => {
    expect(queryString({ a: "" })).toBe("");
    expect(queryString(undefined)).toBe("");
  });
});

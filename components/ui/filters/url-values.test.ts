import { expect, it } from "vitest";
import {
  type ChangeOf,
  readUrl,
  urlBoolean,
  urlEnum,
  urlNumber,
  urlString,
  urlStringList,
  writeUrl,
} from "./url-values";

const names = {
  q: urlString,
  severity: urlEnum(["LOW", "HIGH"]),
  minCostUSD: urlNumber,
  gaps: urlBoolean.withDefault(false),
  tags: urlStringList,
  sort: urlEnum(["score", "cost"]).withDefault("score"),
};
const nothing = { q: null, severity: null, minCostUSD: null, gaps: false, tags: null, sort: "score" };

it.each([
  ["", {}],
  [
    "q=a+b&severity=HIGH&minCostUSD=0.5&gaps=true&sort=cost",
    { q: "a b", severity: "HIGH", minCostUSD: 0.5, gaps: true, sort: "cost" },
  ],
  ["tags=credit,pilot", { tags: ["credit", "pilot"] }],
  ["tags=a%252Cb,c", { tags: ["a,b", "c"] }],
  ["severity=WRONG&minCostUSD=5many&gaps=maybe&sort=wrong&other=1", {}],
  ["tags=,&minCostUSD=Infinity&gaps=false", {}],
  ["q=first&q=second", { q: "first" }],
])("the query %j is read", (query, expected) => {
  const values = { ...nothing, ...expected };
  expect(readUrl(names, new URLSearchParams(query))).toEqual(values);
  const ofPage: Record<string, string[]> = {};
  for (const [name, text] of new URLSearchParams(query)) ofPage[name] = [...(ofPage[name] ?? []), text];
  expect(readUrl(names, ofPage)).toEqual(values);
  expect(readUrl(names, writeUrl(names, values as ChangeOf<typeof names>))).toEqual(values);
});

it("a change keeps other query parameters, and removes defaults and nulls", () => {
  const query = new URLSearchParams("open=sad_1&q=old&severity=LOW&sort=cost&gaps=true");
  expect(writeUrl(names, { q: "new", severity: null, sort: "score", gaps: false }, query).toString()).toBe(
    "open=sad_1&q=new",
  );
});

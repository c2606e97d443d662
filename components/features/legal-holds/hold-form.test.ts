import { describe, expect, it } from "vitest";
import { modelsOfHold, problemsOf, toPlacement } from "@/components/features/legal-holds/hold-form";

const form = { name: " Case ", reason: " Why ", reference: " ", modelIds: [], isBounded: false, from: "", to: "" };

describe("the legal hold form", () => {
  it("sends only the fields that were filled in", () => {
    expect(toPlacement(form)).toEqual({ name: "Case", reason: "Why" });
    const bounded = {
      ...form,
      reference: "R 1",
      modelIds: ["mdl_1"],
      isBounded: true,
      from: "2026-01-02",
      to: "2026-01-03",
    };
    expect(toPlacement(bounded)).toEqual({
      name: "Case",
      reason: "Why",
      reference: "R 1",
      modelIds: ["mdl_1"],
      dateRange: { from: "2026-01-02T00:00:00.000Z", to: "2026-01-03T23:59:59.999Z" },
    });
  });

  it.each([
    ["nothing missing", {}, []],
    ["no name", { name: " " }, ["name"]],
    ["no reason", { reason: "" }, ["reason"]],
    ["a period without days", { isBounded: true }, ["from", "to"]],
    ["a reversed period", { isBounded: true, from: "2026-02-01", to: "2026-01-01" }, ["from"]],
    ["days without a period", { from: "2026-02-01", to: "2026-01-01" }, []],
  ])("%s", (_, change, fields) => {
    expect(Object.keys(problemsOf({ ...form, ...change }))).toEqual(fields);
  });
});

it.each([
  [[], "All models"],
  [["a"], "Scoring 1"],
  [["a", "b"], "Scoring 1, b"],
  [["a", "b", "c"], "Scoring 1 and 2 others"],
])("summarises the models %j of a legal hold as %j", (modelIds, text) => {
  expect(modelsOfHold({ modelIds }, new Map([["a", "Scoring 1"]]))).toBe(text);
});

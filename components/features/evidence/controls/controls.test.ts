import { expect, test } from "vitest";
import type { Control } from "@/lib/domains/evidence/schemas-controls";
import type { Model } from "@/lib/domains/models/schemas";
import { firstModel, lacksDocument } from "./controls";

const model = (id: string, riskTier: Model["riskTier"], more: Partial<Model> = {}) =>
  ({ id, name: id, riskTier, archived: false, system: false, ...more }) as Model;

test.each([
  [[model("b", "HIGH"), model("a", "LOW"), model("c", "CRITICAL")], "c"],
  [[model("b", "HIGH"), model("a", "HIGH"), model("c", null)], "a"],
  [[model("2", null, { name: "Scoring" }), model("1", null, { name: "Scoring" })], "1"],
  [[model("a", "CRITICAL", { system: true }), model("b", "CRITICAL", { archived: true }), model("c", null)], "c"],
  [[model("a", null, { system: true })], undefined],
  [[], undefined],
])("the first of the active models with the highest risk tier is shown (%#)", (models, id) => {
  expect(firstModel(models)?.id).toBe(id);
  expect(firstModel(models.toReversed())?.id).toBe(id);
});

const document = "The firm needs to supply its policy.";

test.each([
  ["NOT_EVIDENCED_BY_EVENTS", document, document, true],
  ["PARTIAL", document, `12 events support this requirement. ${document}`, true],
  // A valid document was supplied.
  ["PARTIAL", document, "12 events support this requirement.", false],
  ["SUPPLIED", document, "Supplied by the organisation.", false],
  ["PARTIAL", null, "12 events support this requirement.", false],
] as const)("a %s control with the document %j and the reason %j lacks it: %j", (status, needed, reason, lacks) => {
  expect(lacksDocument({ requirement: "1.1", status, document: needed, reason } as Control)).toBe(lacks);
});

import { expect, test } from "vitest";
import type { Control } from "@/lib/domains/evidence/schemas-controls";
import type { Model } from "@/lib/domains/models/schemas";
import {
  canSupplyDocument,
  documentChangesStatus,
  documentCounts,
  firstModel,
  lacksDocument,
  missingOf,
  openSubPoint,
} from "./controls";
import { gapLines } from "./gap-lines";

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
  expect(lacksDocument({ requirement: "1.1", status, document: needed, reason } as Control, [])).toBe(lacks);
});

const weak = "2 events support this requirement, but none of them as strong evidence.";
const strong = "12 events support this requirement, 5 of them as strong evidence.";

test.each([
  ["NO_EVENTS_IN_PERIOD", { reason: `No events. ${document}` }, ["supportingEvents", "document"]],
  ["PARTIAL", { reason: `${weak} ${document}`, events: 2 }, ["strongEvidence", "document"]],
  ["PARTIAL", { reason: `${strong} ${document}`, events: 12 }, ["document"]],
  ["PARTIAL", { reason: `${strong} ${document}`, events: 12, documents: 1 }, ["validDocument"]],
  ["PARTIAL", { reason: strong, events: 12, documents: 1 }, []],
  ["ADVERSE", { reason: `Adverse evidence. ${document}` }, ["supportingEvents", "document"]],
  ["ADVERSE", { reason: "Adverse evidence.", events: 1, documents: 1 }, []],
  ["NOT_EVIDENCED_BY_EVENTS", { reason: document }, ["document"]],
  ["SUPPLIED", { reason: "Supplied.", documents: 1 }, []],
] as const)("a %s control with %j lacks %j", (status, { reason, ...given }, missing) => {
  const { events = 0, documents = 0 }: { events?: number; documents?: number } = given;
  const control = { requirement: "1.1", status, document, reason, supporting: { events } };
  expect(missingOf({ ...control, documents: Array(documents).fill({}) } as unknown as Control, [])).toEqual(missing);
});

test("a document changes only the status of a control that events cannot support", () => {
  expect(documentChangesStatus({ status: "NOT_EVIDENCED_BY_EVENTS", document })).toBe(true);
  expect(documentChangesStatus({ status: "NOT_EVIDENCED_BY_EVENTS", document: null })).toBe(false);
  expect(documentChangesStatus({ status: "PARTIAL", document })).toBe(false);
});

test("the documents of counted controls that need one are counted", () => {
  const control = { requirement: "1.1", counted: true, status: "PARTIAL", document, reason: document } as Control;
  const controls = [
    control,
    { ...control, reason: strong },
    { ...control, status: "SUPPLIED", reason: "Supplied." },
    { ...control, document: null },
    { ...control, counted: false },
  ] as const;
  expect(documentCounts(controls)).toEqual({ supplied: 2, needed: 3 });
});

test("a point with sub-points needs a document while one of them does, as in the package", () => {
  const evidence = { supporting: { events: 1 }, documents: [] };
  const point = {
    requirement: "1",
    counted: true,
    status: "PARTIAL",
    document,
    reason: document,
    ...evidence,
  } as unknown as Control;
  const part = (requirement: string, reason: string) => ({ ...point, requirement, counted: false, reason });
  const supplied = [point, part("1(a)", strong), part("1(b)", "Supplied.")];
  expect([documentCounts(supplied), missingOf(point, supplied)]).toEqual([{ supplied: 1, needed: 1 }, []]);
  expect(openSubPoint(point, supplied)).toBeUndefined();
  const open = [{ ...point, reason: strong }, part("1(a)", strong), part("1(b)", document)];
  expect(documentCounts(open)).toEqual({ supplied: 0, needed: 1 });
  expect(openSubPoint(point, open)?.requirement).toBe("1(b)");
  expect(open.map((one) => canSupplyDocument(one, open))).toEqual([false, false, true]);
});

test("gaps, documents and closed assignments are stated with their labels", () => {
  const control = { requirement: "1", status: "PARTIAL", document, reason: strong, documents: [], assignment: null };
  const linesOf = (more: object) => {
    const one = { ...control, supporting: { events: 1 }, ...more } as unknown as Control;
    return gapLines(one, [one], "UTC");
  };
  const closed = { closedAs: "MEMBER", closedAt: "2026-11-12T10:00:00.000Z", closeReason: "An accepted risk." };
  expect(linesOf({})).toEqual([[null, "“Partial” is the highest status for this control."]]);
  expect(
    linesOf({ reason: document, assignment: { ...closed, closedAs: null, closedAt: null, closeReason: null } }),
  ).toEqual([["Missing", "document"]]);
  expect(linesOf({ reason: `${weak} ${document}`, assignment: closed })).toEqual([
    ["Missing", "strong evidence, document"],
    ["Assignment closed", "12 Nov 2026: An accepted risk."],
  ]);
  const evidenced = { ...closed, closedAs: "EVIDENCED", closeReason: null };
  expect(linesOf({ status: "SUPPLIED", documents: [{ title: "Policy" }], assignment: evidenced })).toEqual([
    ["Document supplied", "Policy"],
    ["Assignment closed", "12 Nov 2026: The control was evaluated as evidenced."],
  ]);
  expect(linesOf({ status: "SUPPLIED", documents: [{ title: "A" }, { title: "B" }] })).toEqual([
    ["Documents supplied", "A, B"],
  ]);
  expect(linesOf({ status: "EVIDENCED" })).toEqual([]);
});

import { expect, test } from "vitest";
import type { Control } from "@/lib/domains/evidence/schemas-controls";
import { whyNoDocument } from "./document-effect";

const document = "The provider needs to supply a description.";
const control = (requirement: string, status: Control["status"], needed: string | null = document) =>
  ({ requirement, status, document: needed }) as Control;

test.each([
  ["NOT_EVIDENCED_BY_EVENTS", document, null],
  ["SUPPLIED", document, null],
  ["EVIDENCED", null, "notNeeded"],
  ["NO_EVENTS_IN_PERIOD", null, "notNeeded"],
  ["PARTIAL", document, "events"],
  ["NO_EVENTS_IN_PERIOD", document, "missingEvents"],
  ["ADVERSE", document, "adverse"],
] as const)(
  "for a %s control with the document %j, states why a document changes nothing: %j",
  (status, needed, why) => {
    expect(whyNoDocument(control("9", status, needed), [control("9", status, needed)])).toBe(why);
  },
);

test("the documents of a point with sub-points are supplied for the sub-points", () => {
  const controls = [control("1", "PARTIAL"), control("1(a)", "PARTIAL"), control("10", "PARTIAL")];
  expect(controls.map((one) => whyNoDocument(one, controls))).toEqual(["subPoints", "events", "events"]);
});

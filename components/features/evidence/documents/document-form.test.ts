import { expect, test } from "vitest";
import { effectOf, emptyDocument, hashOf, problemsOf, statusOfDocument, toSupply, validityOf } from "./document-form";

const hex = "A".repeat(64);
const filled = { ...emptyDocument, framework: "ISO_42001", requirement: "A.2.2", title: " Policy ", contentHash: hex };

test("names every missing field", () => {
  expect(Object.keys(problemsOf(emptyDocument))).toEqual(["framework", "requirement", "title", "contentHash"]);
  expect(problemsOf(filled)).toEqual({});
});

test.each(["", "sha256:", "a".repeat(63), `${"a".repeat(63)}g`])("rejects the hash %j", (contentHash) => {
  expect(problemsOf({ ...filled, contentHash })).toHaveProperty("contentHash");
});

test("rejects a validity that ends before it starts", () => {
  expect(problemsOf({ ...filled, validFrom: "2026-02-01", validUntil: "2026-01-31" })).toHaveProperty("validFrom");
});

test("sends trimmed fields without empty ones, and the hash in the API's form", () => {
  const expected = {
    framework: "ISO_42001",
    requirement: "A.2.2",
    title: "Policy",
    contentHash: `sha256:${"a".repeat(64)}`,
  };
  expect(toSupply(filled)).toEqual(expected);
  expect(toSupply({ ...filled, contentHash: ` SHA256:${hex} ` })).toEqual(expected);
});

test("hashes a file as sha256sum does", async () => {
  expect(await hashOf(new Blob(["abc"]))).toBe(
    "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

const kept = (reason: string) => `${reason} Packages list it, but the status does not change.`;
const notValid =
  "The document is not valid on 31 Mar 2026, the last day of the period, so the status of the control does not change.";

test.each([
  ["NOT_EVIDENCED_BY_EVENTS", "", "", "The status of the control changes to “Supplied”."],
  ["NOT_EVIDENCED_BY_EVENTS", "2026-03-31", "2026-03-31", "The status of the control changes to “Supplied”."],
  ["NOT_EVIDENCED_BY_EVENTS", "2026-04-01", "", notValid],
  ["NOT_EVIDENCED_BY_EVENTS", "", "2026-03-30", notValid],
  ["SUPPLIED", "", "", "The control already has a valid document, so its status does not change."],
  ["PARTIAL", "", "", "Events support this control. Packages list the document, but the status does not change."],
  ["ADVERSE", "", "", kept("A document does not outweigh adverse events.")],
  ["NO_EVENTS_IN_PERIOD", "", "", kept("A document does not replace missing events.")],
] as const)("states the effect on a %s control, valid from %j until %j", (status, validFrom, validUntil, effect) => {
  expect(effectOf({ validFrom, validUntil }, { status, lastDay: "2026-03-31" })).toBe(effect);
});

const document = (validFrom: string | null, validUntil: string | null, withdrawnAt: string | null = null) =>
  ({ validFrom, validUntil, withdrawnAt }) as Parameters<typeof statusOfDocument>[0];

test.each([
  [document(null, null), "CURRENT", "No limit"],
  [document("2026-03-31", "2026-03-31"), "CURRENT", "31 Mar 2026 to 31 Mar 2026"],
  [document("2026-04-01", null), "NOT_YET_VALID", "From 1 Apr 2026"],
  [document(null, "2026-03-30"), "EXPIRED", "Until 30 Mar 2026"],
  [document(null, null, "2026-01-01T00:00:00.000Z"), "WITHDRAWN", "No limit"],
])("on 2026-03-31, %j is %s", (given, status, validity) => {
  expect(statusOfDocument(given, "2026-03-31")).toBe(status);
  expect(validityOf(given)).toBe(validity);
});

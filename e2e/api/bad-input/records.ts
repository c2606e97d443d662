import type { Given } from "./given";
import { type BadInput, badFields, badQueries, type FieldRow, row } from "./row";
import { appendEvent, eraseContent, placeHold, releaseHold } from "./writers";

const erasing: FieldRow[] = [
  ["a legal basis in lower case", { legalBasis: "gdpr_art_17" }, ["legalBasis"]],
  ["a legal basis of the caller's own", { legalBasis: "WE_WANT_TO" }, ["legalBasis"]],
  ["a reference of only white space", { reference: " \t " }, ["reference"]],
  ["a note, which would be permanent", { note: "Of A. Person" }, ["note"]],
];

const placing: FieldRow[] = [
  ["an empty name", { name: "" }, ["name"]],
  ["an empty reference", { reference: "" }, ["reference"]],
  ["an empty model", { modelIds: [""] }, ["modelIds[0]"]],
  ["a model twice", { modelIds: ["mdl_1", "mdl_1"] }, ["modelIds"]],
  ["models as text", { modelIds: "mdl_1" }, ["modelIds"]],
  ["a range without an end", { dateRange: { from: "2026-01-01T00:00:00Z" } }, ["dateRange.to"]],
  [
    "a range that ends before it starts",
    { dateRange: { from: "2026-02-01T00:00:00Z", to: "2026-01-01T00:00:00Z" } },
    ["dateRange.from"],
  ],
  ["a state", { active: false }, ["active"]],
];

const releasing: FieldRow[] = [
  ["an empty reason", { reason: "" }, ["reason"]],
  ["a time", { releasedAt: "2026-01-01T00:00:00Z" }, ["releasedAt"]],
];

const eraseAt = (eventId: string) => ({
  method: "POST",
  path: `/v1/audit/${eventId}/erasure`,
  body: { legalBasis: "COURT_ORDER", reference: "A trial" },
});
const releaseAt = (id: string) => ({
  method: "POST",
  path: `/v1/legal-holds/${id}/release`,
  body: { reason: "Settled." },
});
const withModels = (modelIds: (given: Given) => string[]) => (given: Given) => ({
  ...placeHold(),
  body: { ...placeHold().body, modelIds: modelIds(given) },
});

export const records: BadInput[] = [
  ...badFields("POST /audit/{id}/erasure", eraseContent, erasing),
  row("POST /audit/{id}/erasure: an unknown event", "not_found", () => eraseAt("evt_none")),
  row("POST /audit/{id}/erasure: an event of another organisation", "not_found", ({ foreignEventId }) =>
    eraseAt(foreignEventId),
  ),
  row("POST /audit/{id}/erasure: an erased event", "conflict", ({ erasedEventId }) => eraseAt(erasedEventId)),
  row("POST /audit/{id}/erasure: an event under a legal hold", "legal_hold", ({ heldEventId }) => eraseAt(heldEventId)),
  row("POST /audit/{id}/erasure: a record of an erasure", "not_erasable", ({ administrativeEventId }) =>
    eraseAt(administrativeEventId),
  ),
  row(
    "POST /audit: a record of an erasure",
    "validation_failed",
    (given) => {
      const event = appendEvent(given);
      const payload = { kind: "EVENT_CONTENT_ERASED", eventId: given.eventId };
      return { ...event, body: { ...event.body, eventType: "CONFIG_CHANGE", payload } };
    },
    { paths: ["payload.kind"] },
  ),
  ...badFields("POST /legal-holds", placeHold, placing),
  row(
    "POST /legal-holds: an unknown model",
    "model_not_registered",
    withModels(({ modelId }) => [modelId, "mdl_none"]),
    { paths: ["modelIds[1]"] },
  ),
  row(
    "POST /legal-holds: a model of another organisation",
    "model_not_registered",
    withModels(({ foreignModelId }) => [foreignModelId]),
    { paths: ["modelIds[0]"] },
  ),
  ...badFields("POST /legal-holds/{id}/release", releaseHold, releasing),
  row("POST /legal-holds/{id}/release: an unknown hold", "not_found", () => releaseAt("hold_none")),
  row("POST /legal-holds/{id}/release: a hold of another organisation", "not_found", ({ foreignHoldId }) =>
    releaseAt(foreignHoldId),
  ),
  row("POST /legal-holds/{id}/release: a released hold", "conflict", ({ releasedHoldId }) => releaseAt(releasedHoldId)),
  ...badQueries("/v1/legal-holds", [
    ["active=yes", ["active"]],
    ["active=", ["active"]],
    ["released=true", ["released"]],
  ]),
];

import type { Given } from "./given";
import { type BadInput, badFields, type FieldRow, row } from "./row";
import { changeStream, createStream, rotateStream } from "./writers";

const inFilter = (name: string, filter: unknown, ...paths: string[]): FieldRow => [name, { filter }, paths];

/** Invalid values, both for a new stream and for an update. */
const both: FieldRow[] = [
  ["an empty name", { name: " " }, ["name"]],
  ["an HTTP URL", { url: "http://siem.example.com/" }, ["url"]],
  ["a URL with a user", { url: "https://user@siem.example.com/" }, ["url"]],
  ["a URL in a private network", { url: "https://10.0.0.1/" }, ["url"]],
  ["a metadata URL", { url: "https://169.254.169.254/latest" }, ["url"]],
  inFilter("a filter with another condition", { severity: "HIGH" }, "filter.severity"),
  inFilter("an event type twice", { eventTypes: ["ALERT", "ALERT"] }, "filter.eventTypes"),
  inFilter("an unknown severity", { minSeverity: "LOW" }, "filter.minSeverity"),
  ["an empty authorization", { authorization: "" }, ["authorization"]],
  ["an authorization with a line break", { authorization: "Splunk x\r\nX-Injected: yes" }, ["authorization"]],
  ["an authorization with a space at its end", { authorization: "Splunk x " }, ["authorization"]],
  ["a negative delay", { maxDelaySeconds: -1 }, ["maxDelaySeconds"]],
  ["a delay of 301 seconds", { maxDelaySeconds: 301 }, ["maxDelaySeconds"]],
  ["another compression", { compression: "br" }, ["compression"]],
  ["a status that only the service sets", { status: "DISABLED" }, ["status"]],
  ["a signingSecret", { signingSecret: "whsec_x" }, ["signingSecret"]],
];

const missing = "str_01kahbc2g8m9n4q6r1s7t3v5wx";
const at = (id: string, below = "") => `/v1/audit-streams/${id}${below}`;

export const streams: BadInput[] = [
  ...badFields("POST /audit-streams", createStream, [
    ["an unknown start", { from: "yesterday" }, ["from"]],
    ["a start before the first event", { from: -1 }, ["from"]],
    ["a start after the end of the chain", { from: 999_999_999 }, ["from"]],
    ...both,
  ]),
  ...badFields("PATCH /audit-streams/{id}", changeStream, [
    ["a different start", { from: "beginning" }, ["from"]],
    ...both,
  ]),
  ...badFields("POST /audit-streams/{id}/rotate-secret", rotateStream, [
    ["an overlap of more than a week", { overlapSeconds: 604_801 }, ["overlapSeconds"]],
  ]),
  row("PATCH /audit-streams/{id}: no changes", "validation_failed", (given) => ({ ...changeStream(given), body: {} }), {
    paths: ["body"],
  }),
  row("PATCH /audit-streams/{id}: another version", "precondition_failed", (given) => ({
    ...changeStream(given),
    headers: { "If-Match": '"other"' },
  })),
  ...["", "/batches"].flatMap((below) => [
    row(`GET /audit-streams/{id}${below}: an unknown stream`, "not_found", () => ({
      method: "GET",
      path: at(missing, below),
    })),
    row(`GET /audit-streams/{id}${below}: a stream of another organisation`, "not_found", ({ foreignStreamId }) => ({
      method: "GET",
      path: at(foreignStreamId, below),
    })),
  ]),
  row("DELETE /audit-streams/{id}: an unknown stream", "not_found", () => ({
    method: "DELETE",
    path: at(missing),
  })),
  row("POST /audit-streams/{id}/test: an unknown stream", "not_found", () => ({
    method: "POST",
    path: at(missing, "/test"),
  })),
  row(
    "DELETE /audit-streams/{id}: an unknown query parameter",
    "validation_failed",
    ({ streamId }) => ({ method: "DELETE", path: `${at(streamId)}?force=true` }),
    { paths: ["force"] },
  ),
  ...[
    ["an unknown model", () => "mdl_none"],
    ["a model of another organisation", ({ foreignModelId }: Given) => foreignModelId],
  ].map(([name, model]) =>
    row(
      `POST /audit-streams: ${name as string}`,
      "model_not_registered",
      (given) => ({
        ...createStream(),
        body: { ...createStream().body, filter: { modelIds: [(model as (given: Given) => string)(given)] } },
      }),
      { paths: ["filter.modelIds[0]"] },
    ),
  ),
];

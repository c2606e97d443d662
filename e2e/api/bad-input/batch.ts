import type { Given } from "./given";
import { type BadInput, badFields, type Outgoing, post, row } from "./row";
import { appendEvent } from "./writers";

const path = "/v1/audit/batch";
const event = (given: Given, changes: Record<string, unknown> = {}) => ({ ...appendEvent(given).body, ...changes });
const events = (given: Given, count: number) => Array.from({ length: count }, () => event(given));
const ndjson = (body: string | Uint8Array): Outgoing => post(path, body, { "Content-Type": "application/x-ndjson" });
const line = (given: Given, changes?: Record<string, unknown>) => JSON.stringify(event(given, changes));

export const batches: BadInput[] = [
  ...badFields("POST /audit/batch", () => ({ method: "POST", path, body: {} }), [
    ["no events", {}, ["events"]],
    ["events that are null", { events: null }, ["events"]],
    ["events that are an object", { events: {} }, ["events"]],
    ["an empty list", { events: [] }, ["events"]],
    ["1,001 events", (given) => ({ events: events(given, 1_001) }), ["events"]],
    ["an unknown field", (given) => ({ events: events(given, 1), partial: true }), ["partial"]],
    ["an event that is null", { events: [null] }, ["events[0]"]],
    ["an event that is text", { events: ["{}"] }, ["events[0]"]],
    ["an event that is a list", { events: [[]] }, ["events[0]"]],
    ["an event without fields", { events: [{}] }, ["events[0].eventType", "events[0].modelId", "events[0].payload"]],
    [
      "an error in the third event",
      (given) => ({ events: [event(given), event(given), event(given, { severity: "LOW" })] }),
      ["events[2].severity"],
    ],
    [
      "two events with different errors",
      (given) => ({ events: [event(given, { tags: [""] }), event(given), event(given, { note: 1, actor: {} })] }),
      ["events[0].tags[0]", "events[2].actor.id", "events[2].actor.type", "events[2].note"],
    ],
    [
      "a time too far in the future",
      (given) => ({ events: [event(given, { timestamp: "9999-01-01T00:00:00Z" })] }),
      ["events[0].timestamp"],
    ],
  ]),
  row(
    "POST /audit/batch: the last of two models not registered",
    "model_not_registered",
    (given) => post(path, { events: [event(given), event(given, { modelId: "mdl_nobody" })] }),
    { paths: ["events[1].modelId"] },
  ),
  row(
    "POST /audit/batch: a model of another organisation",
    "model_not_registered",
    (given) => post(path, { events: [event(given, { modelId: given.foreignModelId }), event(given)] }),
    { paths: ["events[0].modelId"] },
  ),
  row(
    "POST /audit/batch: partial=yes",
    "validation_failed",
    (given) => post(`${path}?partial=yes`, { events: events(given, 1) }),
    {
      paths: ["partial"],
    },
  ),
  row(
    "POST /audit/batch: partial twice",
    "validation_failed",
    (given) => post(`${path}?partial=true&partial=true`, { events: events(given, 1) }),
    { paths: ["partial"] },
  ),
  row("POST /audit/batch: NDJSON without lines", "validation_failed", () => ndjson(""), { paths: ["events"] }),
  row("POST /audit/batch: NDJSON of blank lines", "validation_failed", () => ndjson("\n \n\r\n"), {
    paths: ["events"],
  }),
  row(
    "POST /audit/batch: 1,001 lines of NDJSON",
    "validation_failed",
    (given) => ndjson(`${line(given)}\n`.repeat(1_001)),
    { paths: ["events"] },
  ),
  row("POST /audit/batch: NDJSON with a broken line", "invalid_json", (given) => ndjson(`${line(given)}\n{"a":\n`), {
    paths: ["line 2"],
  }),
  row(
    "POST /audit/batch: NDJSON over several lines",
    "invalid_json",
    (given) => ndjson(JSON.stringify(event(given), null, 2)),
    { paths: ["line 1"] },
  ),
  row(
    "POST /audit/batch: two values in a line of NDJSON",
    "invalid_json",
    (given) => ndjson(`${line(given)}\n\n${line(given)} ${line(given)}`),
    { paths: ["line 3"] },
  ),
  row(
    "POST /audit/batch: NDJSON with a __proto__ key",
    "invalid_json",
    (given) => ndjson(`${line(given)}\n{"__proto__":{}}`),
    { paths: ["line 2"] },
  ),
  row("POST /audit/batch: NDJSON that is not UTF-8", "invalid_json", () => ndjson(Uint8Array.from([0x22, 0xff, 0x22]))),
  row(
    "POST /audit/batch: NDJSON with an invalid event",
    "validation_failed",
    (given) => ndjson(`${line(given)}\n${line(given, { eventType: "X" })}\n7\n`),
    { paths: ["events[1].eventType", "events[2]"] },
  ),
  row("POST /audit/batch: the body of NDJSON as JSON", "invalid_json", (given) =>
    post(path, `${line(given)}\n${line(given)}\n`),
  ),
  row(
    "POST /audit/batch: the body of JSON as NDJSON",
    "validation_failed",
    (given) => ndjson(JSON.stringify({ events: events(given, 1) })),
    {
      paths: ["events[0].eventType", "events[0].events", "events[0].modelId", "events[0].payload"],
    },
  ),
];

import { type Given, lists } from "./given";
import { type BadInput, get, row } from "./row";

const changed = (cursor: string, at: number) => {
  const place = at < 0 ? cursor.length + at : at;
  return cursor.slice(0, place) + (cursor[place] === "0" ? "1" : "0") + cursor.slice(place + 1);
};

/** Ways to corrupt a cursor that a list returned. */
const spoilt: [name: string, spoil: (cursor: string) => string][] = [
  ["without its prefix", (cursor) => cursor.slice(4)],
  ["with another prefix", (cursor) => cursor.replace("cur_", "evt_")],
  ["with its prefix twice", (cursor) => `cur_${cursor}`],
  ["with its first digit changed", (cursor) => changed(cursor, 4)],
  ["with its last digit changed", (cursor) => changed(cursor, -1)],
  ["with its last digit missing", (cursor) => cursor.slice(0, -1)],
  ["with its last byte missing", (cursor) => cursor.slice(0, -2)],
  ["with an extra byte", (cursor) => `${cursor}00`],
  ["in upper case", (cursor) => `cur_${cursor.slice(4).toUpperCase()}`],
  ["twice in a row", (cursor) => cursor + cursor],
  ["with a space", (cursor) => `${cursor}%20`],
  ["with a digit of another script", (cursor) => cursor.slice(0, -1) + encodeURIComponent("１")],
];

const garbage: [name: string, cursor: string][] = [
  ["empty", ""],
  ["only its prefix", "cur_"],
  ["a word", "next"],
  ["an offset", "25"],
  ["one byte", "cur_00"],
  ["zeros", `cur_${"00".repeat(40)}`],
  ["the largest numbers", `cur_${Buffer.from(`9007199254740993.1e308.-1${"\u0000".repeat(16)}`).toString("hex")}`],
  ["base64", "cur_eyJvZmZzZXQiOjI1fQ=="],
  ["SQL", "cur_%27%3BDROP%20TABLE%20audit_events--"],
  ["of 1,024 characters", `cur_${"0".repeat(1_020)}`],
];

const withCursor = (list: string, cursor: string) => get(`${list}?limit=1&cursor=${cursor}`);
const of = (given: Given, list: string) => given.cursors[list] ?? "";

export const cursors: BadInput[] = lists.flatMap((list) => [
  ...spoilt.map(([name, spoil]) =>
    row(`GET ${list}: a cursor ${name}`, "invalid_cursor", (given) => withCursor(list, spoil(of(given, list)))),
  ),
  ...garbage.map(([name, cursor]) =>
    row(`GET ${list}: a cursor that is ${name}`, "invalid_cursor", () => withCursor(list, cursor)),
  ),
  row(`GET ${list}: another organisation's cursor`, "invalid_cursor", ({ foreignCursors }) =>
    withCursor(list, foreignCursors[list] ?? ""),
  ),
  ...lists
    .filter((other) => other !== list)
    .map((other) =>
      row(`GET ${list}: a cursor of ${other}`, "invalid_cursor", (given) => withCursor(list, of(given, other))),
    ),
  row(
    `GET ${list}: a cursor twice`,
    "validation_failed",
    (given) => get(`${list}?cursor=${of(given, list)}&cursor=${of(given, list)}`),
    { paths: ["cursor"] },
  ),
  row(`GET ${list}: a cursor of 5,000 characters`, "invalid_cursor", () =>
    withCursor(list, `cur_${"0".repeat(4_996)}`),
  ),
]);

export const cursorsOfOtherFilters: BadInput[] = [
  ...[
    "severity=INFO",
    "eventType=INFERENCE",
    "source=API",
    "tags=a",
    "from=2026-01-01T00:00:00Z",
    "to=2099-01-01T00:00:00Z",
  ].map((filter) =>
    row(`GET /v1/audit: a cursor of the whole list with ${filter}`, "invalid_cursor", (given) =>
      get(`/v1/audit?${filter}&cursor=${of(given, "/v1/audit")}`),
    ),
  ),
  row("GET /v1/audit: a cursor of a filter without it", "invalid_cursor", ({ filteredCursor }) =>
    get(`/v1/audit?cursor=${filteredCursor}`),
  ),
  row("GET /v1/audit: a cursor of a filter with another", "invalid_cursor", ({ filteredCursor }) =>
    get(`/v1/audit?severity=HIGH&cursor=${filteredCursor}`),
  ),
  row("GET /v1/webhooks: a cursor of the whole list with a filter", "invalid_cursor", (given) =>
    get(`/v1/webhooks?active=true&cursor=${of(given, "/v1/webhooks")}`),
  ),
  row("GET /v1/alert-policies: a cursor of the whole list with a filter", "invalid_cursor", (given) =>
    get(`/v1/alert-policies?enabled=false&cursor=${of(given, "/v1/alert-policies")}`),
  ),
  ...["status=READY", "framework=ISO_42001", "modelId=mdl_1"].map((filter) =>
    row(`GET /v1/evidence: a cursor of the whole list with ${filter}`, "invalid_cursor", (given) =>
      get(`/v1/evidence?${filter}&cursor=${of(given, "/v1/evidence")}`),
    ),
  ),
  row("GET /v1/models: a cursor of the whole list with a filter", "invalid_cursor", (given) =>
    get(`/v1/models?archived=false&cursor=${of(given, "/v1/models")}`),
  ),
];

import { type BadInput, badFields, badQueries, type FieldRow, post, row } from "./row";
import { mebibyte } from "./sizes";
import { putOverride, replaceSettings } from "./writers";

const observations = "/v1/sensors/observations";
const plain = { "Content-Type": "text/plain" };
const mapping = (value: unknown) => encodeURIComponent(JSON.stringify(value));

/** Rejected before anything is read: nothing is stored, not even an import. */
const queries: [query: string, paths: string[]][] = [
  ["format=", ["format"]],
  ["format=zek", ["format"]],
  ["format=syslog", ["format"]],
  ["format=zeek&format=zeek", ["format"]],
  ["source=", ["source"]],
  ["source=.hidden", ["source"]],
  ["source=a%20b", ["source"]],
  ["source=..%2Fetc", ["source"]],
  ["source=a%00b", ["source"]],
  [`source=${"s".repeat(65)}`, ["source"]],
  ["backfill=1", ["backfill"]],
  ["backfill=", ["backfill"]],
  ["timeZone=", ["timeZone"]],
  ["timeZone=Mars%2FBase", ["timeZone"]],
  ["mapping=", ["mapping"]],
  ["mapping=%7B", ["mapping"]],
  ["mapping=%5B%5D", ["mapping"]],
  [`mapping=${mapping({})}`, ["mapping.columns"]],
  [`mapping=${mapping({ columns: { a: "secret" } })}`, ["mapping.columns.a"]],
  [`mapping=${mapping({ columns: { a: "time" }, delimiter: '"' })}`, ["mapping.delimiter"]],
  [`mapping=${mapping({ logformat: "%>a" })}`, ["mapping.logformat"]],
  [`mapping=${mapping({ columns: { a: "time" }, script: 1 })}`, ["mapping.script"]],
  ["via=FOLDER", ["via"]],
  ["organisation=org_1", ["organisation"]],
];

const types: [name: string, type: string | undefined][] = [
  ["no Content-Type", undefined],
  ["XML", "application/xml"],
  ["gzip as a type", "application/gzip"],
  ["an upload", "multipart/form-data; boundary=x"],
  ["latin-1", "text/plain; charset=iso-8859-1"],
  ["two types", "text/plain, application/x-ndjson"],
];

const settings: FieldRow[] = [
  ["an unknown setting", { unknown: 1 }, ["unknown"]],
  ["an unknown threshold", { opening: { seats: 1 } }, ["opening.seats"]],
  ["a threshold of 0", { opening: { apiCalls: 0 } }, ["opening.apiCalls"]],
  ["a score above one", { opening: { behaviourScore: 1.1 } }, ["opening.behaviourScore"]],
  ["thresholds that are null", { opening: null }, ["opening"]],
  ["a department without a name", { departments: [{ name: " " }] }, ["departments[0].name"]],
  ["a department twice", { departments: [{ name: "A" }, { name: "A" }] }, ["departments[1].name"]],
  [
    "a range of two departments",
    {
      departments: [
        { name: "A", ranges: ["10.0.0.0/8"] },
        { name: "B", ranges: ["10.0.0.0/8"] },
      ],
    },
    ["departments[1].ranges[0]"],
  ],
  ["an address as a range", { departments: [{ name: "A", ranges: ["10.0.0.1"] }] }, ["departments[0].ranges[0]"]],
  ["a sensitivity of 16", { departments: [{ name: "A", sensitivity: 16 }] }, ["departments[0].sensitivity"]],
  ["an unknown time zone", { officeHours: { timeZone: "Mars/Base" } }, ["officeHours.timeZone"]],
  ["hour 25", { officeHours: { toHour: 25 } }, ["officeHours.toHour"]],
  ["weekday 0", { officeHours: { weekdays: [0] } }, ["officeHours.weekdays[0]"]],
  ["a country by its name", { allowedJurisdictions: ["Germany"] }, ["allowedJurisdictions[0]"]],
  ["a cost as text", { highCostUSD: "1000" }, ["highCostUSD"]],
  ["a maximum age of a year", { maxLatenessHours: 8_760 }, ["maxLatenessHours"]],
];

const overrides: FieldRow[] = [
  ["no fields", { ignore: undefined }, ["body"]],
  ["an unknown member", { secret: 1 }, ["secret"]],
  ["a provider without a name", { provider: { id: "x" } }, ["provider.name"]],
  ["a provider's id in upper case", { provider: { id: "X", name: "X" } }, ["provider.id"]],
  ["an unknown category", { category: "AI" }, ["category"]],
  ["a country in lower case", { jurisdiction: "fr" }, ["jurisdiction"]],
  ["perhaps", { dpa: "PERHAPS" }, ["dpa"]],
  ["ignore as text", { ignore: "true" }, ["ignore"]],
  ["an empty note", { note: " " }, ["note"]],
];

const notHosts = ["none", "*.com", "a%20b.example.com", "example..com", "x".repeat(300)];

export const sensors: BadInput[] = [
  ...queries.map(([query, paths]) =>
    row(
      `POST /sensors/observations?${query.slice(0, 60)}`,
      "validation_failed",
      () => post(`${observations}?${query}`, "x", plain),
      { paths },
    ),
  ),
  ...types.map(([name, type]) =>
    row(`POST /sensors/observations: ${name}`, "unsupported_media_type", () => ({
      ...post(observations, "x"),
      headers: { "Content-Type": type },
    })),
  ),
  ...["br", "deflate", "zstd", "gzip, gzip", "x"].map((encoding) =>
    row(`POST /sensors/observations: Content-Encoding ${encoding}`, "unsupported_media_type", () =>
      post(observations, "x", { ...plain, "Content-Encoding": encoding }),
    ),
  ),
  row("POST /sensors/observations: a declared length of 64 MiB and one byte", "payload_too_large", () =>
    post(observations, undefined, { ...plain, "Content-Length": String(64 * mebibyte + 1) }),
  ),
  ...badQueries("/v1/shadow-ai/catalogue/explain", [
    ["", ["host"]],
    ["host=", ["host"]],
    ["host=%20", ["host"]],
    [`host=${"h".repeat(513)}`, ["host"]],
    ["host=a.example&host=b.example", ["host"]],
    ["host=a%00b", ["host"]],
    ["url=a.example", ["host", "url"]],
  ]),
  ...badQueries("/v1/shadow-ai/catalogue", [["limit=10", ["limit"]]]),
  ...badQueries("/v1/shadow-ai/settings", [["department=Risk", ["department"]]]),
  ...badFields("PUT /shadow-ai/settings", replaceSettings, settings),
  ...badFields("PUT /shadow-ai/catalogue/overrides/{host}", putOverride, overrides),
  ...notHosts.flatMap((host) =>
    ["PUT", "DELETE"].map((method) =>
      row(`${method} an override of ${host.slice(0, 40)}`, "not_found", () => ({
        method,
        path: `/v1/shadow-ai/catalogue/overrides/${host}`,
        ...(method === "PUT" && { body: { ignore: true } }),
      })),
    ),
  ),
  row("PUT /shadow-ai/settings: an outdated version", "precondition_failed", () => ({
    ...replaceSettings(),
    headers: { "If-Match": '"something"' },
  })),
];

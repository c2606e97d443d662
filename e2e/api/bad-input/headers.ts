import { type BadInput, get, row } from "./row";
import { writersOfThisRun } from "./writers";

const json = (parameters: string) => `application/json${parameters}`;

const contentTypes: [name: string, type: string | undefined][] = [
  ["no Content-Type", undefined],
  ["an empty Content-Type", ""],
  ["Content-Type text/plain", "text/plain"],
  ["Content-Type text/json", "text/json"],
  ["Content-Type application/xml", "application/xml"],
  ["Content-Type application/jsonx", "application/jsonx"],
  ["Content-Type json", "json"],
  ["Content-Type */*", "*/*"],
  ["the Content-Type of a form", "application/x-www-form-urlencoded"],
  ["the Content-Type of an upload", "multipart/form-data; boundary=x"],
  ["two Content-Types", "application/json, text/plain"],
  ["charset latin1", json("; charset=latin1")],
  ["charset iso-8859-1", json("; charset=iso-8859-1")],
  ["charset utf-16", json("; charset=utf-16")],
  ["an empty charset", json("; charset=")],
];

const encodings = ["gzip", "GZIP", "br", "deflate", "zstd", "gzip, identity", "identity, identity", "utf-8", "x"];

const idempotencyKeys: [name: string, key: string][] = [
  ["an empty Idempotency-Key", ""],
  ["an Idempotency-Key of only white space", "   "],
  ["an Idempotency-Key of empty quotes", '""'],
  ["an Idempotency-Key of 256 characters", "k".repeat(256)],
  ["an Idempotency-Key of 256 characters in quotes", `"${"k".repeat(256)}"`],
  ["an Idempotency-Key in latin-1", "clé"],
  ["an Idempotency-Key in UTF-8", Buffer.from("clé").toString("latin1")],
  ["an Idempotency-Key with a tab", "a\tb"],
];

const creating = [
  ...["POST /audit", "POST /audit/batch", "POST /models", "POST /api-keys", "POST /api-keys/{id}/rotate"],
  ...["POST /webhooks", "POST /webhooks/{id}/rotate-secret", "POST /webhooks/{id}/test"],
  ...["POST /integrations", "POST /integrations/{id}/rotate-secret"],
  "POST /evidence/generate",
  ...["POST /audit-streams", "POST /audit-streams/{id}/rotate-secret"],
  "POST /report-schedules",
  ...["POST /alert-policies", "POST /audit/{id}/erasure", "POST /legal-holds"],
  ...["POST /evidence-documents", "POST /control-assignments"],
  "POST /shadow-ai/{id}/comments",
];
const creators = writersOfThisRun.filter(({ operation }) => creating.includes(operation));

export const headers: BadInput[] = [
  ...writersOfThisRun.flatMap(({ operation, valid }) => [
    ...contentTypes.map(([name, type]) =>
      row(`${operation}: ${name}`, "unsupported_media_type", (given) => ({
        ...valid(given),
        headers: { "Content-Type": type },
      })),
    ),
    ...encodings.map((encoding) =>
      row(`${operation}: Content-Encoding ${encoding}`, "unsupported_media_type", (given) => ({
        ...valid(given),
        headers: { "Content-Encoding": encoding },
      })),
    ),
  ]),
  row("POST /models: NDJSON where one value is expected", "unsupported_media_type", () => ({
    method: "POST",
    path: "/v1/models",
    body: '{"name":"A model"}\n',
    headers: { "Content-Type": "application/x-ndjson" },
  })),
  ...creators.flatMap(({ operation, valid }) => [
    ...idempotencyKeys.map(([name, key]) =>
      row(
        `${operation}: ${name}`,
        "validation_failed",
        (given) => ({ ...valid(given), headers: { "Idempotency-Key": key } }),
        { paths: ["header Idempotency-Key"] },
      ),
    ),
    row(`${operation}: an Idempotency-Key of another request`, "idempotency_key_reused", (given) => ({
      ...valid(given),
      path: valid(given).path.replace(given.keyId, given.rotatedKeyId),
      body: { ...valid(given).body, ...others[operation] },
      headers: { "Idempotency-Key": given.usedIdempotencyKey },
    })),
  ]),
  row(
    "GET /audit: 20 KiB of headers",
    "headers_too_large",
    () => get("/v1/audit", { "X-Filler": "x".repeat(20 * 1024) }),
    {
      uncounted: true,
    },
  ),
  row("GET /audit: 2,000 headers of 20 bytes", "headers_too_large", () => get("/v1/audit", filler(2_000)), {
    uncounted: true,
  }),
  row("GET /audit: an unknown expectation", "bad_request", () => get("/v1/audit", { Expect: "200-ok" }), {
    uncounted: true,
  }),
];

/** Changes that make the body differ from the one first sent with the same key. */
const others: Record<string, Record<string, unknown>> = {
  "POST /audit": { tags: ["another"] },
  "POST /audit/batch": {},
  "POST /evidence/generate": { notes: "Another" },
  "POST /models": { name: "Yet another" },
  "POST /api-keys": { name: "Yet another" },
  "POST /api-keys/{id}/rotate": { overlapSeconds: 7 },
  "POST /webhooks": { description: "Yet another" },
  "POST /webhooks/{id}/rotate-secret": { overlapSeconds: 7 },
  "POST /webhooks/{id}/test": { type: "evidence.ready" },
  "POST /audit-streams": { name: "Yet another" },
  "POST /audit-streams/{id}/rotate-secret": { overlapSeconds: 7 },
  "POST /integrations": { name: "Yet another" },
  "POST /integrations/{id}/rotate-secret": { overlapSeconds: 7 },
  "POST /alert-policies": { description: "Another" },
  "POST /report-schedules": { name: "Another" },
  "POST /audit/{id}/erasure": { reference: "Another" },
  "POST /evidence-documents": { reference: "Another" },
  "POST /control-assignments": { requirement: "7" },
  "POST /legal-holds": { reference: "Another" },
  "POST /shadow-ai/{id}/comments": { text: "Another" },
};

function filler(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`X-Filler-${i}`, "12345678"]));
}

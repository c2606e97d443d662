import { rowsOfThisRun } from "../../support/scope";
import type { ErrorName } from "../support/errors";
import { type BadInput, get, row } from "./row";

/** Paths without an operation. */
const unknown = [
  "/v1",
  "/v1?limit=1",
  "/v1/",
  "/v1/nothing",
  "/v1/nothing/at/all",
  "/v1/audit/",
  "/v1/audit/?limit=1",
  "/v1/audit//",
  "//v1/audit",
  "/v1//audit",
  "/v1/models//rotate",
  "/v1/openapi",
  "/v1/openapi.json/",
  "/v1/AUDIT",
  "/v1/audit.json",
  "/v1/audit.rsc",
  "/v1/audit.txt",
  "/v1/audit;version=1",
  "/v1/audit%3Flimit=1",
  "/v1/audit%2Fexport",
  "/v1/audit/evt_1/proof/of",
  "/v1/audit/evt_1/proof/",
  "/v1/verify",
  "/v1/verify/keys/",
  "/v1/verify/keys/1.pem/2",
  "/v1/reports/",
  "/v1/reports/rep_1/file",
  "/v1/evidence/",
  "/v1/evidence/epkg_1/file",
  "/v1/evidence/epkg_1/download/pdf",
  "/v1/api-keys/key_1/rotate/now",
  "/v1/v1/audit",
  "/v1/_next/data",
  "/v1/%61udits",
];

/** IDs that do not exist, in unusual spellings. */
const unknownIds = [
  "evt_01kahbc2g8m9n4q6r1s7t3v5wx",
  "evt_",
  "0",
  "-1",
  "null",
  "undefined",
  "__proto__",
  "constructor",
  "a".repeat(512),
  "a%2Fb",
  "%2F",
  "%2F..%2Fmodels",
  "..%2F..%2Fmodels",
  "%5C..%5C",
  "%20",
  "%0d%0aX-Injected:%20yes",
  "%E2%80%AE",
  "%F0%9F%92%A9",
  "%C3%A9vt",
  "%EF%BC%8E%EF%BC%8E",
  "'%20OR%20'1'='1",
  "%7B%22$ne%22:1%7D",
  "%25%30%30",
  "*",
  "evt_1.json",
];

/** Targets that are invalid paths or disguise their path. */
const malformed: [target: string, error: ErrorName][] = [
  ["/v1/audit/..", "bad_request"],
  ["/v1/audit/../models", "bad_request"],
  ["/v1/./audit", "bad_request"],
  ["/v1/audit/%2e%2e", "bad_request"],
  ["/v1/%2E%2e/audit", "bad_request"],
  ["/v1/audit/.%2e/models", "bad_request"],
  ["/v1/audit/%00", "bad_request"],
  ["/v1/audit/evt_1%00.json", "bad_request"],
  ["/v1/audit/%ZZ", "bad_request"],
  ["/v1/audit/%", "bad_request"],
  ["/v1/audit/%4", "bad_request"],
  ["/v1/audit/%ff", "bad_request"],
  ["/v1/audit/%C0%AE%C0%AE", "bad_request"],
  ["/v1/audit/%ED%A0%80", "bad_request"],
  ["/v1/audit/%u0041", "bad_request"],
  ["/v1\\audit", "bad_request"],
  ["/v1/audit/evt_1#top", "bad_request"],
  ["*", "bad_request"],
  [`/v1/audit?modelId=${"m".repeat(8_192)}`, "uri_too_long"],
  [`/v1/audit/${"a".repeat(8_192)}`, "uri_too_long"],
  [`/v1/${"a/".repeat(4_500)}`, "uri_too_long"],
  [`/v1/audit/${"a".repeat(20_000)}`, "uri_too_long"],
];

const byId = [
  "/v1/audit/",
  "/v1/audit/verifications/",
  "/v1/evidence/",
  "/v1/models/",
  "/v1/shadow-ai/",
  "/v1/webhooks/",
  "/v1/audit-streams/",
  "/v1/integrations/",
  "/v1/alert-policies/",
  "/v1/legal-holds/",
  "/v1/evidence-documents/",
  "/v1/control-assignments/",
  "/v1/report-schedules/",
  "/v1/api-keys/",
];

const samples = ["/v1/audit/", "/v1/webhooks/"];

export const paths: BadInput[] = [
  ...unknown.map((path) => row(`GET ${path}`, "not_found", () => get(path), { paths: [] })),
  ...["POST", "PUT", "PATCH", "DELETE"].map((method) =>
    row(`${method} /v1/nothing`, "not_found", () => ({ method, path: "/v1/nothing" }), { paths: [] }),
  ),
  ...rowsOfThisRun(byId, (below) => samples.includes(below)).flatMap((below) => [
    ...unknownIds.map((id) => row(`GET ${below}${id.slice(0, 40)}`, "not_found", () => get(below + id), { paths: [] })),
    row(`GET ${below} and 2,000 characters`, "validation_failed", () => get(below + "a".repeat(2_000)), {
      paths: ["id"],
    }),
    row(`GET ${below} and 2,000 encoded characters`, "validation_failed", () => get(below + "%61".repeat(2_000)), {
      paths: ["id"],
    }),
  ]),
  ...malformed.map(([target, error]) =>
    row(`GET ${target.slice(0, 60)} (${target.length})`, error, () => get(target), { uncounted: true }),
  ),
];

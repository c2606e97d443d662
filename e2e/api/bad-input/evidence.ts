import { packageBytes } from "../support/packages";
import type { Given } from "./given";
import { notHashes } from "./hashes";
import { type BadInput, badFields, badQueries, type FieldRow, get, post, row } from "./row";
import { assignControl, changeAssignment, closeAssignment, generateEvidence, supplyDocument } from "./writers";

const missing = "epkg_01kahbc2g8m9n4q6r1s7t3v5wx";
const at = (id: string, below = "") => `/v1/evidence/${id}${below}`;

const from = "2026-01-01T00:00:00.000Z";
const to = "2026-01-31T23:59:59.999Z";
const inRange = (name: string, changes: Record<string, unknown>, paths: string[]): FieldRow => [
  `a period ${name}`,
  { dateRange: { from, to, ...changes } },
  paths,
];

const generating: FieldRow[] = [
  ["an empty model id", { modelId: "" }, ["modelId"]],
  ["an unknown framework", { framework: "SOC_2" }, ["framework"]],
  ["a framework in lower case", { framework: "iso_42001" }, ["framework"]],
  ["a framework named like an object's property", { framework: "constructor" }, ["framework"]],
  inRange("that ends before it starts", { from: "2026-02-01T00:00:00Z" }, ["dateRange.from"]),
  inRange("of ten years and one millisecond", { from: "2016-01-31T23:59:59.998Z" }, ["dateRange.from"]),
  inRange("with an additional field", { timezone: "UTC" }, ["dateRange.timezone"]),
  ["an unknown format", { format: "XML" }, ["format"]],
  ["includeChainProof that is text", { includeChainProof: "true" }, ["includeChainProof"]],
  ["sections as text", { sections: "RISK_MANAGEMENT" }, ["sections"]],
  ["an unknown section", { sections: ["RISK_MANAGEMENT", "RISKS"] }, ["sections[1]"]],
  ["a section of another framework", { sections: ["GOVERNANCE"] }, ["sections[0]"]],
  ["a section that is null", { sections: [null] }, ["sections[0]"]],
  ["a section twice", { sections: ["RISK_MANAGEMENT", "RISK_MANAGEMENT"] }, ["sections[1]"]],
  ["an empty recipient", { recipientName: "" }, ["recipientName"]],
  ["a recipient of only white space", { recipientName: " \t " }, ["recipientName"]],
  ["a recipient with a line break", { recipientName: "A\nB" }, ["recipientName"]],
  ["an organisation", { organisationId: "org_1" }, ["organisationId"]],
  ["a status set by the caller", { status: "READY" }, ["status"]],
  [
    "errors in every field",
    { modelId: 1, framework: "x", format: "x", sections: [1], dateRange: { from: to, to: from }, x: 1 },
    ["dateRange.from", "format", "framework", "modelId", "sections[0]", "x"],
  ],
];

const supplying: FieldRow[] = [
  ["a requirement of another framework", { requirement: "A.2.2" }, ["requirement"]],
  ["a requirement that events support", { framework: "FCA_SS1_23", requirement: "none" }, ["requirement"]],
  ["an unknown framework", { framework: "SOC_2" }, ["framework"]],
  ["an empty title", { title: " " }, ["title"]],
  ["a title with a line break", { title: "A\nB" }, ["title"]],
  ["a day that does not exist", { validFrom: "2026-02-30" }, ["validFrom"]],
  ["a time as day", { validUntil: "2026-02-01T00:00:00Z" }, ["validUntil"]],
  ["a validity that ends before it starts", { validFrom: "2026-02-01", validUntil: "2026-01-01" }, ["validFrom"]],
  ["a file", { file: "JVBERi0=" }, ["file"]],
  ...notHashes.map(([name, contentHash]): FieldRow => [`a hash ${name}`, { contentHash }, ["contentHash"]]),
];

const withdraw = (id: string) => ({ method: "POST", path: `/v1/evidence-documents/${id}/withdraw` });

const documents: BadInput[] = [
  ...badFields("POST /evidence-documents", supplyDocument, supplying),
  row(
    "POST /evidence-documents: a model of another organisation",
    "model_not_registered",
    ({ foreignModelId }) => ({ ...supplyDocument(), body: { ...supplyDocument().body, modelId: foreignModelId } }),
    { paths: ["modelId"] },
  ),
  row("POST /evidence-documents/{id}/withdraw: an unknown document", "not_found", () => withdraw("doc_none")),
  row("POST /evidence-documents/{id}/withdraw: a document of another organisation", "not_found", (given) =>
    withdraw(given.foreignDocumentId),
  ),
  row("POST /evidence-documents/{id}/withdraw: a withdrawn document", "conflict", (given) =>
    withdraw(given.withdrawnDocumentId),
  ),
  ...badQueries("/v1/evidence-documents", [
    ["framework=SOC_2", ["framework"]],
    ["modelId=", ["modelId"]],
    ["withdrawn=yes", ["withdrawn"]],
    ["status=CURRENT", ["status"]],
  ]),
];

const assigning: FieldRow[] = [
  ["a requirement of another framework", { requirement: "A.2.2" }, ["requirement"]],
  ["an unknown framework", { framework: "SOC_2" }, ["framework"]],
  inRange("that ends before it starts", { from: "2026-02-01T00:00:00Z" }, ["dateRange.from"]),
  ["an assignee without an address", { assignedTo: "Ada" }, ["assignedTo"]],
  ["a due day that does not exist", { dueDate: "2026-02-30" }, ["dueDate"]],
  ["an empty note", { note: " " }, ["note"]],
  ["a status", { status: "CLOSED" }, ["status"]],
];

const closing: FieldRow[] = [
  ["no reason", { reason: undefined }, ["reason"]],
  ["a reason of only white space", { reason: " \t" }, ["reason"]],
];

const assignments: BadInput[] = [
  ...badFields("POST /control-assignments", assignControl, assigning),
  ...badFields("PATCH /control-assignments/{id}", changeAssignment, [
    ["an assignee that is null", { assignedTo: null }, ["assignedTo"]],
    ["another requirement", { requirement: "7" }, ["requirement"]],
  ]),
  ...badFields("POST /control-assignments/{id}/close", closeAssignment, closing),
  row(
    "POST /control-assignments: a model of another organisation",
    "model_not_registered",
    (given) => ({ ...assignControl(given), body: { ...assignControl(given).body, modelId: given.foreignModelId } }),
    { paths: ["modelId"] },
  ),
  row(
    "POST /control-assignments: an assignee who is no member",
    "not_a_member",
    (given) => ({ ...assignControl(given), body: { ...assignControl(given).body, assignedTo: "x@example.com" } }),
    { paths: ["assignedTo"] },
  ),
  ...[changeAssignment, closeAssignment].flatMap((send) => {
    const { method, path } = send({ assignmentId: "{id}" } as Given);
    const name = `${method} ${path.slice(3)}`;
    return [
      row(`${name}: an assignment of another organisation`, "not_found", (given) =>
        send({ ...given, assignmentId: given.foreignAssignmentId }),
      ),
      row(`${name}: a closed assignment`, "conflict", (given) =>
        send({ ...given, assignmentId: given.closedAssignmentId }),
      ),
      row(`${name}: another version`, "precondition_failed", (given) => ({
        ...send(given),
        headers: { "If-Match": '"something"' },
      })),
    ];
  }),
  ...badQueries("/v1/control-assignments", [
    ["framework=SOC_2", ["framework"]],
    ["modelId=", ["modelId"]],
    ["assignedTo=Ada", ["assignedTo"]],
    ["closed=yes", ["closed"]],
  ]),
  ...badQueries("/v1/evidence-controls", [
    ["framework=SOC_2", ["framework", "from", "modelId", "to"]],
    [`modelId=a&framework=ISO_42001&from=${to}&to=${from}`, ["from"]],
    [`modelId=a&framework=ISO_42001&from=${from}&to=${to}&limit=1`, ["limit"]],
  ]),
];

const verifying: FieldRow[] = [
  ["a file", { file: "JVBERi0=" }, ["file"]],
  ...notHashes.map(([name, packageHash]): FieldRow => [`a hash ${name}`, { packageHash }, ["packageHash"]]),
];

const verify = (id: string) => ({
  method: "POST",
  path: at(id, "/verify"),
  body: { packageHash: `sha256:${"a".repeat(64)}` },
});

/** Invalid uses of a download URL. */
const downloads: [name: string, send: (given: Given) => string][] = [
  ["no token", ({ packageId }) => at(packageId, "/download")],
  ["an empty token", ({ packageId }) => at(packageId, "/download?token=")],
  ["a token of another package", (given) => at(given.waitingPackageId, `/download?token=${given.downloadToken}`)],
  ["a token without a package", (given) => at(missing, `/download?token=${given.downloadToken}`)],
  [
    "a token without its last character",
    (given) => at(given.packageId, `/download?token=${given.downloadToken.slice(0, -1)}`),
  ],
  [
    "a token without its first character",
    (given) => at(given.packageId, `/download?token=${given.downloadToken.slice(1)}`),
  ],
  ["a token with an extra character", (given) => at(given.packageId, `/download?token=${given.downloadToken}A`)],
  ["a token with white space", (given) => at(given.packageId, `/download?token=${given.downloadToken}%20`)],
  ["a token in upper case", (given) => at(given.packageId, `/download?token=${given.downloadToken.toUpperCase()}`)],
  ["a token with a later expiry", (given) => at(given.packageId, `/download?token=z${given.downloadToken.slice(1)}`)],
  ["a token with the expiry Infinity", ({ packageId }) => at(packageId, "/download?token=Infinity.x")],
  ["a token of 5,000 characters", ({ packageId }) => at(packageId, `/download?token=${"a.".repeat(2_500)}`)],
  ["a token that is SQL", ({ packageId }) => at(packageId, "/download?token='%20OR%20'1'='1")],
];

/** Hashes of unknown packages, and a malformed hash. */
const unknownHashes = [
  `sha256:${"0".repeat(64)}`,
  `sha256%3A${"0".repeat(64)}`,
  "0".repeat(64),
  "0".repeat(63),
  "1.pem",
  "sha256:",
  "epkg_01kahbc2g8m9n4q6r1s7t3v5wx",
  "__proto__",
  "..%2Fkeys",
  "%F0%9F%92%A9",
  "a".repeat(2_000),
];

export const evidence: BadInput[] = [
  ...documents,
  ...assignments,
  ...badFields("POST /evidence/generate", generateEvidence, generating),
  ...(["mdl_01kahbc2g8m9n4q6r1s7t3v5wx", "evt_1", "' OR ''='", "mdl_é\u{1f4a9}"] as const).map((modelId) =>
    row(
      `POST /evidence/generate: the model ${modelId}`,
      "model_not_registered",
      (given) => post("/v1/evidence/generate", { ...generateEvidence(given).body, modelId }),
      { paths: ["modelId"] },
    ),
  ),
  row(
    "POST /evidence/generate: a model of another organisation",
    "model_not_registered",
    (given) => post("/v1/evidence/generate", { ...generateEvidence(given).body, modelId: given.foreignModelId }),
    { paths: ["modelId"] },
  ),
  ...badFields("POST /evidence/{id}/verify", ({ packageId }) => verify(packageId), verifying),
  row("POST /evidence/{id}/verify: a package that is being generated", "conflict", (given) =>
    verify(given.waitingPackageId),
  ),
  row("POST /evidence/{id}/download-url: a package that is being generated", "conflict", (given) => ({
    method: "POST",
    path: at(given.waitingPackageId, "/download-url"),
  })),
  ...["", "/verify", "/download-url"].flatMap((below) => {
    const send = (id: string) =>
      below === "" ? get(at(id)) : below === "/verify" ? verify(id) : { method: "POST", path: at(id, below) };
    const method = below === "" ? "GET" : "POST";
    return [
      row(`${method} /evidence/{id}${below}: an unknown package`, "not_found", () => send(missing)),
      row(`${method} /evidence/{id}${below}: a package of another organisation`, "not_found", (given) =>
        send(given.foreignPackageId),
      ),
      row(`${method} /evidence/{id}${below}: an ID of another type`, "not_found", ({ modelId }) => send(modelId)),
    ];
  }),
  row(
    "GET /evidence/{id}: a query parameter",
    "validation_failed",
    ({ packageId }) => get(`${at(packageId)}?expand=model`),
    { paths: ["expand"] },
  ),
  ...badQueries("/v1/evidence", [
    ["status=", ["status"]],
    ["status=ready", ["status"]],
    ["status=READY,FAILED", ["status"]],
    ["status=READY&status=FAILED", ["status"]],
    ["framework=", ["framework"]],
    ["framework=SOC_2", ["framework"]],
    ["framework=iso_42001", ["framework"]],
    ["modelId=", ["modelId"]],
    [`modelId=${"m".repeat(129)}`, ["modelId"]],
    ["modelId=a&modelId=b", ["modelId"]],
    ["modelId=a%00b", ["modelId"]],
    ["format=PDF", ["format"]],
    ["from=2026-01-01T00:00:00Z", ["from"]],
  ]),
  ...downloads.map(([name, send]) =>
    row(`GET /evidence/{id}/download: ${name}`, "not_found", (given) => get(send(given)), {
      paths: [],
      uncounted: true,
    }),
  ),
  row(
    "GET /evidence/{id}/download: a token twice",
    "validation_failed",
    (given) => get(at(given.packageId, `/download?token=${given.downloadToken}&token=${given.downloadToken}`)),
    { paths: ["token"], uncounted: true },
  ),
  row(
    "GET /evidence/{id}/download: an additional parameter",
    "validation_failed",
    (given) => get(at(given.packageId, `/download?token=${given.downloadToken}&inline=true`)),
    { paths: ["inline"], uncounted: true },
  ),
  ...["bytes=1000000-", "bytes=999999999999999999999999-", "bytes=-0"].map((Range) =>
    row(
      `GET /evidence/{id}/download: ${Range}`,
      "range_not_satisfiable",
      (given) => get(at(given.packageId, `/download?token=${given.downloadToken}`), { Range }),
      { answers: { "Content-Range": `bytes */${packageBytes}` }, uncounted: true },
    ),
  ),
  ...unknownHashes.map((hash) =>
    row(
      `GET /verify/ and ${hash.length} characters, ${hash.slice(0, 60)}`,
      "not_found",
      () => get(`/v1/verify/${hash}`),
      {
        paths: [],
        uncounted: true,
      },
    ),
  ),
  row(
    "GET /verify/{packageHash}: a query parameter",
    "validation_failed",
    () => get(`/v1/verify/sha256:${"0".repeat(64)}?expand=organisation`),
    { paths: ["expand"], uncounted: true },
  ),
];

import { type BadInput, badFields, badQueries, type FieldRow, get, type Json, post, row } from "./row";
import {
  addComment,
  approveException,
  changeDetection,
  changeDetections,
  createTicket,
  rejectException,
} from "./writers";

const missing = "sad_01kahbc2g8m9n4q6r1s7t3v5wx";
const at = (id: string) => `/v1/shadow-ai/${id}`;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const resolve = (resolution: string, more: Json = {}) => ({ status: "RESOLVED", resolution, ...more });

/** Invalid updates of one or several detections. The detection is under investigation. */
const changing: FieldRow[] = [
  ["a status in lower case", { status: "resolved" }, ["status"]],
  ["an unknown status", { status: "CLOSED" }, ["status"]],
  ["an invalid assignee", { assignedTo: "ada" }, ["assignedTo"]],
  ["an empty assignee", { assignedTo: "" }, ["assignedTo"]],
  ["an assignee with a display name", { assignedTo: "Ada <ada@example.com>" }, ["assignedTo"]],
  ["two assignees", { assignedTo: "a@example.com,b@example.com" }, ["assignedTo"]],
  ["an assignee with a line break", { assignedTo: "a@example.com\nBcc: b@example.com" }, ["assignedTo"]],
  ["empty notes", { notes: "" }, ["notes"]],
  ["notes of only white space", { notes: " \n\t" }, ["notes"]],
  ["a resolution without a status", { resolution: "STOPPED" }, ["resolution"]],
  ["a resolution with another status", { status: "DISMISSED", resolution: "STOPPED" }, ["resolution"]],
  ["ONBOARDED without a model", resolve("ONBOARDED"), ["resolvedModelId"]],
  ["a model with another resolution", resolve("STOPPED", { resolvedModelId: "mdl_1" }), ["resolvedModelId"]],
  [
    "an end with another resolution",
    resolve("STOPPED", { exceptionExpiresAt: "2099-01-01T00:00:00Z" }),
    ["exceptionExpiresAt"],
  ],
  ["a snooze without an end", { snooze: { note: "Later." } }, ["snooze.until"]],
  ["a snooze with an invalid end", { snooze: { until: "tomorrow", note: "" } }, ["snooze.note", "snooze.until"]],
  ["a severity", { severity: "INFO" }, ["severity"]],
  ["a resolvedAt", { resolvedAt: "2026-01-15T10:00:00Z" }, ["resolvedAt"]],
  ["an organisation", { organisationId: "org_1" }, ["organisationId"]],
  [
    "errors in every field",
    { status: 1, assignedTo: 1, notes: 1, resolution: 1, resolvedModelId: 1, exceptionExpiresAt: 1, x: 1 },
    ["assignedTo", "exceptionExpiresAt", "notes", "resolution", "resolvedModelId", "status", "x"],
  ],
];

/** Updates that are invalid only for the current status of a detection. */
const impossible: FieldRow[] = [
  ["RESOLVED without a resolution", { status: "RESOLVED" }, ["resolution"]],
  ["DISMISSED without a reason", { status: "DISMISSED", notes: null }, ["notes"]],
  ["an exception without a justification", resolve("APPROVED_EXCEPTION", { notes: null }), ["notes"]],
  [
    "an exception that has ended",
    () => resolve("APPROVED_EXCEPTION", { exceptionExpiresAt: inDays(-1) }),
    ["exceptionExpiresAt"],
  ],
  [
    "an exception of more than a year",
    () => resolve("APPROVED_EXCEPTION", { exceptionExpiresAt: inDays(366) }),
    ["exceptionExpiresAt"],
  ],
];

const change = { status: "INVESTIGATING" };
const many: FieldRow[] = [
  ["neither ids nor a filter", { ids: undefined }, ["ids"]],
  ["ids and a filter", { filter: {}, expectedCount: 1 }, ["filter"]],
  ["ids that are text", { ids: "sad_1" }, ["ids"]],
  ["an id that is a number", { ids: [1] }, ["ids[0]"]],
  ["an empty id", { ids: [""] }, ["ids[0]"]],
  ["an id twice", { ids: ["sad_1", "sad_1"] }, ["ids"]],
  ["a filter without its count", { ids: undefined, filter: {} }, ["expectedCount"]],
  ["a count without a filter", { expectedCount: 1 }, ["expectedCount"]],
  ["a count of 0", { ids: undefined, filter: {}, expectedCount: 0 }, ["expectedCount"]],
  ["a count of 501", { ids: undefined, filter: {}, expectedCount: 501 }, ["expectedCount"]],
  ["an unknown filter", { ids: undefined, filter: { state: "OPEN" }, expectedCount: 1 }, ["filter.state"]],
  [
    "invalid filters",
    { ids: undefined, filter: { minConfidence: "0.5", minCostUSD: -1, due: "soon", sort: "cost" }, expectedCount: 1 },
    ["filter.due", "filter.minConfidence", "filter.minCostUSD", "filter.sort"],
  ],
  ["an invalid filter", { ids: undefined, filter: { severity: "LOW" }, expectedCount: 1 }, ["filter.severity"]],
  [
    "a filter that ends before it starts",
    { ids: undefined, filter: { from: "2026-02-01T00:00:00Z", to: "2026-01-01T00:00:00Z" }, expectedCount: 1 },
    ["filter.from"],
  ],
  ["an empty change", { change: {} }, ["change"]],
  ["an additional field", { status: "INVESTIGATING" }, ["status"]],
  ...changing.map(
    ([name, changes, paths]): FieldRow => [
      name,
      (given) => ({ change: typeof changes === "function" ? changes(given) : changes }),
      paths.map((path) => `change.${path}`),
    ],
  ),
];

const deciding: FieldRow[] = [
  ["an empty note", { note: "" }, ["note"]],
  ["a note of only white space", { note: " \n" }, ["note"]],
  ["an expiresAt", { expiresAt: "2099-01-01T00:00:00Z" }, ["expiresAt"]],
];

const exceptions = "/v1/shadow-ai/exceptions";

/** Invalid decisions on exception requests with an API key. */
const deciders: BadInput[] = [
  ...badFields("POST /shadow-ai/exceptions/{id}/approve", approveException, deciding),
  ...badFields("POST /shadow-ai/exceptions/{id}/reject", rejectException, deciding),
  ...[approveException, rejectException].flatMap((valid) => [
    row(`${valid.name}: an unknown request`, "not_found", (given) => ({
      ...valid(given),
      path: valid(given).path.replace(given.exceptionRequestId, "exr_01kahbc2g8m9n4q6r1s7t3v5wx"),
    })),
    row(`${valid.name}: a request of another organisation`, "not_found", (given) => ({
      ...valid(given),
      path: valid(given).path.replace(given.exceptionRequestId, given.foreignExceptionRequestId),
    })),
    row(`${valid.name}: an ID of another type`, "not_found", (given) => ({
      ...valid(given),
      path: valid(given).path.replace(given.exceptionRequestId, given.detectionId),
    })),
  ]),
  row("POST /shadow-ai/{id}/exception-request: with an API key", "insufficient_scope", ({ detectionId }) =>
    post(`${at(detectionId)}/exception-request`, { justification: "A trial." }),
  ),
  row("PUT /user-pseudonyms: with an API key", "insufficient_scope", () => ({
    method: "PUT",
    path: "/v1/user-pseudonyms",
    body: { enabled: true },
  })),
  row("POST /user-pseudonyms/identifications: with an API key", "insufficient_scope", ({ detectionId }) =>
    post("/v1/user-pseudonyms/identifications", { detectionId, pseudonym: "user_7f3a9c0e51b2d486", reason: "A case." }),
  ),
  row("POST /shadow-ai/exceptions/{id}/withdraw: with an API key", "insufficient_scope", ({ exceptionRequestId }) => ({
    method: "POST",
    path: `${exceptions}/${exceptionRequestId}/withdraw`,
  })),
  ...badFields("POST /shadow-ai/{id}/comments", addComment, [
    ["no text", { text: undefined }, ["text"]],
    ["an empty text", { text: " \n" }, ["text"]],
    ["a text of 5,001 characters", { text: "x".repeat(5_001) }, ["text"]],
    ["a text with a bidirectional override", { text: "a\u202eb" }, ["text"]],
    ["a mention of an unknown member", { text: "@usr_01kahbc2g8m9n4q6r1s7t3v5wx" }, ["text"]],
    ["a mention of an invited member", ({ memberId }) => ({ text: `@${memberId}` }), ["text"]],
    ["a mention of a member of another organisation", (given) => ({ text: `@${given.foreignMemberId}` }), ["text"]],
    ["an unknown field", { mentions: [] }, ["mentions"]],
  ]),
  ...badFields("POST /shadow-ai/{id}/tickets", createTicket, [
    ["no integration", { integrationId: undefined }, ["integrationId"]],
    ["an empty digest", { digest: "" }, ["digest"]],
    ["a title", { title: "Another" }, ["title"]],
  ]),
  row("POST /shadow-ai/{id}/tickets: an integration without tickets", "conflict", createTicket),
  row("GET /shadow-ai/{id}/comments: an unknown detection", "not_found", () => get(`${at(missing)}/comments`)),
  row("POST /shadow-ai/{id}/comments: a detection of another organisation", "not_found", (given) =>
    post(`${at(given.foreignDetectionId)}/comments`, { text: "Taken over" }),
  ),
  row("POST /shadow-ai/comments/{id}/withdraw: an unknown comment", "not_found", () => ({
    method: "POST",
    path: "/v1/shadow-ai/comments/cmt_01kahbc2g8m9n4q6r1s7t3v5wx/withdraw",
  })),
  row("GET /shadow-ai/{id}/similar: an unknown detection", "not_found", () => get(`${at(missing)}/similar`)),
  ...badQueries(exceptions, [
    ["status=OPEN", ["status"]],
    ["status=pending", ["status"]],
    ["detectionId=", ["detectionId"]],
    ["sort=createdAt", ["sort"]],
  ]),
  ...["status=PENDING", "detectionId=sad_1"].map((filter) =>
    row(`GET ${exceptions}: a cursor of the whole list with ${filter}`, "invalid_cursor", ({ cursors }) =>
      get(`${exceptions}?${filter}&cursor=${cursors[exceptions] ?? ""}`),
    ),
  ),
];

export const shadowAi: BadInput[] = [
  ...deciders,
  ...badFields("PATCH /shadow-ai/{id}", changeDetection, changing),
  ...badFields("PATCH /shadow-ai/{id}", changeDetection, impossible),
  row("PATCH /shadow-ai/{id}: no changes", "validation_failed", (given) => ({ ...changeDetection(given), body: {} }), {
    paths: ["body"],
  }),
  ...["OPEN"].map((status) =>
    row(
      `PATCH /shadow-ai/{id}: back to ${status}`,
      "invalid_transition",
      (given) => ({ ...changeDetection(given), body: { status } }),
      { paths: ["status"] },
    ),
  ),
  ...(["mdl_01kahbc2g8m9n4q6r1s7t3v5wx", "evt_1", "' OR ''='", "mdl_é\u{1f4a9}"] as const).map((resolvedModelId) =>
    row(
      `PATCH /shadow-ai/{id}: the model ${resolvedModelId}`,
      "model_not_registered",
      (given) => ({ ...changeDetection(given), body: resolve("ONBOARDED", { resolvedModelId }) }),
      { paths: ["resolvedModelId"] },
    ),
  ),
  ...(["foreignModelId", "archivedModelId"] as const).map((name) =>
    row(
      `PATCH /shadow-ai/{id}: the model is a ${name}`,
      "model_not_registered",
      (given) => ({ ...changeDetection(given), body: resolve("ONBOARDED", { resolvedModelId: given[name] }) }),
      { paths: ["resolvedModelId"] },
    ),
  ),
  ...['"another"', 'W/"another"', "another", '""', '"a", "b"'].map((tag) =>
    row(`PATCH /shadow-ai/{id}: If-Match ${tag}`, "precondition_failed", (given) => ({
      ...changeDetection(given),
      headers: { "If-Match": tag },
    })),
  ),
  ...badFields("POST /shadow-ai/bulk", changeDetections, many),
  row(
    "POST /shadow-ai/bulk: a filter with another number of matches",
    "conflict",
    () => ({ method: "POST", path: "/v1/shadow-ai/bulk", body: { filter: {}, expectedCount: 499, change } }),
    { paths: ["expectedCount"] },
  ),
  row("GET /shadow-ai/{id}: an unknown detection", "not_found", () => get(at(missing))),
  row("GET /shadow-ai/{id}: a detection of another organisation", "not_found", (given) =>
    get(at(given.foreignDetectionId)),
  ),
  row("GET /shadow-ai/{id}: an ID of another type", "not_found", ({ modelId }) => get(at(modelId))),
  row("PATCH /shadow-ai/{id}: a detection of another organisation", "not_found", (given) => ({
    ...changeDetection(given),
    path: at(given.foreignDetectionId),
  })),
  row(
    "GET /shadow-ai/{id}: a query parameter",
    "validation_failed",
    ({ detectionId }) => get(`${at(detectionId)}?expand=events`),
    { paths: ["expand"] },
  ),
  ...badQueries("/v1/shadow-ai/stats", [
    ["from=2026-01-01T00:00:00Z", ["from"]],
    ["days=7", ["days"]],
  ]),
  ...badQueries("/v1/shadow-ai/detections", [
    ["status=", ["status"]],
    ["status=open", ["status"]],
    ["status=OPEN,RESOLVED", ["status"]],
    ["status=OPEN&status=RESOLVED", ["status"]],
    ["severity=LOW", ["severity"]],
    ["severity=high", ["severity"]],
    ["source=LOG", ["source"]],
    ["resolution=DONE", ["resolution"]],
    ["department=", ["department"]],
    ["category=llm", ["category"]],
    ["factor=RISK", ["factor"]],
    ["modelId=", ["modelId"]],
    ["due=today", ["due"]],
    ["snoozed=true", ["snoozed"]],
    ["exceptionEnds=15d", ["exceptionEnds"]],
    ["minConfidence=1.1", ["minConfidence"]],
    ["minConfidence=-0.1", ["minConfidence"]],
    ["minConfidence=high", ["minConfidence"]],
    ["minCostUSD=1e3", ["minCostUSD"]],
    ["minCostUSD=", ["minCostUSD"]],
    ["minCostUSD=NaN", ["minCostUSD"]],
    ["sort=provider", ["sort"]],
    ["sort=-cost", ["sort"]],
    ["order=up", ["order"]],
    ["assignedTo=", ["assignedTo"]],
    ["assignedTo=ada", ["assignedTo"]],
    ["assignedTo=null", ["assignedTo"]],
    ["provider=", ["provider"]],
    [`provider=${"p".repeat(301)}`, ["provider"]],
    ["provider=a%00b", ["provider"]],
    ["q=", ["q"]],
    ["q=%20", ["q"]],
    [`q=${"q".repeat(254)}`, ["q"]],
    ["from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z", ["from"]],
    ["from=yesterday&to=tomorrow&severity=LOW", ["from", "severity", "to"]],
  ]),
  ...[
    "status=OPEN",
    "severity=HIGH",
    "provider=OpenAI",
    "q=openai",
    "source=PROXY",
    "department=Marketing",
    "due=week",
    "snoozed=only",
    "minConfidence=0",
    "sort=cost",
    "order=asc",
  ].map((filter) =>
    row(`GET /v1/shadow-ai/detections: a cursor of the whole list with ${filter}`, "invalid_cursor", ({ cursors }) =>
      get(`/v1/shadow-ai/detections?${filter}&cursor=${cursors["/v1/shadow-ai/detections"] ?? ""}`),
    ),
  ),
];

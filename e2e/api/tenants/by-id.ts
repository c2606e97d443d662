import { sign } from "@/lib/domains/integrations/testing/deliveries";
import { declaration, gapOf, type Stock } from "../support/stock";

/** A request with an ID, which would succeed for the organisation's own record. */
interface ById {
  id(stock: Stock): string;
  /** Has the same format and length as a real ID. */
  missing: string;
  path(id: string): string;
  body?(id: string): unknown;
  headers?: Record<string, string>;
  status: number;
}

/** An unknown ID returns a 404 that names its kind. */
function ofKind(prefix: string, id: ById["id"]): Pick<ById, "id" | "missing" | "status"> {
  return { id, missing: `${prefix}_01kahbc2g8m9n4q6r1s7t3v5wx`, status: 404 };
}

export const missingModel = "mdl_01kahbc2g8m9n4q6r1s7t3v5wx";
const missingEvent = "evt_01kahbc2g8m9n4q6r1s7t3v5wx";
const missingVerification = "ver_01kahbc2g8m9n4q6r1s7t3v5wx";
const modelId = ({ model }: Stock) => model.id;
const eventId = ({ event }: Stock) => event.id;
const key = ofKind("key", ({ organisation }) => organisation.apiKey.id);
const endpoint = ofKind("wh", (stock) => stock.endpoint.id);
const delivery = {
  id: ({ endpoint: { id }, deliveryId }: Stock) => `${id}/deliveries/${deliveryId}`,
  missing: "wh_01kahbc2g8m9n4q6r1s7t3v5wx/deliveries/we_01kahbc2g8m9n4q6r1s7t3v5wx",
  status: 404,
};
const integration = ofKind("int", (stock) => stock.integration.id);
const forged = sign.GITHUB({ secret: "isec_guess", body: { zen: "Speak like a human." } });
const stream = ofKind("str", (stock) => stock.stream.id);
const policy = ofKind("pol", (stock) => stock.policy.id);
const telemetryRule = ofKind("trl", (stock) => stock.telemetryRule.id);
const hold = ofKind("hold", (stock) => stock.hold.id);
const document = ofKind("doc", (stock) => stock.document.id);
const assignment = ofKind("ctl", (stock) => stock.assignment.id);
const evidence = ofKind("epkg", (stock) => stock.evidence.id);
const report = ofKind("rep", (stock) => stock.report.id);
const schedule = ofKind("rsch", (stock) => stock.schedule.id);
const detection = ofKind("sad", (stock) => stock.detection.id);
const comment = ofKind("cmt", (stock) => stock.comment.id);
const exceptionRequest = ofKind("exr", (stock) => stock.exceptionRequest.id);
const identification = ofKind("idn", () => "idn_01kahbc2g8m9n4q6r1s7t3v5wy");
const member = ofKind("usr", (stock) => stock.member.id);
// An API key cannot resolve findings, regardless of the ID. findings.spec.ts tests IDs of other organisations with sessions.
const resolution = (step = "") => ({
  id: ({ finding }: Stock) => finding.id,
  missing: "fnd_9e107d9d372bb6826bd81d3542a419d6",
  path: (id: string) => `/audit/findings/${id}/resolution${step}`,
  status: 403,
});
// A key has no saved views, regardless of the ID.
const savedView = {
  id: () => "view_01kahbc2g8m9n4q6r1s7t3v5wy",
  missing: "view_01kahbc2g8m9n4q6r1s7t3v5wx",
  path: (id: string) => `/saved-views/${id}`,
  status: 403,
};
// Nor notifications.
const notification = {
  id: () => "ntf_01kahbc2g8m9n4q6r1s7t3v5wy",
  missing: "ntf_01kahbc2g8m9n4q6r1s7t3v5wx",
  path: (id: string) => `/notifications/${id}`,
  status: 403,
};
/** An event of a model. */
export const event = (id: string) => ({ modelId: id, eventType: "ALERT", payload: {} });

/** Every operation that takes an ID, in its path or in its body. */
export const byId: Record<string, ById> = {
  "POST /audit": { id: modelId, missing: missingModel, path: () => "/audit", body: event, status: 422 },
  "POST /audit/batch": {
    id: modelId,
    missing: missingModel,
    path: () => "/audit/batch",
    body: (id) => ({ events: [event(id)] }),
    status: 422,
  },
  "POST /audit/verify": {
    id: eventId,
    missing: missingEvent,
    path: () => "/audit/verify",
    body: (id) => ({ eventId: id }),
    status: 404,
  },
  "GET /audit/{id}": { id: eventId, missing: missingEvent, path: (id) => `/audit/${id}`, status: 404 },
  "GET /audit/{id}/proof": {
    id: eventId,
    missing: missingEvent,
    path: (id) => `/audit/${id}/proof?size=1`,
    status: 404,
  },
  "GET /audit/{id}/neighbours": {
    id: eventId,
    missing: missingEvent,
    path: (id) => `/audit/${id}/neighbours`,
    status: 404,
  },
  "POST /audit/{id}/erasure": {
    id: eventId,
    missing: missingEvent,
    path: (id) => `/audit/${id}/erasure`,
    body: () => ({ legalBasis: "OTHER", reference: "Taken over" }),
    status: 404,
  },
  "GET /audit/verifications/{id}": {
    id: ({ verificationId }) => verificationId,
    missing: missingVerification,
    path: (id) => `/audit/verifications/${id}`,
    status: 404,
  },
  "POST /audit/findings/{id}/resolution": { ...resolution(), body: () => ({ reason: "A trial." }) },
  "POST /audit/findings/{id}/resolution/confirm": resolution("/confirm"),
  "POST /audit/findings/{id}/resolution/reject": resolution("/reject"),
  "POST /audit/verify-chain": {
    id: ({ organisation }) => organisation.id,
    missing: "org_01kahbc2g8m9n4q6r1s7t3v5wx",
    path: () => "/audit/verify-chain",
    body: (organisationId) => ({
      expectedHead: { organisationId, chainPosition: 1, blockHash: `sha256:${"0".repeat(64)}` },
    }),
    status: 400,
  },
  "POST /evidence/generate": {
    id: modelId,
    missing: missingModel,
    path: () => "/evidence/generate",
    body: (id) => ({
      modelId: id,
      framework: "ISO_42001",
      dateRange: { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" },
    }),
    status: 422,
  },
  "GET /evidence/preview": {
    id: modelId,
    missing: missingModel,
    path: (id) =>
      `/evidence/preview?modelId=${id}&framework=ISO_42001&from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z`,
    status: 422,
  },
  "GET /evidence/{id}": { ...evidence, path: (id) => `/evidence/${id}` },
  "POST /evidence/{id}/verify": {
    ...evidence,
    path: (id) => `/evidence/${id}/verify`,
    body: () => ({ packageHash: `sha256:${"0".repeat(64)}` }),
  },
  "POST /evidence/{id}/download-url": { ...evidence, path: (id) => `/evidence/${id}/download-url` },
  "GET /evidence/{id}/download": { ...evidence, path: (id) => `/evidence/${id}/download?token=none` },
  "GET /reports/{id}": { ...report, path: (id) => `/reports/${id}` },
  "GET /reports/{id}/document": { ...report, path: (id) => `/reports/${id}/document` },
  "GET /reports/{id}/download": { ...report, path: (id) => `/reports/${id}/download?token=none` },
  "POST /report-schedules": {
    id: ({ member }) => member.id,
    missing: "usr_01kahbc2g8m9n4q6r1s7t3v5wx",
    path: () => "/report-schedules",
    body: (id) => ({ name: "Theirs", kind: "shadow-ai", cron: "0 7 1 * *", covers: "PREVIOUS_DAY", recipients: [id] }),
    status: 400,
  },
  "GET /report-schedules/{id}": { ...schedule, path: (id) => `/report-schedules/${id}` },
  "PATCH /report-schedules/{id}": {
    ...schedule,
    path: (id) => `/report-schedules/${id}`,
    body: () => ({ name: "Taken over", enabled: true }),
    headers: { "If-Match": '"something"' },
  },
  "DELETE /report-schedules/{id}": { ...schedule, path: (id) => `/report-schedules/${id}` },
  "GET /sensors/imports/{id}": {
    id: ({ importId }) => importId,
    missing: "imp_01kahbc2g8m9n4q6r1s7t3v5wx",
    path: (id) => `/sensors/imports/${id}`,
    status: 404,
  },
  "DELETE /shadow-ai/catalogue/overrides/{host}": {
    id: ({ overriddenHost }) => overriddenHost,
    missing: "org-01kahbc2g8m9n4q6r1s7t3v5wx.example.com",
    path: (host) => `/shadow-ai/catalogue/overrides/${host}`,
    status: 404,
  },
  "GET /models/{id}": { id: modelId, missing: missingModel, path: (id) => `/models/${id}`, status: 404 },
  "PATCH /models/{id}": {
    id: modelId,
    missing: missingModel,
    path: (id) => `/models/${id}`,
    body: () => ({ name: "Taken over", archived: true }),
    headers: { "If-Match": '"something"' },
    status: 404,
  },
  "GET /shadow-ai/{id}": { ...detection, path: (id) => `/shadow-ai/${id}` },
  "PATCH /shadow-ai/{id}": {
    ...detection,
    path: (id) => `/shadow-ai/${id}`,
    body: () => ({ notes: "Taken over" }),
    headers: { "If-Match": '"something"' },
  },
  "GET /shadow-ai/{id}/similar": { ...detection, path: (id) => `/shadow-ai/${id}/similar` },
  "POST /shadow-ai/{id}/undo": { ...detection, path: (id) => `/shadow-ai/${id}/undo` },
  "POST /shadow-ai/bulk/{operationId}/undo": {
    ...ofKind("op", () => "op_01kahbc2g8m9n4q6r1s7t3v5wy"),
    path: (id) => `/shadow-ai/bulk/${id}/undo`,
  },
  "GET /shadow-ai/{id}/comments": { ...detection, path: (id) => `/shadow-ai/${id}/comments` },
  "POST /shadow-ai/{id}/comments": {
    ...detection,
    path: (id) => `/shadow-ai/${id}/comments`,
    body: () => ({ text: "Taken over" }),
  },
  "GET /shadow-ai/{id}/ticket-drafts": { ...detection, path: (id) => `/shadow-ai/${id}/ticket-drafts` },
  "POST /shadow-ai/{id}/tickets": {
    ...detection,
    path: (id) => `/shadow-ai/${id}/tickets`,
    body: () => ({ integrationId: "int_01kahbc2g8m9n4q6r1s7t3v5wx" }),
  },
  "POST /shadow-ai/comments/{id}/withdraw": { ...comment, path: (id) => `/shadow-ai/comments/${id}/withdraw` },
  // An API key cannot request an exception, regardless of the ID.
  "POST /shadow-ai/{id}/exception-request": {
    ...detection,
    path: (id) => `/shadow-ai/${id}/exception-request`,
    body: () => ({ justification: "A trial." }),
    status: 403,
  },
  // An API key cannot identify users, regardless of the ID.
  "POST /user-pseudonyms/identifications": {
    ...detection,
    path: () => "/user-pseudonyms/identifications",
    body: (id) => ({ detectionId: id, pseudonym: "user_7f3a9c0e51b2d486", reason: "A case." }),
    status: 403,
  },
  "POST /user-pseudonyms/identifications/{id}/approve": {
    ...identification,
    path: (id) => `/user-pseudonyms/identifications/${id}/approve`,
    status: 403,
  },
  "POST /user-pseudonyms/identifications/{id}/reject": {
    ...identification,
    path: (id) => `/user-pseudonyms/identifications/${id}/reject`,
    status: 403,
  },
  "POST /user-pseudonyms/identifications/{id}/match": {
    ...identification,
    path: (id) => `/user-pseudonyms/identifications/${id}/match`,
    body: () => ({ candidates: ["ada@example.com"] }),
    status: 403,
  },
  "POST /shadow-ai/exceptions/{id}/approve": {
    ...exceptionRequest,
    path: (id) => `/shadow-ai/exceptions/${id}/approve`,
    body: () => ({ note: "Taken over" }),
  },
  "POST /shadow-ai/exceptions/{id}/reject": {
    ...exceptionRequest,
    path: (id) => `/shadow-ai/exceptions/${id}/reject`,
    body: () => ({ note: "Taken over" }),
  },
  "POST /shadow-ai/exceptions/{id}/withdraw": {
    ...exceptionRequest,
    path: (id) => `/shadow-ai/exceptions/${id}/withdraw`,
    status: 403,
  },
  // Each result is reported with its ID.
  "POST /shadow-ai/bulk": {
    ...detection,
    path: () => "/shadow-ai/bulk",
    body: (id) => ({ ids: [id], change: { notes: "Taken over" } }),
    status: 200,
  },
  "GET /webhooks/{id}": { ...endpoint, path: (id) => `/webhooks/${id}` },
  "PATCH /webhooks/{id}": {
    ...endpoint,
    path: (id) => `/webhooks/${id}`,
    body: () => ({ url: "https://elsewhere.example.com/", active: false }),
    headers: { "If-Match": '"something"' },
  },
  "DELETE /webhooks/{id}": { ...endpoint, path: (id) => `/webhooks/${id}` },
  "POST /webhooks/{id}/rotate-secret": {
    ...endpoint,
    path: (id) => `/webhooks/${id}/rotate-secret`,
    body: () => ({ overlapSeconds: 0 }),
  },
  "POST /webhooks/{id}/test": { ...endpoint, path: (id) => `/webhooks/${id}/test`, body: () => ({}) },
  "POST /webhooks/{id}/recover": {
    ...endpoint,
    path: (id) => `/webhooks/${id}/recover`,
    body: () => ({ since: new Date(Date.now() - 60_000).toISOString() }),
  },
  "GET /webhooks/{id}/deliveries": { ...endpoint, path: (id) => `/webhooks/${id}/deliveries` },
  "GET /webhooks/{id}/deliveries/{deliveryId}": { ...delivery, path: (ids) => `/webhooks/${ids}` },
  "POST /webhooks/{id}/deliveries/{deliveryId}/redeliver": { ...delivery, path: (ids) => `/webhooks/${ids}/redeliver` },
  "POST /integrations": {
    id: modelId,
    missing: missingModel,
    path: () => "/integrations",
    body: (id) => ({ kind: "GITHUB", name: "Theirs", defaultModelId: id }),
    status: 422,
  },
  "GET /integrations/{id}": { ...integration, path: (id) => `/integrations/${id}` },
  "PATCH /integrations/{id}": {
    ...integration,
    path: (id) => `/integrations/${id}`,
    body: () => ({ name: "Taken over", enabled: false }),
    headers: { "If-Match": '"something"' },
  },
  "DELETE /integrations/{id}": { ...integration, path: (id) => `/integrations/${id}` },
  "POST /integrations/{id}/rotate-secret": {
    ...integration,
    path: (id) => `/integrations/${id}/rotate-secret`,
    body: () => ({ overlapSeconds: 0 }),
  },
  // The secret alone identifies the owner: without it, the response is the same for every integration.
  "POST /integrations/{id}/events": {
    ...integration,
    path: (id) => `/integrations/${id}/events`,
    body: () => forged.body,
    headers: forged.headers,
    status: 401,
  },
  "GET /integrations/{id}/deliveries": { ...integration, path: (id) => `/integrations/${id}/deliveries` },
  "GET /audit-streams/{id}": { ...stream, path: (id) => `/audit-streams/${id}` },
  "PATCH /audit-streams/{id}": {
    ...stream,
    path: (id) => `/audit-streams/${id}`,
    body: () => ({ url: "https://elsewhere.example.com/", status: "ACTIVE" }),
    headers: { "If-Match": '"something"' },
  },
  "DELETE /audit-streams/{id}": { ...stream, path: (id) => `/audit-streams/${id}` },
  "POST /audit-streams/{id}/rotate-secret": {
    ...stream,
    path: (id) => `/audit-streams/${id}/rotate-secret`,
    body: () => ({ overlapSeconds: 0 }),
  },
  "POST /audit-streams/{id}/test": { ...stream, path: (id) => `/audit-streams/${id}/test` },
  "GET /audit-streams/{id}/batches": { ...stream, path: (id) => `/audit-streams/${id}/batches` },
  "POST /audit-streams": {
    id: modelId,
    missing: missingModel,
    path: () => "/audit-streams",
    body: (id) => ({ name: "Theirs", url: "https://siem.example.com/", filter: { modelIds: [id] }, status: "PAUSED" }),
    status: 422,
  },
  "POST /telemetry/rules": {
    id: modelId,
    missing: missingModel,
    path: () => "/telemetry/rules",
    body: (id) => ({ service: "theirs", modelId: id }),
    status: 422,
  },
  "DELETE /telemetry/rules/{id}": { ...telemetryRule, path: (id) => `/telemetry/rules/${id}` },
  "GET /alert-policies/{id}": { ...policy, path: (id) => `/alert-policies/${id}` },
  "PATCH /alert-policies/{id}": {
    ...policy,
    path: (id) => `/alert-policies/${id}`,
    body: () => ({ name: "Taken over", enabled: true }),
    headers: { "If-Match": '"something"' },
  },
  "DELETE /alert-policies/{id}": { ...policy, path: (id) => `/alert-policies/${id}` },
  "POST /alert-policies": {
    id: modelId,
    missing: missingModel,
    path: () => "/alert-policies",
    body: (id) => ({ name: "Theirs", rule: { modelIds: [id] } }),
    status: 422,
  },
  "POST /alert-policies/preview": {
    id: modelId,
    missing: missingModel,
    path: () => "/alert-policies/preview",
    body: (id) => ({ rule: { modelIds: [id] } }),
    status: 422,
  },
  "POST /legal-holds": {
    id: modelId,
    missing: missingModel,
    path: () => "/legal-holds",
    body: (id) => ({ name: "Theirs", reason: "Theirs", modelIds: [id] }),
    status: 422,
  },
  "GET /legal-holds/{id}": { ...hold, path: (id) => `/legal-holds/${id}` },
  "POST /legal-holds/{id}/release": {
    ...hold,
    path: (id) => `/legal-holds/${id}/release`,
    body: () => ({ reason: "Taken over" }),
  },
  "GET /evidence-controls": {
    id: modelId,
    missing: missingModel,
    path: (id) =>
      `/evidence-controls?modelId=${id}&framework=ISO_42001&from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z`,
    status: 422,
  },
  "POST /control-assignments": {
    id: modelId,
    missing: missingModel,
    path: () => "/control-assignments",
    body: (id) => gapOf(id, "ada@example.com"),
    status: 422,
  },
  "GET /control-assignments/{id}": { ...assignment, path: (id) => `/control-assignments/${id}` },
  "PATCH /control-assignments/{id}": {
    ...assignment,
    path: (id) => `/control-assignments/${id}`,
    body: () => ({ note: "Taken over" }),
  },
  "POST /control-assignments/{id}/close": {
    ...assignment,
    path: (id) => `/control-assignments/${id}/close`,
    body: () => ({ reason: "Taken over" }),
  },
  "POST /evidence-documents": {
    id: modelId,
    missing: missingModel,
    path: () => "/evidence-documents",
    body: (id) => ({ ...declaration, modelId: id }),
    status: 422,
  },
  "GET /evidence-documents/{id}": { ...document, path: (id) => `/evidence-documents/${id}` },
  "POST /evidence-documents/{id}/withdraw": { ...document, path: (id) => `/evidence-documents/${id}/withdraw` },
  "GET /members/{id}": { ...member, path: (id) => `/members/${id}` },
  "PATCH /members/{id}": { ...member, path: (id) => `/members/${id}`, body: () => ({ role: "ADMIN", disabled: true }) },
  "POST /members/{id}/invitation": { ...member, path: (id) => `/members/${id}/invitation` },
  "POST /members/{id}/sign-out": { ...member, path: (id) => `/members/${id}/sign-out` },
  "POST /members/{id}/second-factor/reset": { ...member, path: (id) => `/members/${id}/second-factor/reset` },
  // A key has no sessions, regardless of the ID.
  "DELETE /sessions/{id}": {
    id: () => "ses_01kahbc2g8m9n4q6r1s7t3v5wy",
    missing: "ses_01kahbc2g8m9n4q6r1s7t3v5wx",
    path: (id) => `/sessions/${id}`,
    status: 403,
  },
  "PATCH /notifications/{id}": { ...notification, body: () => ({ read: true }) },
  "PATCH /saved-views/{id}": { ...savedView, body: () => ({ name: "Theirs" }) },
  "DELETE /saved-views/{id}": savedView,
  "GET /mails/{id}": {
    id: ({ mailId }) => mailId,
    missing: "mail_01kahbc2g8m9n4q6r1s7t3v5wx",
    path: (id) => `/mails/${id}`,
    status: 404,
  },
  "GET /api-keys/{id}": { ...key, path: (id) => `/api-keys/${id}` },
  "DELETE /api-keys/{id}": { ...key, path: (id) => `/api-keys/${id}` },
  "POST /api-keys/{id}/rotate": { ...key, path: (id) => `/api-keys/${id}/rotate`, body: () => ({ overlapSeconds: 0 }) },
};

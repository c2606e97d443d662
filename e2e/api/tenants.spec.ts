import { sign } from "@/lib/integrations/testing/deliveries";
import type { Answer } from "../support/api";
import { makeExceptionRequest } from "../support/exceptions";
import { makeOrganisation } from "../support/organisation";
import { test as base, expect } from "./fixtures";
import { makeStock, type Stock } from "./support/calls";
import { type Operation, readKeyOperations, readOpenApi } from "./support/openapi";
import { storedRows } from "./support/stored-rows";

/** Two organisations with something of everything, which no request of a table below may change. */
const test = base.extend<object, { own: Stock; other: Stock }>({
  own: [
    async ({ application }, use) => use(await makeStock(await makeOrganisation(application.url))),
    { scope: "worker" },
  ],
  other: [
    async ({ application }, use) => use(await makeStock(await makeOrganisation(application.url))),
    { scope: "worker" },
  ],
});

/** One request that names something by its id, in a way that would succeed for something of one's own. */
interface ById {
  id(stock: Stock): string;
  /** Of the same form and length as a real one. */
  missing: string;
  path(id: string): string;
  body?(id: string): unknown;
  headers?: Record<string, string>;
  status: number;
}

const missingModel = "mdl_01kahbc2g8m9n4q6r1s7t3v5wx";
const missingEvent = "evt_01kahbc2g8m9n4q6r1s7t3v5wx";
const missingVerification = "ver_01kahbc2g8m9n4q6r1s7t3v5wx";
const modelId = ({ model }: Stock) => model.id;
const eventId = ({ event }: Stock) => event.id;
const key = {
  id: ({ organisation }: Stock) => organisation.apiKey.id,
  missing: "key_01kahbc2g8m9n4q6r1s7t3v5wx",
  status: 404,
};
const endpoint = {
  id: (stock: Stock) => stock.endpoint.id,
  missing: "wh_01kahbc2g8m9n4q6r1s7t3v5wx",
  status: 404,
};
const delivery = {
  id: ({ endpoint: { id }, deliveryId }: Stock) => `${id}/deliveries/${deliveryId}`,
  missing: "wh_01kahbc2g8m9n4q6r1s7t3v5wx/deliveries/we_01kahbc2g8m9n4q6r1s7t3v5wx",
  status: 404,
};
const integration = {
  id: (stock: Stock) => stock.integration.id,
  missing: "int_01kahbc2g8m9n4q6r1s7t3v5wx",
  status: 404,
};
const forged = sign.GITHUB({ secret: "isec_guess", body: { zen: "Speak like a human." } });
const stream = {
  id: (stock: Stock) => stock.stream.id,
  missing: "str_01kahbc2g8m9n4q6r1s7t3v5wx",
  status: 404,
};
const policy = {
  id: (stock: Stock) => stock.policy.id,
  missing: "pol_01kahbc2g8m9n4q6r1s7t3v5wx",
  status: 404,
};
const hold = {
  id: (stock: Stock) => stock.hold.id,
  missing: "hold_01kahbc2g8m9n4q6r1s7t3v5wx",
  status: 404,
};
const evidence = {
  id: (stock: Stock) => stock.evidence.id,
  missing: "epkg_01kahbc2g8m9n4q6r1s7t3v5wx",
  status: 404,
};
const report = {
  id: (stock: Stock) => stock.report.id,
  missing: "rep_01kahbc2g8m9n4q6r1s7t3v5wx",
  status: 404,
};
const schedule = {
  id: (stock: Stock) => stock.schedule.id,
  missing: "rsch_01kahbc2g8m9n4q6r1s7t3v5wx",
  status: 404,
};
const detection = {
  id: (stock: Stock) => stock.detection.id,
  missing: "sad_01kahbc2g8m9n4q6r1s7t3v5wx",
  status: 404,
};
const exceptionRequest = {
  id: (stock: Stock) => stock.exceptionRequest.id,
  missing: "exr_01kahbc2g8m9n4q6r1s7t3v5wx",
  status: 404,
};
const member = {
  id: (stock: Stock) => stock.member.id,
  missing: "usr_01kahbc2g8m9n4q6r1s7t3v5wx",
  status: 404,
};
// A key has no views, whatever it names.
const savedView = {
  id: () => "view_01kahbc2g8m9n4q6r1s7t3v5wy",
  missing: "view_01kahbc2g8m9n4q6r1s7t3v5wx",
  path: (id: string) => `/saved-views/${id}`,
  status: 403,
};
const event = (id: string) => ({ modelId: id, eventType: "ALERT", payload: {} });

/** Every operation that takes an id, in its path or in its body. */
const byId: Record<string, ById> = {
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
  // A key asks for nothing, whatever it names.
  "POST /shadow-ai/{id}/exception-request": {
    ...detection,
    path: (id) => `/shadow-ai/${id}/exception-request`,
    body: () => ({ justification: "A trial." }),
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
  // Each is told beside its id.
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
  // Who it belongs to is said by its secret: without that, whosever it is.
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
  "GET /members/{id}": { ...member, path: (id) => `/members/${id}` },
  "PATCH /members/{id}": { ...member, path: (id) => `/members/${id}`, body: () => ({ role: "ADMIN", disabled: true }) },
  "POST /members/{id}/invitation": { ...member, path: (id) => `/members/${id}/invitation` },
  "POST /members/{id}/sign-out": { ...member, path: (id) => `/members/${id}/sign-out` },
  "POST /members/{id}/second-factor/reset": { ...member, path: (id) => `/members/${id}/second-factor/reset` },
  // A key has no sessions, whatever it names.
  "DELETE /sessions/{id}": {
    id: () => "ses_01kahbc2g8m9n4q6r1s7t3v5wy",
    missing: "ses_01kahbc2g8m9n4q6r1s7t3v5wx",
    path: (id) => `/sessions/${id}`,
    status: 403,
  },
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

/** Every operation that shows many things: queries that would find the other's, were they not the other's. */
const lists: Record<string, (other: Stock) => string[]> = {
  "GET /audit": ({ model }) => ["/audit?limit=100", `/audit?modelId=${model.id}`, "/audit?tags=prod,uk&limit=100"],
  "GET /audit/export": ({ model }) => [
    "/audit/export",
    "/audit/export?format=csv",
    `/audit/export?modelId=${model.id}`,
  ],
  "GET /audit/stream": ({ model }) => ["/audit/stream?limit=10000", `/audit/stream?modelId=${model.id}`],
  "GET /audit/checkpoint": () => ["/audit/checkpoint"],
  "GET /audit/consistency": () => ["/audit/consistency?from=1"],
  "GET /evidence": ({ model }) => ["/evidence?limit=100", `/evidence?modelId=${model.id}`, "/evidence?status=READY"],
  "GET /reports": ({ schedule: { id } }) => [
    "/reports?limit=100",
    "/reports?status=READY",
    `/reports?scheduleId=${id}`,
  ],
  "GET /report-schedules": () => ["/report-schedules?limit=100", "/report-schedules?kind=shadow-ai"],
  "GET /shadow-ai/detections": () => [
    "/shadow-ai/detections?limit=100",
    "/shadow-ai/detections?sort=due&order=asc&department=Marketing",
    "/shadow-ai/detections?provider=OpenAI&q=api",
  ],
  "GET /shadow-ai/exceptions": () => ["/shadow-ai/exceptions?limit=100", "/shadow-ai/exceptions?status=PENDING"],
  "GET /shadow-ai/stats": () => ["/shadow-ai/stats"],
  "GET /shadow-ai/settings": () => ["/shadow-ai/settings"],
  "GET /shadow-ai/catalogue": () => ["/shadow-ai/catalogue"],
  "GET /shadow-ai/catalogue/explain": () => ["/shadow-ai/catalogue/explain?host=ai.example.com"],
  "GET /sensors/sources": () => ["/sensors/sources?limit=100"],
  "GET /sensors/imports": () => ["/sensors/imports?limit=100"],
  "GET /models": () => ["/models?limit=100", "/models?provider=openai&q=credit", "/models?riskTier=HIGH"],
  "GET /webhooks": () => ["/webhooks?limit=100", "/webhooks?active=true"],
  "GET /integrations": () => ["/integrations?limit=100", "/integrations?kind=GITHUB"],
  "GET /audit-streams": () => ["/audit-streams?limit=100"],
  "GET /alert-policies": () => ["/alert-policies?limit=100", "/alert-policies?enabled=false"],
  "GET /legal-holds": () => ["/legal-holds?limit=100", "/legal-holds?active=true"],
  "GET /api-keys": () => ["/api-keys?limit=100"],
  "GET /members": () => ["/members?limit=100", "/members?role=ANALYST&status=INVITED"],
  "GET /mails": () => ["/mails?limit=100"],
  "GET /organisation": () => ["/organisation"],
  "GET /overview": () => ["/overview"],
  "GET /activity": () => ["/activity"],
};

/**
 * Operations that neither take an id nor show anything of another organisation. A hash is told to whoever has its file; an
 * override is made for a host, which is nobody's.
 */
const harmless = [
  "GET /openapi.json",
  "GET /verify/{packageHash}",
  "GET /verify/keys",
  "GET /verify/keys/{file}",
  "POST /api-keys",
  "POST /members",
  "POST /invitations/inspect",
  "POST /invitations/accept",
  "POST /password-resets",
  "POST /password-resets/complete",
  "GET /session",
  "GET /sessions",
  "GET /saved-views",
  "POST /saved-views",
  "GET /account",
  "PATCH /account",
  "POST /account/password",
  "POST /account/second-factor",
  "POST /account/second-factor/confirm",
  "POST /account/second-factor/disable",
  "PATCH /organisation",
  "POST /reports/audit-activity",
  "POST /reports/shadow-ai",
  "POST /reports/chain-integrity",
  "POST /models",
  "POST /webhooks",
  "POST /sensors/observations",
  "PUT /shadow-ai/settings",
  "PUT /shadow-ai/catalogue/overrides/{host}",
];

test("every operation is covered here by what it takes or shows", async ({ application }) => {
  const operations = await readOpenApi(application.url);
  const covered = [...Object.keys(byId), ...Object.keys(lists), ...harmless];
  expect(covered.sort()).toEqual(operations.map(({ name }) => name).sort());
  expect(operations.filter((one) => takesId(one) && harmless.includes(one.name)).map(({ name }) => name)).toEqual([]);
});

for (const [name, call] of Object.entries(byId)) {
  test(`${name} answers an id of another organisation exactly as one that does not exist`, async ({
    database,
    own: { organisation },
    other,
  }) => {
    const stored = () =>
      Promise.all([organisation, other.organisation].map(({ id }) => storedRows(database.owner, id)));
    const before = await stored();

    const [method = ""] = name.split(" ");
    const answer = async (id: string, sent: string) => {
      const headers = { ...call.headers, "X-Request-Id": "same" };
      const given = await organisation.api.send(sent, `/v1${call.path(id)}`, call.body?.(id), headers);
      return comparable(given, id);
    };
    for (const sent of method === "GET" ? ["GET", "HEAD"] : [method]) {
      const missing = await answer(call.missing, sent);
      expect(missing.status).toBe(call.status);
      expect(await answer(call.id(other), sent)).toEqual(missing);
    }
    expect(await stored()).toEqual(before);
  });
}

for (const [name, paths] of Object.entries(lists)) {
  test(`${name} shows nothing of another organisation`, async ({ own: { organisation }, other }) => {
    const foreign = [
      other.organisation.id,
      other.model.id,
      other.event.id,
      other.endpoint.id,
      other.integration.id,
      other.stream.id,
      other.policy.id,
      other.hold.id,
      other.evidence.id,
      other.report.id,
      other.schedule.id,
      other.detection.id,
      other.exceptionRequest.id,
      other.member.id,
      other.mailId,
      other.importId,
      other.overriddenHost,
      other.organisation.apiKey.id,
    ];
    for (const path of paths(other)) {
      const { status, body } = await organisation.api.get<unknown>(`/v1${path}`);
      expect(status).toBe(200);
      const text = typeof body === "string" ? body : JSON.stringify(body ?? "");
      expect(foreign.filter((id) => text.includes(id))).toEqual([]);
    }
  });
}

test("a delivery of another organisation is not found below an endpoint of one's own either", async ({
  database,
  organisation,
  otherOrganisation,
}) => {
  const { endpoint: own } = await makeStock(organisation);
  const { deliveryId } = await makeStock(otherOrganisation);
  const before = await storedRows(database.owner, otherOrganisation.id);
  for (const [method, below] of [
    ["GET", ""],
    ["POST", "/redeliver"],
  ] as const) {
    const answer = async (id: string) => {
      const path = `/v1/webhooks/${own.id}/deliveries/${id}${below}`;
      return comparable(await organisation.api.send(method, path, undefined, { "X-Request-Id": "same" }), id);
    };
    const missing = await answer("we_01kahbc2g8m9n4q6r1s7t3v5wx");
    expect(missing.status).toBe(404);
    expect(await answer(deliveryId)).toEqual(missing);
  }
  expect(await storedRows(database.owner, otherOrganisation.id)).toEqual(before);
});

test("a filter by the other's model finds what a filter by no model finds", async ({
  organisation,
  otherOrganisation,
}) => {
  await makeStock(organisation);
  const other = await makeStock(otherOrganisation);
  for (const path of ["/v1/audit?", "/v1/audit/export?", "/v1/audit/export?format=csv&"]) {
    const foreign = await organisation.api.get(`${path}modelId=${other.model.id}`);
    const missing = await organisation.api.get(`${path}modelId=${missingModel}`);
    expect(foreign).toMatchObject({ status: 200 });
    expect(foreign.body).toEqual(missing.body);
  }
});

test("a cursor of one organisation is invalid_cursor in every other", async ({
  application,
  organisation,
  otherOrganisation,
}) => {
  const own = await makeStock(organisation);
  const other = await makeStock(otherOrganisation);
  await otherOrganisation.key(["audit:read"]);
  await otherOrganisation.endpoint();
  await makeExceptionRequest(otherOrganisation);
  const paged = (await readKeyOperations(application.url)).filter(({ parameters }) =>
    parameters.some(({ name }) => name === "cursor"),
  );
  expect(paged.length).toBeGreaterThan(0);
  for (const { path } of paged) {
    const above = (stock: Stock) => (path.startsWith("/integrations/") ? stock.integration : stock.endpoint);
    const first = (stock: Stock) => `/v1${path.replace("{id}", above(stock).id)}?limit=1`;
    const page = await otherOrganisation.api.get<{ pagination: { nextCursor: string } }>(first(other));
    const { nextCursor } = page.body.pagination;
    expect(nextCursor, `${path} has two pages`).toMatch(/^cur_/);
    expect(await otherOrganisation.api.get(`${first(other)}&cursor=${nextCursor}`)).toMatchObject({ status: 200 });
    expect(await organisation.api.get(`${first(own)}&cursor=${nextCursor}`)).toMatchObject({
      status: 400,
      body: { error: "invalid_cursor" },
    });
  }
});

test("the same Idempotency-Key of two organisations is two keys", async ({ organisation, otherOrganisation }) => {
  const headers = { "Idempotency-Key": "ide_same" };
  const dateRange = { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" };
  const requests: Record<string, (stock: Stock) => unknown> = {
    "/v1/audit": ({ model }) => event(model.id),
    "/v1/audit/batch": ({ model }) => ({ events: [event(model.id)] }),
    "/v1/evidence/generate": ({ model }) => ({
      modelId: model.id,
      framework: "ISO_42001",
      dateRange: { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" },
    }),
    "/v1/models": () => ({ name: "The same" }),
    "/v1/webhooks": () => ({ url: "https://hooks.example.com/", events: ["evidence.expired"] }),
    "/v1/integrations": () => ({ kind: "JIRA", name: "The same" }),
    "/v1/audit-streams": () => ({ name: "The same", url: "https://siem.example.com/", status: "PAUSED" }),
    "/v1/alert-policies": () => ({ name: "The same", rule: { minSeverity: "HIGH" }, enabled: false }),
    "/v1/legal-holds": () => ({ name: "The same", reason: "A trial." }),
    "/v1/reports/shadow-ai": () => ({ dateRange }),
    "/v1/reports/audit-activity": () => ({ dateRange, format: "CSV" }),
    "/v1/reports/chain-integrity": () => ({ dateRange, format: "JSON" }),
    "/v1/report-schedules": () => ({
      ...{ name: "The same", kind: "shadow-ai", cron: "0 7 1 * *", covers: "PREVIOUS_MONTH", enabled: false },
    }),
    "/v1/api-keys": () => ({ name: "The same", scopes: ["audit:read"] }),
  };
  const stocks = [await makeStock(organisation), await makeStock(otherOrganisation)];
  for (const [path, body] of Object.entries(requests)) {
    for (const stock of stocks) {
      const { api } = stock.organisation;
      const first = await api.post(path, body(stock), headers);
      const second = await api.post(path, body(stock), headers);
      expect(first.status).toBe(/^\/v1\/(?:evidence|reports)\//.test(path) ? 202 : 201);
      expect(first.headers.get("idempotent-replayed")).toBeNull();
      expect(second.headers.get("idempotent-replayed")).toBe("true");
    }
  }
});

test("what one organisation uses up of its limits is not missing in another", async ({ makeOrganisation }) => {
  const overrides = { tier: "STARTER", rateLimitOverrides: { "models.read": 1 } } as const;
  const [one, other] = [await makeOrganisation(overrides), await makeOrganisation(overrides)];
  await one.api.get("/v1/models");
  await one.api.get("/v1/models");
  expect(await other.api.get("/v1/models")).toMatchObject({ status: 200 });
});

/** Whether an operation takes an id: in its path, or as a member of its body. That of an override is a provider's. */
function takesId({ path, bodyMembers }: Operation): boolean {
  if (path.endsWith("/{host}")) return false;
  return /\{(?!(?:file|packageHash)\})/.test(path) || bodyMembers.some((member) => /^ids?$|Ids?$/.test(member));
}

/** An answer without what differs from request to request, and with the id it was asked for taken out. */
function comparable({ status, headers, body }: Answer<unknown>, id: string) {
  const passing = ["date", "x-ratelimit-remaining", "x-ratelimit-reset"];
  return {
    status,
    headers: Object.fromEntries([...headers].filter(([name]) => !passing.includes(name))),
    body: JSON.parse(JSON.stringify(body ?? null).replaceAll(id, "the id")) as unknown,
  };
}

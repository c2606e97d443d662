import type { Answer } from "../support/api";
import { expect, test } from "./fixtures";
import { makeStock, type Stock } from "./support/calls";
import { type Operation, readOpenApi } from "./support/openapi";
import { storedRows } from "./support/stored-rows";

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
const evidence = {
  id: (stock: Stock) => stock.evidence.id,
  missing: "epkg_01kahbc2g8m9n4q6r1s7t3v5wx",
  status: 404,
};
const detection = {
  id: (stock: Stock) => stock.detection.id,
  missing: "sad_01kahbc2g8m9n4q6r1s7t3v5wx",
  status: 404,
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
  "GET /evidence/{id}": { ...evidence, path: (id) => `/evidence/${id}` },
  "POST /evidence/{id}/verify": {
    ...evidence,
    path: (id) => `/evidence/${id}/verify`,
    body: () => ({ packageHash: `sha256:${"0".repeat(64)}` }),
  },
  "POST /evidence/{id}/download-url": { ...evidence, path: (id) => `/evidence/${id}/download-url` },
  "GET /evidence/{id}/download": { ...evidence, path: (id) => `/evidence/${id}/download?token=none` },
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
  "GET /audit/checkpoint": () => ["/audit/checkpoint"],
  "GET /audit/consistency": () => ["/audit/consistency?from=1"],
  "GET /evidence": ({ model }) => ["/evidence?limit=100", `/evidence?modelId=${model.id}`, "/evidence?status=READY"],
  "GET /shadow-ai/detections": () => ["/shadow-ai/detections?limit=100", "/shadow-ai/detections?provider=OpenAI&q=api"],
  "GET /shadow-ai/stats": () => ["/shadow-ai/stats"],
  "GET /shadow-ai/settings": () => ["/shadow-ai/settings"],
  "GET /shadow-ai/catalogue": () => ["/shadow-ai/catalogue"],
  "GET /shadow-ai/catalogue/explain": () => ["/shadow-ai/catalogue/explain?host=ai.example.com"],
  "GET /sensors/sources": () => ["/sensors/sources?limit=100"],
  "GET /sensors/imports": () => ["/sensors/imports?limit=100"],
  "GET /models": () => ["/models?limit=100", "/models?provider=openai&q=credit", "/models?riskTier=HIGH"],
  "GET /webhooks": () => ["/webhooks?limit=100", "/webhooks?active=true"],
  "GET /api-keys": () => ["/api-keys?limit=100"],
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
    organisation,
    otherOrganisation,
  }) => {
    await makeStock(organisation);
    const other = await makeStock(otherOrganisation);
    const before = await storedRows(database.owner, otherOrganisation.id);
    const own = await storedRows(database.owner, organisation.id);

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
    expect(await storedRows(database.owner, otherOrganisation.id)).toEqual(before);
    expect(await storedRows(database.owner, organisation.id)).toEqual(own);
  });
}

for (const [name, paths] of Object.entries(lists)) {
  test(`${name} shows nothing of another organisation`, async ({ organisation, otherOrganisation }) => {
    await makeStock(organisation);
    const other = await makeStock(otherOrganisation);
    const foreign = [
      other.organisation.id,
      other.model.id,
      other.event.id,
      other.endpoint.id,
      other.evidence.id,
      other.detection.id,
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
  const paged = (await readOpenApi(application.url)).filter(({ parameters }) =>
    parameters.some(({ name }) => name === "cursor"),
  );
  expect(paged.length).toBeGreaterThan(0);
  for (const { path } of paged) {
    const first = ({ endpoint: { id } }: Stock) => `/v1${path.replace("{id}", id)}?limit=1`;
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
    "/v1/api-keys": () => ({ name: "The same", scopes: ["audit:read"] }),
  };
  const stocks = [await makeStock(organisation), await makeStock(otherOrganisation)];
  for (const [path, body] of Object.entries(requests)) {
    for (const stock of stocks) {
      const { api } = stock.organisation;
      const first = await api.post(path, body(stock), headers);
      const second = await api.post(path, body(stock), headers);
      expect(first.status).toBe(path === "/v1/evidence/generate" ? 202 : 201);
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

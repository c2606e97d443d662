import type { Pagination } from "@/lib/http/schemas";
import type { CreatedWebhookEndpoint, WebhookEndpoint } from "@/lib/webhooks/schemas";
import { expect, test } from "./fixtures";
import { expectIntactChain } from "./support/chain";

interface Page {
  data: WebhookEndpoint[];
  pagination: Pagination;
}

/** The answer that shows a secret. */
type Shown = CreatedWebhookEndpoint & { signingSecret: string };

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const secretPattern = /^whsec_[A-Za-z0-9+/]{43}=$/;
const given = {
  url: "https://hooks.example.com/governance/t0ken",
  events: ["evidence.expired", "integration.disconnected"],
  description: "Risk team's alerting",
  active: true,
};

test("an endpoint is made with its secret shown once, found at its Location, and read back without it", async ({
  organisation,
}) => {
  const { api } = organisation;
  const created = await api.post<Shown>("/v1/webhooks", given);
  expect(created.status).toBe(201);
  const { signingSecret, ...endpoint } = created.body;
  expect(signingSecret).toMatch(secretPattern);
  expect(endpoint).toEqual({
    ...given,
    id: expect.stringMatching(/^wh_[0-9a-z]{20,}$/),
    disabledAt: null,
    disabledReason: null,
    previousSecretExpiresAt: null,
    createdAt: expect.stringMatching(iso),
    updatedAt: endpoint.createdAt,
  });
  const location = created.headers.get("location") ?? "";
  expect(location).toBe(`/v1/webhooks/${endpoint.id}`);
  const read = await api.get<WebhookEndpoint>(location);
  expect(read).toMatchObject({ status: 200, body: endpoint });
  expect(read.headers.get("etag")).toBe(created.headers.get("etag"));

  const answers = [read, await api.get("/v1/webhooks"), await api.patch(location, { description: "" })];
  for (const { body } of answers) expect(JSON.stringify(body)).not.toMatch(/whsec_|secret"|v1\./i);
});

test("an endpoint needs a URL and events, no more", async ({ organisation }) => {
  const { url, events } = given;
  const { body } = await organisation.api.post<Shown>("/v1/webhooks", { url, events });
  expect(body).toMatchObject({ description: "", active: true });
});

test("a creation and a rotation are repeated safely by their Idempotency-Key, without the secret", async ({
  organisation,
}) => {
  const { api } = organisation;
  const headers = { "Idempotency-Key": "ide_webhook" };
  const first = await api.post<Shown>("/v1/webhooks", given, headers);
  const { signingSecret, ...endpoint } = first.body;
  const rotation = `/v1/webhooks/${endpoint.id}/rotate-secret`;
  const rotated = await api.post<Shown>(rotation, {}, headers);
  expect([rotated.status, rotated.body.signingSecret]).toEqual([200, expect.stringMatching(secretPattern)]);
  expect(rotated.body.signingSecret).not.toBe(signingSecret);

  const again = await api.post<CreatedWebhookEndpoint>("/v1/webhooks", given, headers);
  const rotatedAgain = await api.post<CreatedWebhookEndpoint>(rotation, {}, headers);
  expect(again).toMatchObject({ status: 201, body: endpoint });
  for (const answer of [again, rotatedAgain]) {
    expect(answer.headers.get("idempotent-replayed")).toBe("true");
    expect(answer.body).not.toHaveProperty("signingSecret");
  }
  expect((await api.get<Page>("/v1/webhooks")).body.pagination.total).toBe(1);
  const read = await api.get<WebhookEndpoint>(`/v1/webhooks/${endpoint.id}`);
  expect(read.body.updatedAt).toBe(rotated.body.updatedAt);
});

test("no secret is stored in clear, nor its URL on the chain", async ({ organisation, database }) => {
  const { api, id: organisationId } = organisation;
  const { body } = await api.post<Shown>("/v1/webhooks", given, { "Idempotency-Key": "ide_webhook" });
  const rotated = await api.post<Shown>(`/v1/webhooks/${body.id}/rotate-secret`, {}, { "Idempotency-Key": "ide_r" });
  const { rows } = await database.owner.query<{ text: string }>(
    `SELECT string_agg(to_jsonb(stored)::text, ' ') AS text FROM (
       SELECT to_jsonb(k) AS row FROM idempotency_keys k WHERE organisation_id = $1
       UNION ALL SELECT to_jsonb(w) FROM webhook_endpoints w WHERE organisation_id = $1
       UNION ALL SELECT to_jsonb(e) FROM audit_events e WHERE organisation_id = $1) stored`,
    [organisationId],
  );
  expect(rows[0]?.text).toContain(body.id);
  for (const { signingSecret } of [body, rotated.body]) expect(rows[0]?.text).not.toContain(signingSecret.slice(6, 40));
  const chain = await expectIntactChain(api);
  expect(JSON.stringify(chain)).toContain('"host":"hooks.example.com"');
  expect(JSON.stringify(chain)).not.toContain("t0ken");
});

test("a change sets what it names; the same again changes nothing", async ({ organisation }) => {
  const { api } = organisation;
  const { signingSecret: _shownOnce, ...before } = await organisation.endpoint();
  const path = `/v1/webhooks/${before.id}`;
  const change = { url: "https://other.example.com:8443/", events: ["evidence.ready"] };
  const changed = await api.patch<WebhookEndpoint>(path, change);
  expect(changed.body).toEqual({ ...before, ...change, updatedAt: changed.body.updatedAt });
  const same = await api.patch<WebhookEndpoint>(path, { ...change, active: true });
  expect(same).toMatchObject({ status: 200, body: changed.body });

  const disabled = await api.patch<WebhookEndpoint>(path, { active: false });
  expect(disabled.body).toMatchObject({
    active: false,
    disabledAt: expect.stringMatching(iso),
    disabledReason: null,
  });
  const enabled = await api.patch<WebhookEndpoint>(path, { active: true });
  expect(enabled.body).toMatchObject({ active: true, disabledAt: null, disabledReason: null });
});

test("of two changes by the same ETag the second is refused", async ({ organisation }) => {
  const { api } = organisation;
  const path = `/v1/webhooks/${(await organisation.endpoint()).id}`;
  const etag = (await api.get(path)).headers.get("etag") ?? "";
  const answers = await Promise.all(
    ["One", "Other"].map((description) => api.patch(path, { description }, { "If-Match": etag })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
});

test("a deleted endpoint is not found any more, by a second deletion neither", async ({ organisation }) => {
  const { api } = organisation;
  const { id } = await organisation.endpoint();
  const path = `/v1/webhooks/${id}`;
  const deleted = await api.delete(path);
  expect([deleted.status, deleted.body]).toEqual([204, undefined]);
  for (const answer of [
    await api.delete(path),
    await api.get(path),
    await api.patch(path, { active: true }),
    await api.post(`${path}/rotate-secret`, {}),
  ]) {
    expect(answer).toMatchObject({ status: 404, body: { error: "not_found" } });
  }
  expect((await api.get<Page>("/v1/webhooks")).body.data).toEqual([]);
});

test("an organisation has fifty endpoints at most, also when many are made at once", async ({ organisation }) => {
  const { api } = organisation;
  const { url, events } = given;
  const answers = await Promise.all(Array.from({ length: 55 }, () => api.post("/v1/webhooks", { url, events })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect(answer).toMatchObject({ status: 409, body: { error: "conflict" } });
  }
});

test("every change is a CONFIG_CHANGE event on the system model, by whoever made it", async ({ organisation }) => {
  const { api, systemModelId, apiKey } = organisation;
  const { id: endpointId } = (await api.post<Shown>("/v1/webhooks", given)).body;
  await api.patch(`/v1/webhooks/${endpointId}`, { active: false });
  await api.patch(`/v1/webhooks/${endpointId}`, { active: false });
  await api.post(`/v1/webhooks/${endpointId}/rotate-secret`, { overlapSeconds: 0 });
  await api.delete(`/v1/webhooks/${endpointId}`);
  await api.delete(`/v1/webhooks/${endpointId}`);
  const events = (await expectIntactChain(api)).slice(-4);
  const about = { endpointId, host: "hooks.example.com", events: given.events };
  const payloads = events.map((event) => event["payload"] as { sealedRecords: { stateHash: string }[] });
  expect(payloads.map(({ sealedRecords: _, ...payload }) => payload)).toEqual([
    { kind: "WEBHOOK_ENDPOINT_CREATED", ...about, active: true },
    { kind: "WEBHOOK_ENDPOINT_UPDATED", ...about, active: false, changed: ["active"] },
    { kind: "WEBHOOK_SECRET_ROTATED", ...about, active: false, previousSecretExpiresAt: null },
    { kind: "WEBHOOK_ENDPOINT_DELETED", ...about, active: false },
  ]);
  // Each event carries the hash of the endpoint's new state.
  const stateHash = expect.stringMatching(/^sha256:[0-9a-f]{64}$/);
  const sealed = { table: "webhook_endpoints", id: endpointId, stateHash };
  expect(payloads.map(({ sealedRecords }) => sealedRecords)).toEqual(Array(4).fill([sealed]));
  expect(new Set(payloads.map(({ sealedRecords }) => sealedRecords[0]?.stateHash)).size).toBe(4);
  for (const event of events) {
    expect(event).toMatchObject({
      eventType: "CONFIG_CHANGE",
      modelId: systemModelId,
      actor: { type: "SERVICE", id: apiKey.id },
    });
  }
});

test("endpoints are listed newest first by their filter, page by page", async ({ organisation }) => {
  const { api } = organisation;
  const made: WebhookEndpoint[] = [];
  for (let n = 0; n < 7; n++) {
    const { signingSecret: _shownOnce, ...endpoint } = await organisation.endpoint({ active: n % 3 !== 0 });
    made.unshift(endpoint);
  }
  // What is made in the same millisecond is in no order but that of its ids.
  made.sort((one, other) => (one.id < other.id ? 1 : -1));
  const filters: [query: string, expected: WebhookEndpoint[]][] = [
    ["", made],
    ["&active=true", made.filter(({ active }) => active)],
    ["&active=false", made.filter(({ active }) => !active)],
  ];
  for (const [query, expected] of filters) {
    const seen: WebhookEndpoint[] = [];
    let cursor = "";
    do {
      const { body } = await api.get<Page>(`/v1/webhooks?limit=2${query}${cursor}`);
      expect(body.pagination, query).toMatchObject({ total: expected.length, limit: 2, offset: seen.length });
      seen.push(...body.data);
      cursor = body.pagination.nextCursor === undefined ? "" : `&cursor=${body.pagination.nextCursor}`;
    } while (cursor !== "");
    expect(seen, query).toEqual(expected);
  }
});

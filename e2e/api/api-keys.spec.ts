import type { ApiKey, CreatedApiKey } from "@/lib/api-keys/schemas";
import type { AuditEvent } from "@/lib/audit-chain/schemas";
import type { Pagination } from "@/lib/http/schemas";
import { apiClient } from "../support/api";
import { until } from "../support/until";
import { expect, test } from "./fixtures";
import { expectIntactChain } from "./support/chain";

interface Page {
  data: ApiKey[];
  pagination: Pagination;
}

/** The answer that shows a key. */
type ShownKey = CreatedApiKey & { key: string };

const keyPattern = /^gas_(live|test)_[0-9A-Za-z]{28,}_[0-9A-Za-z]+$/;

test("a key is shown once, works with its scopes, and is listed without its secret", async ({
  application,
  organisation,
}) => {
  const { api } = organisation;
  const given = { name: "Reader", scopes: ["audit:read", "models:read"], expiresAt: "2099-01-01T00:00:00+01:00" };
  const { status, body } = await api.post<ShownKey>("/v1/api-keys", given);
  expect(status).toBe(201);
  const { key, ...record } = body;
  expect(key).toMatch(keyPattern);
  expect(record).toEqual({
    ...given,
    id: expect.stringMatching(/^key_[0-9a-z]{20,}$/),
    hint: `gas_live_…${key.slice(-4)}`,
    livemode: true,
    status: "ACTIVE",
    createdAt: expect.any(String),
    expiresAt: "2098-12-31T23:00:00.000Z",
    revokedAt: null,
    lastUsedAt: null,
    replacedById: null,
  });

  const made = apiClient(application.url, key);
  expect(await made.get("/v1/audit")).toMatchObject({ status: 200 });
  expect(await made.get("/v1/api-keys")).toMatchObject({ status: 403, body: { requiredScope: "admin" } });

  const read = await api.get<ApiKey>(`/v1/api-keys/${record.id}`);
  expect(read.body).toEqual({ ...record, lastUsedAt: read.body.lastUsedAt });
  const listed = await api.get<Page>("/v1/api-keys");
  expect(listed.body.data[0]).toMatchObject({ id: record.id, name: "Reader" });
  for (const answer of [read, listed, await api.get("/v1/audit?limit=100")]) {
    expect(JSON.stringify(answer.body)).not.toContain(key.slice(9, -4));
  }
});

test("a sandbox organisation's keys say test", async ({ makeOrganisation }) => {
  const sandbox = await makeOrganisation({ livemode: false });
  const { body } = await sandbox.api.post<ShownKey>("/v1/api-keys", { name: "K", scopes: ["admin"] });
  expect(body.key).toMatch(/^gas_test_/);
  expect(body).toMatchObject({ livemode: false, hint: `gas_test_…${body.key.slice(-4)}` });
});

test("a repeat by Idempotency-Key answers the same key without its secret, and makes no second one", async ({
  organisation,
}) => {
  const { api } = organisation;
  const headers = { "Idempotency-Key": "ide_key" };
  const given = { name: "Once", scopes: ["audit:read"] };
  const first = await api.post<ShownKey>("/v1/api-keys", given, headers);
  const again = await api.post<CreatedApiKey>("/v1/api-keys", given, headers);
  const { key, ...record } = first.body;
  expect(key).toMatch(keyPattern);
  expect(again).toMatchObject({ status: 201, body: record });
  expect(again.body).not.toHaveProperty("key");
  expect(again.headers.get("idempotent-replayed")).toBe("true");

  const rotation = `/v1/api-keys/${record.id}/rotate`;
  const rotated = await api.post<ShownKey>(rotation, {}, headers);
  const rotatedAgain = await api.post<CreatedApiKey>(rotation, {}, headers);
  expect(rotated.body.key).toMatch(keyPattern);
  expect(rotatedAgain).toMatchObject({ status: 201, body: { id: rotated.body.id } });
  expect(rotatedAgain.body).not.toHaveProperty("key");
  expect((await api.get<Page>("/v1/api-keys")).body.pagination.total).toBe(3);
});

test("what is stored to answer repeats holds no secret", async ({ organisation, database }) => {
  const given = { name: "Once", scopes: ["audit:read"] };
  const headers = { "Idempotency-Key": "ide_key" };
  const { body } = await organisation.api.post<ShownKey>("/v1/api-keys", given, headers);
  const { rows } = await database.owner.query<{ text: string }>(
    `SELECT coalesce(string_agg(to_jsonb(stored)::text, ' '), '') AS text FROM (
       SELECT to_jsonb(k) AS row FROM idempotency_keys k WHERE organisation_id = $1
       UNION ALL SELECT to_jsonb(a) FROM api_keys a WHERE organisation_id = $1
       UNION ALL SELECT to_jsonb(e) FROM audit_events e WHERE organisation_id = $1) stored`,
    [organisation.id],
  );
  expect(rows[0]?.text).toContain(body.id);
  expect(rows[0]?.text).not.toContain(body.key.slice(9, 39));
});

test("a rotated key works beside its successor until the overlap ends", async ({ application, organisation }) => {
  const { api } = organisation;
  const old = await organisation.key(["models:read"], { name: "Reader" });
  const from = Date.now();
  const { status, body } = await api.post<ShownKey>(`/v1/api-keys/${old.id}/rotate`, {
    overlapSeconds: 3600,
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ name: "Reader", scopes: ["models:read"], status: "ACTIVE", expiresAt: null });
  expect(body.id).not.toBe(old.id);
  const successor = apiClient(application.url, body.key);
  expect((await old.api.get("/v1/models")).status).toBe(200);
  expect((await successor.get("/v1/models")).status).toBe(200);

  const { body: before } = await api.get<ApiKey>(`/v1/api-keys/${old.id}`);
  expect(before).toMatchObject({ status: "ACTIVE", replacedById: body.id });
  const endsInMs = Date.parse(before.expiresAt ?? "") - from;
  expect(endsInMs).toBeGreaterThanOrEqual(3_600_000);
  expect(endsInMs).toBeLessThan(3_660_000);
});

test("a rotation without overlap ends the old key at once", async ({ application, organisation }) => {
  const old = await organisation.key(["models:read"]);
  expect((await old.api.get("/v1/models")).status).toBe(200);
  const { body } = await organisation.api.post<ShownKey>(`/v1/api-keys/${old.id}/rotate`, {
    overlapSeconds: 0,
  });
  expect((await old.api.get("/v1/models")).status).toBe(401);
  expect((await apiClient(application.url, body.key).get("/v1/models")).status).toBe(200);
  expect((await organisation.api.get<ApiKey>(`/v1/api-keys/${old.id}`)).body.status).toBe("EXPIRED");
});

test("a key is rotated once: its successor is the one to rotate next", async ({ organisation }) => {
  const { api } = organisation;
  const old = await organisation.key(["models:read"]);
  const first = await api.post<CreatedApiKey>(`/v1/api-keys/${old.id}/rotate`, {});
  expect(await api.post(`/v1/api-keys/${old.id}/rotate`, {})).toMatchObject({
    status: 409,
    body: { error: "invalid_transition" },
  });
  expect(await api.post(`/v1/api-keys/${first.body.id}/rotate`, {})).toMatchObject({ status: 201 });
});

test("a revoked key is refused at once where it was revoked, and in five seconds everywhere", async ({
  proxied,
  organisation,
}) => {
  const { api } = organisation;
  const key = await organisation.key(["models:read"]);
  const elsewhere = apiClient(proxied.url, key.key);
  expect((await key.api.get("/v1/models")).status).toBe(200);
  expect((await elsewhere.get("/v1/models", proxied.headers)).status).toBe(200);

  const revokedAt = performance.now();
  const revoked = await api.delete(`/v1/api-keys/${key.id}`);
  expect([revoked.status, revoked.body]).toEqual([204, undefined]);
  expect(await key.api.get("/v1/models")).toMatchObject({ status: 401, body: { error: "unauthorized" } });
  await until(
    "it is refused elsewhere",
    async () => (await elsewhere.get("/v1/models", proxied.headers)).status === 401,
    {
      timeoutMs: 5_000,
      everyMs: 200,
    },
  );
  expect(performance.now() - revokedAt).toBeLessThan(5_500);

  const { body } = await api.get<ApiKey>(`/v1/api-keys/${key.id}`);
  expect(body.status).toBe("REVOKED");
  expect((await api.delete(`/v1/api-keys/${key.id}`)).status).toBe(204);
  expect((await api.get<ApiKey>(`/v1/api-keys/${key.id}`)).body).toEqual(body);
});

test("a key expires at its time, also where it was in use a moment before", async ({ organisation }) => {
  const expiresAt = new Date(Date.now() + 1_500).toISOString();
  const key = await organisation.key(["models:read"], { expiresAt });
  expect((await key.api.get("/v1/models")).status).toBe(200);
  const refused = await until("it is refused", async () => {
    const { status, headers } = await key.api.get("/v1/models");
    return status === 401 && { at: Date.now(), challenge: headers.get("www-authenticate") };
  });
  expect(refused.at).toBeGreaterThanOrEqual(Date.parse(expiresAt));
  expect(refused.challenge).toContain("Bearer");
  expect((await organisation.api.get<ApiKey>(`/v1/api-keys/${key.id}`)).body.status).toBe("EXPIRED");
});

test("a key may revoke itself, and its last act is on the chain", async ({ organisation }) => {
  const key = await organisation.key(["admin", "audit:read"], { name: "Leaving" });
  expect((await key.api.delete(`/v1/api-keys/${key.id}`)).status).toBe(204);
  expect((await key.api.get("/v1/api-keys")).status).toBe(401);
  const { body } = await organisation.api.get<{ data: AuditEvent[] }>("/v1/audit?limit=1");
  expect(body.data).toMatchObject([{ payload: { kind: "API_KEY_REVOKED", keyId: key.id }, actor: { id: key.id } }]);
});

test("when a key was last used is known to the minute", async ({ organisation }) => {
  const key = await organisation.key(["models:read"]);
  const used = () => organisation.api.get<ApiKey>(`/v1/api-keys/${key.id}`);
  expect((await used()).body.lastUsedAt).toBeNull();
  await key.api.get("/v1/models");
  await until("the use is noted", async () => (await used()).body.lastUsedAt !== null);
});

test("every change of a key is a CONFIG_CHANGE event on the system model, by whoever made it", async ({
  organisation,
}) => {
  const { api, systemModelId, apiKey } = organisation;
  const created = await api.post<CreatedApiKey>("/v1/api-keys", { name: "Told of", scopes: ["audit:read", "admin"] });
  const { id } = created.body;
  const rotated = await api.post<CreatedApiKey>(`/v1/api-keys/${id}/rotate`, {});
  await api.delete(`/v1/api-keys/${id}`);
  await api.delete(`/v1/api-keys/${id}`);

  const events = (await expectIntactChain(api)).slice(-3);
  const about = { keyId: id, name: "Told of", scopes: ["audit:read", "admin"] };
  expect(events.map((event) => event["payload"])).toMatchObject([
    { kind: "API_KEY_CREATED", ...about, expiresAt: null },
    { kind: "API_KEY_ROTATED", ...about, replacedById: rotated.body.id },
    { kind: "API_KEY_REVOKED", ...about },
  ]);
  for (const event of events) {
    expect(event).toMatchObject({
      eventType: "CONFIG_CHANGE",
      modelId: systemModelId,
      actor: { type: "SERVICE", id: apiKey.id },
    });
    expect(JSON.stringify(event)).not.toContain("gas_live_");
  }
});

test("keys of every state are listed newest first, page by page, while keys are made", async ({ organisation }) => {
  const { api } = organisation;
  const made = [organisation.apiKey.id];
  for (let n = 0; n < 6; n++) made.unshift((await organisation.key(["audit:read"])).id);
  // What is made in the same millisecond is in no order but that of its ids.
  made.sort().reverse();
  await api.delete(`/v1/api-keys/${made[2]}`);
  const seen: string[] = [];
  let cursor = "";
  do {
    const { body } = await api.get<Page>(`/v1/api-keys?limit=3${cursor}`);
    expect(body.pagination).toMatchObject({ total: 7, limit: 3, offset: seen.length });
    seen.push(...body.data.map(({ id }) => id));
    await organisation.key(["audit:read"]);
    cursor = body.pagination.nextCursor === undefined ? "" : `&cursor=${body.pagination.nextCursor}`;
  } while (cursor !== "");
  expect(seen).toEqual(made);
});

import type { ApiKey, CreatedApiKey } from "@/lib/domains/api-keys/schemas";
import type { Pagination } from "@/lib/platform/http/schemas";
import { apiClient } from "../support/api";
import { until } from "../support/until";
import { expect, test } from "./fixtures";

interface Page {
  data: ApiKey[];
  pagination: Pagination;
}

/** The response that shows a key. */
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
    createdBy: "API key Test key",
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

test("a revoked key is rejected immediately by the process that revoked it, and within five seconds by others", async ({
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
    "the key is rejected by the other process",
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

test("the scope is checked before the request is validated, and after the rate limit", async ({ organisation }) => {
  const { api } = await organisation.key(["models:read"]);
  const answer = await api.post("/v1/audit?nothing=1", "{", { "Content-Type": "text/plain", "Idempotency-Key": "" });
  expect(answer).toMatchObject({ status: 403, body: { requiredScope: "audit:write" } });
  expect(Number(answer.headers.get("x-ratelimit-remaining"))).toBe(9_999);
});

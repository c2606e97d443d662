import type { CreatedWebhookEndpoint, WebhookEndpoint } from "@/lib/domains/webhooks/schemas";
import type { Pagination } from "@/lib/platform/http/schemas";
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

test("a deleted endpoint returns 404, also for a second deletion", async ({ organisation }) => {
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

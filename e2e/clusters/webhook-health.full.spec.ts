import type { Pool } from "pg";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import type { DeliveryList } from "@/lib/domains/webhooks/schemas-deliveries";
import type { TestOrganisation } from "../support/organisation";
import { until } from "../support/until";
import { expect, test } from "./webhook-fixtures";

/** Inserts deliveries spread evenly over the past 30 hours. */
async function insertPast(
  owner: Pool,
  { organisationId, endpointId }: { organisationId: string; endpointId: string },
  outcomes: { delivered: number; failed: number },
): Promise<void> {
  const total = outcomes.delivered + outcomes.failed;
  await owner.query(
    `WITH past AS (
       SELECT n, 'we_00' || replace(gen_random_uuid()::text, '-', '') AS id,
              now() - interval '30 hours' * n / $3::int AS at,
              CASE WHEN n <= $4::int THEN 'FAILED' ELSE 'DELIVERED' END AS status
       FROM generate_series(1, $3::int) AS n
     ), messages AS (
       INSERT INTO webhook_messages (id, organisation_id, type, source_key, body, created_at)
       SELECT id, $1, 'model.registered', 'past ' || id, '{}', at FROM past
     )
     INSERT INTO webhook_deliveries
       (organisation_id, endpoint_id, message_id, type, status, attempts, emitted_at, failure_reason, created_at, finished_at)
     SELECT $1, $2, id, 'model.registered', status, 5, at, CASE status WHEN 'FAILED' THEN 'attempts_exhausted' END, at, at
     FROM past`,
    [organisationId, endpointId, total, outcomes.failed],
  );
}

/** Makes one more delivery fail permanently, after which the service checks the endpoint's health. */
async function failOnce({ api }: TestOrganisation, endpointId: string): Promise<void> {
  const failed = async () =>
    (await api.get<DeliveryList>(`/v1/webhooks/${endpointId}/deliveries?status=FAILED&limit=1`)).body;
  const before = (await failed()).pagination.total;
  await api.post("/v1/models", { name: "Scoring" });
  await until("the delivery fails permanently", async () => (await failed()).pagination.total > before, {
    timeoutMs: 40_000,
  });
}

test("an endpoint that mostly fails causes a warning, is then disabled with a reason, and starts with new counts when enabled", async ({
  makeOrganisation,
  database,
  receiver,
  mailServer,
  listen,
}) => {
  test.setTimeout(150_000);
  const ownerEmail = "owner-health@example.com";
  const organisation = await makeOrganisation({ ownerEmail });
  const { api } = organisation;
  const { id, path } = await listen(organisation, ["model.registered"]);
  const endpoint = { organisationId: organisation.id, endpointId: id };
  await database.owner.query("UPDATE webhook_endpoints SET listening_since = now() - interval '6 days' WHERE id = $1", [
    id,
  ]);
  const subjects = () => mailServer.received.filter(({ to }) => to.includes(ownerEmail)).map(({ subject }) => subject);
  receiver.respond((response) => response.writeHead(500).end(), path);

  await insertPast(database.owner, endpoint, { delivered: 13, failed: 9 });
  await failOnce(organisation, id);
  await until("the owner is warned", async () =>
    subjects().some((subject) => /is at risk of being disabled/i.test(subject)),
  );
  expect((await api.get(`/v1/webhooks/${id}`)).body).toMatchObject({ active: true, disabledReason: null });

  await insertPast(database.owner, endpoint, { delivered: 0, failed: 10 });
  await failOnce(organisation, id);
  const disabled = await until("the endpoint is disabled", async () => {
    const { body } = await api.get(`/v1/webhooks/${id}`);
    return body.active === false && body;
  });
  expect(disabled.disabledReason).toMatch(/%/);
  expect(disabled.disabledAt).toEqual(expect.any(String));
  await until("the owner is notified", async () => subjects().some((subject) => /was disabled/i.test(subject)));
  const { body: chain } = await api.get<{ data: AuditEvent[] }>("/v1/audit?eventType=CONFIG_CHANGE&limit=1");
  expect(chain.data).toMatchObject([
    { actor: { type: "SYSTEM" }, payload: { kind: "WEBHOOK_ENDPOINT_DISABLED", endpointId: id } },
  ]);

  const enabled = await api.patch(`/v1/webhooks/${id}`, { active: true });
  expect(enabled).toMatchObject({ status: 200, body: { active: true, disabledAt: null, disabledReason: null } });
  receiver.respond((response) => response.end(), path);
  await api.post("/v1/models", { name: "Scoring" });
  await until("the endpoint receives deliveries again", async () => {
    const { body } = await api.get<DeliveryList>(`/v1/webhooks/${id}/deliveries?limit=1`);
    return body.data[0]?.status === "DELIVERED";
  });
  expect((await api.get(`/v1/webhooks/${id}`)).body).toMatchObject({ active: true });
});

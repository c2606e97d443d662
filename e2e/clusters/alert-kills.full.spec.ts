import { setTimeout as delay } from "node:timers/promises";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { createRandom } from "@/tools/seed/random";
import { readChain } from "../support/chain";
import { until } from "../support/until";
import { expect, test } from "./webhook-fixtures";

// One process at a time: the next one must find the work of the previous one.
test.use({ isStarted: false });

const kills = 5;
const eventsOfRound = 300;
/**
 * Each policy raises an alert for a different model: after an alert, a policy ignores its model for at least a minute.
 */
const trippingOfRound = 20;

test("killed while it evaluates policies, the service raises one alert for each event that matches one", async ({
  makeOrganisation,
  database,
  launch,
}) => {
  const random = createRandom("killed evaluations");
  const organisation = await makeOrganisation({ rateLimitOverrides: { "audit.write": 1_000_000 } });
  const makeModels = (count: number) => Promise.all(Array.from({ length: count }, () => organisation.model()));
  const [quiet, ...others] = await makeModels(1 + kills * trippingOfRound);
  let serving = await launch();
  const rule = { eventTypes: ["INFERENCE"], payload: { path: "confidence", operator: "LESS_THAN", threshold: 0.6 } };
  const policy = { name: "Low confidence", rule, severity: "HIGH", cooldownMinutes: 1 };
  expect(await organisation.at(serving.url).post("/v1/alert-policies", policy)).toMatchObject({ status: 201 });

  /** Events after the last evaluated position. */
  const behind = async () => {
    const { rows } = await database.owner.query<{ behind: number }>(
      `SELECT (head.position - follower.position)::int AS behind FROM chain_heads head
       JOIN chain_followers follower USING (organisation_id)
       WHERE head.organisation_id = $1 AND follower.name = 'alert-policies'`,
      [organisation.id],
    );
    return rows[0]?.behind ?? 0;
  };

  let inTheMiddle = 0;
  for (let killed = 0; killed < kills; killed++) {
    const models = others.splice(0, trippingOfRound);
    const events = Array.from({ length: eventsOfRound }, (_, n) => ({
      modelId: (models[n] ?? quiet)?.id,
      eventType: "INFERENCE",
      payload: { confidence: n < trippingOfRound ? 0.4 : 0.9, round: killed, n },
    }));
    const { status } = await organisation.at(serving.url).post("/v1/audit/batch", { events });
    expect(status).toBe(201);
    // Evaluation starts after events have been gathered for 400 ms.
    await delay(random.decimal(380, 620, 3));
    await serving.kill();
    if ((await behind()) > 0) inTheMiddle++;
    serving = await launch();
  }
  await until("all events were evaluated", async () => (await behind()) === 0, { timeoutMs: 90_000, everyMs: 200 });

  const chain = await readChain(organisation.at(serving.url));
  const tripping = chain.filter(({ payload }) => payload?.confidence === 0.4).map(({ id }) => id);
  expect(tripping).toHaveLength(kills * trippingOfRound);
  const isAlert = ({ eventType, tags }: AuditEvent) => eventType === "ALERT" && tags.includes("alert-policy");
  const alerted = chain.filter(isAlert).map(({ payload }) => String(payload?.eventId));
  expect(alerted.toSorted()).toEqual(tripping.toSorted());
  expect(inTheMiddle).toBeGreaterThan(0);
});

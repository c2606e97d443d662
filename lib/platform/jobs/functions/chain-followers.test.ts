import { afterEach, beforeAll, expect, test } from "vitest";
import { createWatchedChain } from "@/lib/domains/alert-policies/testing/watched-chain";
import { followChain, listLagging } from "@/lib/domains/audit-chain";
import { createTestChain, fillChain, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import { insertListener, outboxOf } from "@/lib/domains/webhooks/testing/listening";
import { inTransaction, pool } from "@/lib/platform/database/db";
import { closeEngines, engine } from "@/lib/platform/jobs/engine/testing";
import { evaluateAlertPolicies } from "@/lib/platform/jobs/functions/chain-followers";
import { runJob } from "@/lib/platform/jobs/functions/testing";
import { publishChainEvents, sweepChainFollowers } from "@/lib/platform/jobs/functions/webhooks";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
afterEach(closeEngines);

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

async function append(chain: TestChain, count: number): Promise<void> {
  const { rows } = await pool().query<{ position: number }>(
    "SELECT position::int FROM chain_heads WHERE organisation_id = $1",
    [chain.ctx.organisation.id],
  );
  const length = rows[0]?.position ?? 0;
  await fillChain(database.ownerUrl, chain, length + 1, length + count);
}

test("raises an alert within a second of the append, while other events are appended", async () => {
  const chain = await createWatchedChain();
  await chain.policy({ rule: { minSeverity: "CRITICAL" } });
  await engine([evaluateAlertPolicies]);
  await expect.poll(() => listLagging(10), { timeout: 30_000 }).toEqual([]);
  const began = Date.now();
  await chain.append({ severity: "CRITICAL" });
  for (let i = 0; i < 20; i++) await chain.append();
  await expect.poll(() => chain.alerts(), { timeout: 30_000, interval: 20 }).toHaveLength(1);
  expect(Date.now() - began).toBeLessThan(2_000);
  await expect.poll(() => listLagging(10), { timeout: 30_000 }).toEqual([]);
});

test("a long chain is evaluated once, in several steps", { tags: "full" }, async () => {
  const chain = await createWatchedChain();
  await chain.policy({});
  await append(chain, 20_001);
  const { organisationId } = chain;
  expect((await runJob(evaluateAlertPolicies, { organisationId }, { losses: 0 })).steps).toEqual([
    "evaluate-1",
    "evaluate-2",
  ]);
  expect(await chain.alerts()).toHaveLength(1);
});

test("the sweep starts policies whose notification was lost, and repeated steps raise one alert", async () => {
  const chain = await createWatchedChain();
  const { organisationId } = chain;
  await chain.policy({});
  await chain.append();
  await pool().query("DELETE FROM graphile_worker._private_jobs");
  await chain.append();
  expect(await outboxOf(organisationId)).toEqual([]);
  await runJob(sweepChainFollowers);
  expect((await outboxOf(organisationId)).map(({ name }) => name)).toEqual(["audit/chain.watched"]);
  await runJob(evaluateAlertPolicies, { organisationId });
  expect(await chain.alerts()).toHaveLength(1);
});

async function followedChain(length: number) {
  const chain = await createTestChain();
  const organisationId = chain.ctx.organisation.id;
  await inTransaction(undefined, (tx) => followChain(tx, organisationId, "webhooks"));
  await insertListener(organisationId, { events: ["audit.created"] });
  await append(chain, length);
  return { chain, organisationId };
}

function grownIn(organisationId: string) {
  return outboxOf(organisationId).then((events) => events.filter(({ name }) => name === "audit/chain.grown"));
}

test("many events are published in several steps", { tags: "full" }, async () => {
  const { chain, organisationId } = await followedChain(0);
  await pool().query("UPDATE webhook_endpoints SET active = false WHERE organisation_id = $1", [organisationId]);
  await append(chain, 10_001);
  expect((await runJob(publishChainEvents, { organisationId }, { losses: 0 })).steps).toEqual([
    "publish-1",
    "publish-2",
  ]);
  expect(await listLagging(100)).not.toContain(organisationId);
});

test("the sweep wakes each follower that has not reached the end of its chain once", async () => {
  const behind = await followedChain(2);
  const done = await followedChain(1);
  await runJob(publishChainEvents, { organisationId: done.organisationId });
  await pool().query("DELETE FROM graphile_worker._private_jobs");

  for (const _ of [1, 2]) expect((await runJob(sweepChainFollowers)).steps).toEqual(["announce"]);
  expect(await grownIn(done.organisationId)).toEqual([]);
  const [grown, ...others] = await grownIn(behind.organisationId);
  expect(others).toEqual([]);
  expect(grown?.data).toEqual({ organisationId: behind.organisationId });
});

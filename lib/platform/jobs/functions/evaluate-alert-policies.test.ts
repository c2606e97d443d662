import { afterEach, beforeAll, expect, test } from "vitest";
import { createWatchedChain } from "@/lib/domains/alert-policies/testing/watched-chain";
import { appendBatch, listLagging } from "@/lib/domains/audit-chain";
import { outboxOf } from "@/lib/domains/webhooks/testing/listening";
import { pool } from "@/lib/platform/database/db";
import { closeEngines, engine } from "@/lib/platform/jobs/engine/testing";
import { evaluateAlertPolicies } from "@/lib/platform/jobs/functions/chain-followers";
import { sweepChainFollowers } from "@/lib/platform/jobs/functions/webhooks";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
afterEach(closeEngines);

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

/** Runs a function as an engine that loses the results of its steps once; returns the steps that it ran. */
async function run(job: typeof evaluateAlertPolicies, data: object = {}): Promise<string[]> {
  const steps: string[] = [];
  const step = {
    run: async (id: string, work: () => Promise<unknown>) => {
      steps.push(id);
      await work();
      return work();
    },
  };
  await job.handler({ data, step, runId: "run_1" } as never);
  return steps;
}

test("raises an alert within a second of the append, while other events are appended", async () => {
  const chain = await createWatchedChain();
  await chain.policy({ rule: { minSeverity: "CRITICAL" } });
  await engine([evaluateAlertPolicies]);
  await expect.poll(() => listLagging(10), { timeout: 10_000 }).toEqual([]);
  const began = Date.now();
  await chain.append({ severity: "CRITICAL" });
  for (let i = 0; i < 20; i++) await chain.append();
  await expect.poll(() => chain.alerts(), { timeout: 10_000, interval: 20 }).toHaveLength(1);
  expect(Date.now() - began).toBeLessThan(2_000);
  await expect.poll(() => listLagging(10), { timeout: 10_000 }).toEqual([]);
});

test("a chain that has grown is evaluated once, also when a step is repeated, and a long way in several steps", async () => {
  const chain = await createWatchedChain();
  await chain.policy({});
  const event = { modelId: chain.modelId, eventType: "INFERENCE", payload: {} };
  for (let i = 0; i < 41; i++) {
    await appendBatch(
      chain.ctx,
      Array.from({ length: 1_000 }, () => event),
      false,
    );
  }
  const { organisationId } = chain;
  expect(await run(evaluateAlertPolicies, { organisationId })).toEqual(["evaluate-1", "evaluate-2"]);
  expect(await chain.alerts()).toHaveLength(1);
});

test("the sweep wakes policies that did not evaluate after a notification", async () => {
  const chain = await createWatchedChain();
  const { organisationId } = chain;
  await chain.policy({});
  await chain.append();
  await pool().query("DELETE FROM graphile_worker._private_jobs");
  await chain.append();
  expect(await outboxOf(organisationId)).toEqual([]);
  await run(sweepChainFollowers);
  expect((await outboxOf(organisationId)).map(({ name }) => name)).toEqual(["audit/chain.watched"]);
  await run(evaluateAlertPolicies, { organisationId });
  expect(await chain.alerts()).toHaveLength(1);
});

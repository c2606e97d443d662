import { expect, test } from "vitest";
import { appendBatch, appendEvent, followChain, listLagging } from "@/lib/domains/audit-chain";
import { createTestChain } from "@/lib/domains/audit-chain/testing/chain";
import { insertListener, outboxOf } from "@/lib/domains/webhooks/testing/listening";
import { inTransaction, pool } from "@/lib/platform/database/db";
import type { Job } from "@/lib/platform/jobs/define";
import { publishChainEvents, sweepChainFollowers } from "@/lib/platform/jobs/functions/webhooks";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

/** Runs a function as an engine that loses the results of its steps `losses` times; returns the steps that it ran. */
async function run(job: Job, data: object = {}, losses = 0): Promise<string[]> {
  const steps: string[] = [];
  const step = {
    run: async (id: string, work: () => Promise<unknown>) => {
      steps.push(id);
      for (let i = 0; i < losses; i++) await work();
      return work();
    },
  };
  await job.handler({ data, step, runId: "run_1" } as never);
  return steps;
}

async function followedChain(length: number) {
  const chain = await createTestChain();
  const organisationId = chain.ctx.organisation.id;
  await inTransaction(undefined, (tx) => followChain(tx, organisationId, "webhooks"));
  await insertListener(organisationId, { events: ["audit.created"] });
  for (let i = 0; i < length; i++) {
    await appendEvent(chain.ctx, {
      modelId: chain.modelId,
      eventType: "INFERENCE",
      severity: "INFO",
      payload: { i },
      tags: [],
    });
  }
  return { chain, organisationId };
}

function grownIn(organisationId: string) {
  return outboxOf(organisationId).then((events) => events.filter(({ name }) => name === "audit/chain.grown"));
}

test("a long way is gone in several steps", async () => {
  const { chain, organisationId } = await followedChain(0);
  await pool().query("UPDATE webhook_endpoints SET active = false WHERE organisation_id = $1", [organisationId]);
  const event = { modelId: chain.modelId, eventType: "INFERENCE", payload: {} };
  for (let i = 0; i < 10; i++) {
    const events = Array.from({ length: 1000 }, () => event);
    await appendBatch(chain.ctx, events, false);
  }
  await appendBatch(chain.ctx, [event], false);
  expect(await run(publishChainEvents, { organisationId })).toEqual(["publish-1", "publish-2"]);
  expect(await listLagging(100)).not.toContain(organisationId);
});

test("the sweep wakes once each follower that has not reached the end of its chain, and no other", async () => {
  const behind = await followedChain(2);
  const done = await followedChain(1);
  await run(publishChainEvents, { organisationId: done.organisationId });
  await pool().query("DELETE FROM graphile_worker._private_jobs");

  for (const _ of [1, 2]) expect(await run(sweepChainFollowers, {}, 1)).toEqual(["announce"]);
  expect(await grownIn(done.organisationId)).toEqual([]);
  const [grown, ...others] = await grownIn(behind.organisationId);
  expect(others).toEqual([]);
  expect(grown?.data).toEqual({ organisationId: behind.organisationId });
});

import { beforeAll, expect, test } from "vitest";
import { appendBatch, verifyChain as verify } from "@/lib/domains/audit-chain";
import { VerifyChain } from "@/lib/domains/audit-chain/schemas-verification";
import { createTestChain, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import { insertListener, outboxOf, publishedTo } from "@/lib/domains/webhooks/testing/listening";
import { pool } from "@/lib/platform/database/db";
import {
  issueCheckpoints,
  sweepVerifications,
  verifyChain,
  verifyChainsNightly,
} from "@/lib/platform/jobs/functions/audit-chain";
import { runJob } from "@/lib/platform/jobs/functions/testing";
import { publishChainVerified, publishCheckpoints } from "@/lib/platform/jobs/functions/webhooks";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

async function chainOf(events: number): Promise<TestChain & { organisationId: string }> {
  const chain = await createTestChain();
  const event = { modelId: chain.modelId, eventType: "INFERENCE", payload: {} };
  for (let left = events; left > 0; left -= 1000) {
    const batch = Array.from({ length: Math.min(left, 1000) }, () => event);
    await appendBatch(chain.ctx, batch, false);
  }
  return { ...chain, organisationId: chain.ctx.organisation.id };
}

async function runsOf(organisationId: string) {
  const { rows } = await pool().query<{ id: string; status: string; mode: string; attempts: number }>(
    "SELECT id, status, mode, attempts FROM chain_verifications WHERE organisation_id = $1 ORDER BY id",
    [organisationId],
  );
  return rows;
}

async function requestedOf(organisationId: string) {
  const events = await outboxOf(organisationId);
  return events.filter(({ name }) => name === "audit/verification.requested").map(({ data }) => data);
}

test("signs chains with new events each minute, and requests publication to listening endpoints", async () => {
  const [listened, other] = [await chainOf(3), await chainOf(2)];
  await insertListener(listened.organisationId, { events: ["chain.verified"] });
  const { steps, sent } = await runJob(issueCheckpoints);
  expect(steps).toEqual(["issue", "look-1", "tell-1"]);
  expect(sent).toEqual([{ name: "audit/checkpoints.issued", data: { organisationId: listened.organisationId } }]);
  const { rows } = await pool().query<{ size: number }>(
    "SELECT size::int AS size FROM chain_checkpoints WHERE organisation_id = ANY($1) ORDER BY size",
    [[listened.organisationId, other.organisationId]],
  );
  expect(rows).toEqual([{ size: 2 }, { size: 3 }]);

  expect(await runJob(publishCheckpoints, { organisationId: listened.organisationId })).toMatchObject({
    steps: ["publish-1"],
  });
  const [published, ...others] = await publishedTo(listened.organisationId);
  expect(others).toEqual([]);
  expect(published?.envelope).toMatchObject({
    type: "chain.verified",
    data: { toPosition: 3, checkpoint: { size: 3 } },
  });
  expect((await runJob(issueCheckpoints)).steps).toEqual(["issue", "look-1"]);
});

test("a long verification runs once and publishes its result", { tags: "full" }, async () => {
  const { ctx, organisationId } = await chainOf(20_001);
  await insertListener(organisationId, { events: ["chain.verified"] });
  await verify(ctx, VerifyChain.parse({}));
  const [requested] = await requestedOf(organisationId);
  const [stored] = await runsOf(organisationId);
  expect(requested).toEqual({ organisationId, verificationId: stored?.id });
  expect((await runJob(verifyChain, requested as object)).steps).toEqual(["verify-1"]);
  expect(await runsOf(organisationId)).toMatchObject([{ status: "ok", attempts: 1 }]);

  await runJob(publishChainVerified, requested as object);
  expect(await publishedTo(organisationId)).toMatchObject([
    { sourceKey: `chain.verified ${stored?.id}`, envelope: { data: { eventsVerified: 20_001, checkpoint: null } } },
  ]);
});

test("a verification whose process was killed is started again", { tags: "full" }, async () => {
  const { ctx, organisationId } = await chainOf(20_001);
  await verify(ctx, VerifyChain.parse({}));
  const heard = (ago: string) =>
    pool().query(
      "UPDATE chain_verifications SET attempts = 1, heartbeat_at = now() - $2::interval WHERE organisation_id = $1",
      [organisationId, ago],
    );
  await heard("1 second");
  const [requested] = await requestedOf(organisationId);
  const { steps } = await runJob(verifyChain, requested as object, { onSleep: () => heard("31 seconds") });
  expect(steps).toEqual(["verify-1", "wait-2", "verify-2"]);
  expect(await runsOf(organisationId)).toMatchObject([{ status: "ok", attempts: 2 }]);
});

test("every chain is verified each night, even if steps are repeated, and the sweep starts lost verifications", async () => {
  const [one, other] = [await chainOf(1), await chainOf(0)];
  const { steps } = await runJob(verifyChainsNightly);
  expect(steps).toEqual(["begin", "start-1"]);
  for (const { organisationId } of [one, other]) {
    expect(await runsOf(organisationId)).toMatchObject([{ status: "running", mode: "full" }]);
    expect(await requestedOf(organisationId)).toHaveLength(1);
  }
  await pool().query("DELETE FROM graphile_worker._private_jobs");
  await pool().query("UPDATE chain_verifications SET created_at = created_at - interval '11 minutes'");
  await runJob(sweepVerifications);
  const [requested] = await requestedOf(one.organisationId);
  await runJob(verifyChain, requested as object);
  expect(await runsOf(one.organisationId)).toMatchObject([{ status: "ok" }]);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { issueDueCheckpoints } from "@/lib/domains/audit-chain";
import { VerifyChain } from "@/lib/domains/audit-chain/schemas-verification";
import { becomeOwner, createVictim, grow, type VictimChain } from "@/lib/domains/audit-chain/testing/attacker";
import { verifyChain } from "@/lib/domains/audit-chain/verification/verifications";
import {
  listUnpublishedCheckpoints,
  publishChainVerified,
  publishCheckpoints,
  publishIntegrityFailure,
} from "@/lib/domains/webhooks/publish-chain";
import { insertListener, outboxOf, publishedTo } from "@/lib/domains/webhooks/testing/listening";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
let owner: Awaited<ReturnType<typeof becomeOwner>>;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  owner = await becomeOwner(database.ownerUrl);
});

afterAll(async () => {
  await owner.end();
});

async function checkpointed({ ctx }: VictimChain): Promise<void> {
  await issueDueCheckpoints(ctx.clock);
  ctx.clock.nowMs += 60_000;
}

async function checkpointsOf({ organisationId }: VictimChain): Promise<{ size: number; headHash: string }[]> {
  const { rows } = await pool().query<{ size: number; headHash: string }>(
    `SELECT size::int AS size, head_hash AS "headHash" FROM chain_checkpoints WHERE organisation_id = $1 ORDER BY size`,
    [organisationId],
  );
  return rows;
}

/** Data of the published envelopes, by source. */
async function published({ organisationId }: VictimChain): Promise<Record<string, Record<string, unknown>>> {
  const published = await publishedTo(organisationId);
  return Object.fromEntries(published.map(({ sourceKey, envelope }) => [sourceKey, envelope.data]));
}

async function unpublished(): Promise<string[]> {
  const organisationIds: string[] = [];
  let after: string | undefined = "";
  while (after !== undefined) {
    const page = await listUnpublishedCheckpoints(after, 1);
    organisationIds.push(...page.organisationIds);
    after = page.after;
  }
  return organisationIds;
}

/** A chain with checkpoints at 2 and 5. By default its endpoint listens from before the first checkpoint. */
async function listenedTo(given: Partial<Parameters<typeof insertListener>[1]> = {}): Promise<VictimChain> {
  const victim = await createVictim(owner, { events: 2 });
  await insertListener(victim.organisationId, { events: ["chain.verified", "chain.integrity_failure"], ...given });
  await checkpointed(victim);
  await grow(victim, 3);
  await checkpointed(victim);
  return victim;
}

test("publishes each checkpoint once, with the events that it signs first", async () => {
  const victim = await listenedTo();
  const { organisationId, ctx } = victim;
  expect(await unpublished()).toEqual([organisationId]);
  for (const count of [2, 0]) {
    expect(await publishCheckpoints(organisationId, ctx.clock)).toEqual({ published: count, aboveSize: undefined });
  }
  const [first, second] = await checkpointsOf(victim);
  const verifiedAt = new Date(ctx.clock.nowMs).toISOString();
  expect(await published(victim)).toEqual({
    "chain.verified checkpoint 2": {
      ...{ fromPosition: 1, toPosition: 2, eventsVerified: 2, verifiedAt },
      headHash: first?.headHash,
      checkpoint: expect.objectContaining({ ...first, organisationId, signature: expect.any(String) }),
    },
    "chain.verified checkpoint 5": {
      ...{ fromPosition: 3, toPosition: 5, eventsVerified: 3, verifiedAt },
      headHash: second?.headHash,
      checkpoint: expect.objectContaining({ ...second, organisationId }),
    },
  });
  expect(await unpublished()).toEqual([]);
  await grow(victim, 1);
  await checkpointed(victim);
  expect(await unpublished()).toEqual([organisationId]);
  expect(await publishCheckpoints(organisationId, ctx.clock)).toMatchObject({ published: 1 });
});

test("publishes no checkpoints issued before an active endpoint subscribed", async () => {
  const [first, second] = [Date.parse("2026-11-20T10:00:06.000Z"), Date.parse("2026-11-20T10:01:15.000Z")];
  const victims = [
    await listenedTo({ active: false }),
    await listenedTo({ deleted: true }),
    await listenedTo({ events: ["audit.created"] }),
    await listenedTo({ listeningSinceMs: second + 1 }),
  ];
  expect(await unpublished()).toEqual([]);
  for (const victim of victims) {
    expect(await publishCheckpoints(victim.organisationId, victim.ctx.clock)).toMatchObject({ published: 0 });
    expect(await published(victim)).toEqual({});
  }
  const later = await listenedTo({ listeningSinceMs: first + 1 });
  expect(await publishCheckpoints(later.organisationId, later.ctx.clock)).toMatchObject({ published: 1 });
  expect(Object.keys(await published(later))).toEqual(["chain.verified checkpoint 5"]);
});

test("records a finding for a checkpoint that fails verification, and publishes the others", async () => {
  const victim = await listenedTo();
  const { organisationId, ctx } = victim;
  await grow(victim, 1);
  await checkpointed(victim);
  await owner.query("UPDATE audit_events SET severity = 'INFO' WHERE organisation_id = $1 AND chain_position = 4", [
    organisationId,
  ]);
  expect(await publishCheckpoints(organisationId, ctx.clock)).toMatchObject({ published: 2 });
  expect(Object.keys(await published(victim))).toEqual(["chain.verified checkpoint 2", "chain.verified checkpoint 6"]);
  const found = (await outboxOf(organisationId)).filter(({ name }) => name === "audit/integrity.failed");
  expect(found.map(({ data }) => data)).toMatchObject([{ code: "hash_mismatch" }]);
  expect(await unpublished()).toEqual([]);
});

test("publishes many checkpoints in parts, continuing from the last size", { tags: "full" }, async () => {
  const victim = await createVictim(owner, { events: 0 });
  const { organisationId, ctx } = victim;
  await insertListener(organisationId, { events: ["chain.verified"] });
  for (let i = 0; i < 101; i++) {
    await grow(victim, 1);
    await checkpointed(victim);
  }
  const parts = [await publishCheckpoints(organisationId, ctx.clock, { batchesMax: 1 })];
  expect(parts).toEqual([{ published: 100, aboveSize: 100 }]);
  parts.push(await publishCheckpoints(organisationId, ctx.clock, { aboveSize: 100, batchesMax: 1 }));
  expect(parts[1]).toEqual({ published: 1, aboveSize: undefined });
  expect(Object.keys(await published(victim))).toHaveLength(101);
});

test("publishes a passed verification once, with the latest signed checkpoint or null", async () => {
  const victim = await createVictim(owner, { events: 2 });
  const { organisationId, ctx } = victim;
  await insertListener(organisationId, { events: ["chain.verified"] });
  const verify = async () => {
    const answer = await verifyChain(ctx, VerifyChain.parse({}));
    const events = (await outboxOf(organisationId)).filter(({ name }) => name === "audit/verification.passed");
    const { verificationId } = (events.at(-1)?.data ?? {}) as { verificationId: string };
    for (const _ of [1, 2]) await publishChainVerified(organisationId, verificationId, ctx.clock);
    return { answer, verificationId };
  };
  const bare = await verify();
  await checkpointed(victim);
  const signed = await verify();
  const [checkpoint] = await checkpointsOf(victim);
  const common = { fromPosition: 1, toPosition: 2, eventsVerified: 2, headHash: victim.receipts[1]?.blockHash };
  expect(await published(victim)).toEqual({
    [`chain.verified ${bare.verificationId}`]: { ...common, checkpoint: null, verifiedAt: expect.any(String) },
    [`chain.verified ${signed.verificationId}`]: {
      // The first verification appends an event, which the second one verifies.
      ...{ fromPosition: 1, toPosition: 3, eventsVerified: 3, headHash: checkpoint?.headHash },
      checkpoint: expect.objectContaining(checkpoint),
      verifiedAt: "verifiedAt" in signed.answer ? signed.answer.verifiedAt : "",
    },
  });
  await publishChainVerified(organisationId, "ver_missing", ctx.clock);
  expect(await publishedTo(organisationId)).toHaveLength(2);
});

test("publishes each finding of a failed run once, including findings without an event", async () => {
  const victim = await listenedTo();
  const { organisationId, ctx } = victim;
  await owner.query("DELETE FROM audit_events WHERE organisation_id = $1 AND chain_position = 2", [organisationId]);
  await owner.query(
    "UPDATE audit_events SET content = content || ' ' WHERE organisation_id = $1 AND chain_position = 4",
    [organisationId],
  );
  await owner.query("UPDATE chain_checkpoints SET signature = 'x' WHERE organisation_id = $1 AND size = 5", [
    organisationId,
  ]);
  for (const _ of [1, 2]) {
    const answer = await verifyChain(ctx, VerifyChain.parse({}));
    expect(answer).toMatchObject({ status: "failed", findingsTotal: 3 });
  }
  const found = (await outboxOf(organisationId)).filter(({ name }) => name === "audit/integrity.failed");
  for (const { data } of found) {
    const { eventId, code } = data as { eventId: string; code: string };
    await publishIntegrityFailure(organisationId, eventId, code, ctx.clock);
  }
  const data = Object.values(await published(victim)).map(({ chainPosition, eventId, error }) => [
    chainPosition,
    typeof eventId === "string" ? eventId.slice(0, 4) : eventId,
    error,
  ]);
  expect(data.sort()).toEqual([
    [2, null, "events_missing"],
    [4, "evt_", "hash_mismatch"],
    [5, null, "checkpoint_signature"],
  ]);
});

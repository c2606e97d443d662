import { describe, expect, test, vi } from "vitest";
import {
  type Checkpoint,
  checkpointHash,
  verifyCheckpointSignature,
} from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import {
  getCheckpoint,
  issueCheckpoint,
  issueDueCheckpoints,
} from "@/lib/domains/audit-chain/checkpoints/issue-checkpoint";
import { CheckpointRefused, type RefusalReason } from "@/lib/domains/audit-chain/checkpoints/refusal";
import { latestCheckpoint, readCheckpoints } from "@/lib/domains/audit-chain/checkpoints/store";
import { hashOf } from "@/lib/domains/audit-chain/merkle/tree";
import {
  appendEvents,
  createTestChain,
  everyEvent,
  fillChain,
  numbered,
  recordedFindings,
  startMs,
  type TestChain,
} from "@/lib/domains/audit-chain/testing/chain";
import { ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import { bytesOf, IndependentTree, openNote } from "@/lib/domains/audit-chain/testing/independent-merkle";
import { issue } from "@/lib/domains/audit-chain/testing/signer";
import { publishCheckpointNote } from "@/lib/domains/audit-chain/witnesses/publish-checkpoint";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import { isFullRun } from "@/lib/platform/core/testing";
import { pool } from "@/lib/platform/database/db";
import { listPublicKeys } from "@/lib/platform/signing/publish-keys";
import { log } from "@/lib/platform/telemetry/log";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
const owner = ownerOf(database);

const zeros = `sha256:${"0".repeat(64)}`;

const append = (chain: TestChain, count = 1) => appendEvents(chain, ...numbered(count));

async function all({ ctx }: TestChain): Promise<Checkpoint[]> {
  const checkpoints: Checkpoint[] = [];
  for await (const checkpoint of readCheckpoints(ctx.organisation.id)) checkpoints.push(checkpoint);
  return checkpoints;
}

describe("a new checkpoint", () => {
  test("contains the chain's end and root and is signed by the published key", async () => {
    const chain = await createTestChain();
    await append(chain, 5);
    const checkpoint = await issue(chain);
    const events = await everyEvent(chain.ctx);
    expect(checkpoint).toEqual({
      organisationId: chain.ctx.organisation.id,
      size: 5,
      headHash: events.at(-1)?.blockHash,
      rootHash: hashOf(new IndependentTree(events.map((event) => bytesOf(event.blockHash))).hash()),
      issuedAt: isoMilliseconds(startMs),
      previousCheckpointHash: zeros,
      keyId: listPublicKeys().keys[0]?.kid,
      signature: expect.stringMatching(/^[A-Za-z0-9+/]{86}==$/),
    });
    expect(verifyCheckpointSignature(checkpoint)).toBe(true);
    expect(await latestCheckpoint(chain.ctx.organisation.id)).toEqual(checkpoint);
  });

  test("is issued once per size and references the previous one", async () => {
    const chain = await createTestChain();
    const { organisation, clock } = chain.ctx;
    expect(await issueCheckpoint(organisation.id, clock)).toBeUndefined();
    await append(chain, 2);
    const first = await issueCheckpoint(organisation.id, clock);
    expect(first?.isNew).toBe(true);
    clock.nowMs += 60_000;
    expect(await issueCheckpoint(organisation.id, clock)).toEqual({ checkpoint: first?.checkpoint, isNew: false });
    await append(chain);
    const second = await issueCheckpoint(organisation.id, clock);
    expect(second?.checkpoint).toMatchObject({
      size: 3,
      issuedAt: isoMilliseconds(startMs + 60_000),
      previousCheckpointHash: first && checkpointHash(first.checkpoint),
    });
    expect(await all(chain)).toEqual([first?.checkpoint, second?.checkpoint]);
  });

  test("is never dated before the previous one", async () => {
    const chain = await createTestChain();
    await append(chain);
    await issue(chain);
    chain.ctx.clock.nowMs -= 3_600_000;
    await append(chain);
    expect((await issue(chain)).issuedAt).toBe(isoMilliseconds(startMs));
  });

  test("is a valid signed note", async () => {
    const chain = await createTestChain();
    await append(chain, 3);
    const { size, rootHash, organisationId } = await getCheckpoint(chain.ctx);
    const origin = `governance-audit-service/${organisationId}`;
    const key = listPublicKeys().keys.find(({ kty }) => kty === "OKP");
    const lines = openNote(await publishCheckpointNote(chain.ctx, {}), origin, { x: key?.kty === "OKP" ? key.x : "" });
    expect(lines).toEqual([origin, String(size), bytesOf(rootHash).toString("base64")]);
  });

  test("cannot be issued for an empty chain", async () => {
    const chain = await createTestChain();
    await expect(getCheckpoint(chain.ctx)).rejects.toMatchObject({ code: "not_found" });
    await expect(publishCheckpointNote(chain.ctx, {})).rejects.toMatchObject({ code: "not_found" });
  });
});

test("concurrent issuers get valid checkpoints, one per size", async () => {
  const chain = await createTestChain();
  const writing = append(chain, 60);
  const issued: (Checkpoint | undefined)[] = [];
  const issueAgain = async () => {
    for (let i = 0; i < 25; i++) {
      const { rows } = await pool().query<{ position: string }>(
        "SELECT position FROM chain_heads WHERE organisation_id = $1",
        [chain.ctx.organisation.id],
      );
      const checkpoint = (await issueCheckpoint(chain.ctx.organisation.id, chain.ctx.clock))?.checkpoint;
      expect(checkpoint?.size ?? 0).toBeGreaterThanOrEqual(Number(rows[0]?.position));
      issued.push(checkpoint);
    }
  };
  await Promise.all([writing, ...Array.from({ length: 6 }, issueAgain)]);
  await issue(chain);
  const stored = await all(chain);
  expect(new Set(stored.map(({ size }) => size)).size).toBe(stored.length);
  expect(stored.at(-1)?.size).toBe(60);
  for (const [i, { previousCheckpointHash }] of stored.entries()) {
    const before = stored[i - 1];
    expect(previousCheckpointHash).toBe(before ? checkpointHash(before) : zeros);
  }
  for (const checkpoint of issued) if (checkpoint) expect(stored).toContainEqual(checkpoint);
  const events = await everyEvent(chain.ctx);
  const tree = new IndependentTree(events.map((event) => bytesOf(event.blockHash)));
  for (const { size, rootHash } of stored) expect(rootHash).toBe(hashOf(tree.hash(0, size)));
});

test("issuing does not wait for the chain's lock", async () => {
  const chain = await createTestChain();
  await append(chain, 2);
  await owner.query("BEGIN");
  await owner.query("SELECT FROM chain_heads WHERE organisation_id = $1 FOR UPDATE", [chain.ctx.organisation.id]);
  expect((await issue(chain)).size).toBe(2);
  await owner.query("ROLLBACK");
});

const otherHash = (position: number) =>
  `UPDATE audit_events SET block_hash = 'sha256:' || repeat('e', 64) WHERE organisation_id = $1 AND chain_position = ${position}`;
const deleteEvents = (positions: string) =>
  `DELETE FROM audit_events WHERE organisation_id = $1 AND chain_position ${positions}`;
const setHead = (set: string) => `UPDATE chain_heads SET ${set} WHERE organisation_id = $1`;
const alter = (set: string) => `UPDATE chain_checkpoints SET ${set} WHERE organisation_id = $1`;
const noHead = "DELETE FROM chain_heads WHERE organisation_id = $1";

/** Attacks by the database owner between the checkpoint at 300 and the next one at 400. */
const attacks: [string, RefusalReason, number, ...string[]][] = [
  ["its tail is deleted and its head is moved back", "chain_shortened", 300, deleteEvents("> 299"), moveHeadTo(299)],
  ["only its head is moved back", "chain_shortened", 300, moveHeadTo(120)],
  ["its head is deleted", "chain_shortened", 300, noHead],
  [
    "everything is deleted",
    "chain_shortened",
    300,
    deleteEvents("> 0"),
    setHead(`position = 0, block_hash = '${zeros}'`),
  ],
  ["the event at the last checkpoint has another hash", "history_rewritten", 300, otherHash(300)],
  ["the event at the last checkpoint is missing", "history_rewritten", 300, deleteEvents("= 300")],
  ["an event before the last checkpoint has another hash", "tree_mismatch", 300, otherHash(270)],
  ["an event after the last checkpoint is missing", "link_mismatch", 351, deleteEvents("= 350")],
  ["an event after the last checkpoint has another hash", "link_mismatch", 351, otherHash(350)],
  [
    "the head's hash differs from its event's",
    "head_mismatch",
    400,
    setHead("block_hash = 'sha256:' || repeat('e', 64)"),
  ],
  ["the head is after the last event", "head_mismatch", 401, setHead("position = 401")],
  ["the last checkpoint has another root", "checkpoint_altered", 300, alter("root_hash = head_hash")],
  ["the last checkpoint has another head", "checkpoint_altered", 300, alter("head_hash = root_hash")],
  ["the last checkpoint has another time", "checkpoint_altered", 300, alter("issued_at = issued_at + '1 s'")],
  ["the last checkpoint has an infinite time", "checkpoint_altered", 300, alter("issued_at = 'infinity'")],
  [
    "the last checkpoint has another predecessor",
    "checkpoint_altered",
    300,
    alter("previous_checkpoint_hash = head_hash"),
  ],
  ["the last checkpoint has another signature", "checkpoint_altered", 300, alter("signature = 'AAAA'")],
  ["the last checkpoint has a smaller size", "checkpoint_altered", 299, alter("size = 299")],
];

function moveHeadTo(position: number): string {
  return `UPDATE chain_heads SET position = ${position}, block_hash = (SELECT block_hash FROM audit_events
    WHERE organisation_id = $1 AND chain_position = ${position}) WHERE organisation_id = $1`;
}

async function attack({ ctx }: TestChain, statements: string[]): Promise<void> {
  for (const table of ["audit_events", "chain_heads", "chain_checkpoints"]) {
    await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  }
  for (const sql of statements) await owner.query(sql, [ctx.organisation.id]);
}

test.each(attacks)("a chain is not signed if %s", async (_what, reason, chainPosition, ...statements) => {
  const [chain, other] = [await createTestChain(), await createTestChain()];
  await append(other, 2);
  await fillChain(database.ownerUrl, chain, 1, 300);
  const signed = await issue(chain);
  await fillChain(database.ownerUrl, chain, 301, 400);
  await attack(chain, statements);

  const logged = vi.spyOn(log(), "error");
  const refusal = await issue(chain).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(CheckpointRefused);
  expect(refusal).toMatchObject({ code: "conflict", state: { reason, chainPosition } });
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ reason, chainPosition }), expect.any(String));
  expect((await all(chain)).length).toBe(1);
  if (reason !== "checkpoint_altered") expect(await all(chain)).toEqual([signed]);
  await expect(getCheckpoint(chain.ctx)).rejects.toBeInstanceOf(CheckpointRefused);
  await expect(publishCheckpointNote(chain.ctx, {})).rejects.toBeInstanceOf(CheckpointRefused);

  expect(await recordedFindings(chain.ctx.organisation.id)).toMatchObject([{ code: reason, chainPosition }]);
  expect((await issue(other)).size).toBe(2);
});

/** The service looks for a hundred due chains at a time. */
const dueChains = isFullRun ? 105 : 8;

test("due checkpoints are issued for every chain with new events, including those after a damaged one", async () => {
  const { refused } = await issueDueCheckpoints(chainClock());
  const chains = await Promise.all(Array.from({ length: dueChains }, createTestChain));
  const [idle, damaged, ...grown] = chains as [TestChain, TestChain, ...TestChain[]];
  await append(idle);
  await issue(idle);
  await fillChain(database.ownerUrl, damaged, 1, 3);
  await attack(damaged, ["DELETE FROM audit_events WHERE organisation_id = $1 AND chain_position = 2"]);
  for (const chain of grown) await append(chain);
  expect(await issueDueCheckpoints(chainClock())).toEqual({ issued: dueChains - 2, refused: refused + 1, failed: 0 });
  for (const chain of grown) expect(await all(chain)).toHaveLength(1);
  expect(await all(idle)).toHaveLength(1);
  expect(await issueDueCheckpoints(chainClock())).toEqual({ issued: 0, refused: refused + 1, failed: 0 });
});

function chainClock() {
  return { now: () => startMs };
}

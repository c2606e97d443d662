import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { appendEvent } from "@/lib/domains/audit-chain/append/append-events";
import { type Checkpoint, checkpointHash, signCheckpoint } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { initialiseNewSigner, initialiseSigner } from "@/lib/domains/audit-chain/checkpoints/initialise-signer";
import { issueCheckpoint } from "@/lib/domains/audit-chain/checkpoints/issue-checkpoint";
import { type RefusalReason, stateOf } from "@/lib/domains/audit-chain/checkpoints/refusal";
import { initialise, type Memory, recall, remember } from "@/lib/domains/audit-chain/checkpoints/signer-memory";
import { insertCheckpoint, latestCheckpoint } from "@/lib/domains/audit-chain/checkpoints/store";
import { createVictim, grow, removeGuards, type VictimChain } from "@/lib/domains/audit-chain/testing/attacker";
import { everyEvent, recordedFindings } from "@/lib/domains/audit-chain/testing/chain";
import { ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import { bytesOf, IndependentTree } from "@/lib/domains/audit-chain/testing/independent-merkle";
import {
  deleteState,
  forgetCheckpoints,
  issue,
  recordsOf,
  restartSigner,
} from "@/lib/domains/audit-chain/testing/signer";
import { verifyStoredChain } from "@/lib/domains/audit-chain/verification/verify-stored-chain";
import { systemClock } from "@/lib/platform/core/clock";
import { pool } from "@/lib/platform/database/db";
import { currentCheckpointKey } from "@/lib/platform/signing/checkpoint-keys";
import { log } from "@/lib/platform/telemetry/log";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
const owner = ownerOf(database, async (client) => {
  await removeGuards(client);
  await client.query("ALTER TABLE chain_tiles DISABLE TRIGGER USER");
});

/** A chain of ten events that the service signed at five and at ten. */
async function signedChain(): Promise<VictimChain & { signed: Checkpoint }> {
  const chain = await createVictim(owner, { events: 5 });
  await issue(chain);
  await grow(chain, 5);
  return { ...chain, signed: await issue(chain) };
}

async function memoryOf(organisationId: string): Promise<Memory> {
  const memory = await recall(organisationId);
  if (typeof memory === "string") throw new Error(memory);
  return memory;
}

const findingsOf = async (organisationId: string) => (await recordedFindings(organisationId)).map(({ code }) => code);

const rewrite = `UPDATE audit_events SET content = replace(content, 'APPROVED', 'DECLINED') WHERE organisation_id = $1`;

/** Rewrites all events consistently and deletes all checkpoints. */
async function rewriteFromGenesis({ organisationId }: VictimChain): Promise<void> {
  await owner.query(rewrite, [organisationId]);
  await owner.query("CALL rehash_from($1, 1)", [organisationId]);
  await forgetCheckpoints(owner, organisationId);
}

const cutTo =
  (position: number) =>
  async ({ organisationId }: VictimChain) => {
    await owner.query("DELETE FROM audit_events WHERE organisation_id = $1 AND chain_position > $2", [
      organisationId,
      position,
    ]);
    await owner.query("CALL rehash_from($1, $2)", [organisationId, position]);
    await owner.query("DELETE FROM chain_checkpoints WHERE organisation_id = $1 AND size > $2", [
      organisationId,
      position,
    ]);
  };

describe("a signer with state", () => {
  test.each<[string, RefusalReason, (chain: VictimChain) => Promise<void>]>([
    [
      "the chain was rewritten from its first event and all signatures were deleted",
      "history_rewritten",
      rewriteFromGenesis,
    ],
    [
      "all checkpoints and tiles were deleted",
      "checkpoint_missing",
      ({ organisationId }) => forgetCheckpoints(owner, organisationId),
    ],
    [
      "the last checkpoint was deleted",
      "checkpoint_missing",
      async ({ organisationId }) => {
        await owner.query("DELETE FROM chain_checkpoints WHERE organisation_id = $1 AND size = 10", [organisationId]);
      },
    ],
    ["the chain and its checkpoints were truncated", "chain_shortened", cutTo(7)],
    [
      "the chain was truncated and grew again",
      "history_rewritten",
      async (chain) => {
        await cutTo(7)(chain);
        chain.receipts.splice(7);
        await grow(chain, 5);
      },
    ],
    [
      "everything was deleted",
      "chain_shortened",
      async ({ organisationId }) => {
        await forgetCheckpoints(owner, organisationId);
        await owner.query("DELETE FROM audit_events WHERE organisation_id = $1", [organisationId]);
        await owner.query("DELETE FROM chain_heads WHERE organisation_id = $1", [organisationId]);
      },
    ],
  ])("signs nothing if %s, and verification reports it", async (_what, reason, attack) => {
    const [chain, other] = [await signedChain(), await signedChain()];
    await attack(chain);
    const logged = vi.spyOn(log(), "error");
    for (const start of [() => undefined, restartSigner]) {
      start();
      await expect(issue(chain)).rejects.toMatchObject({ code: "conflict", state: { reason, chainPosition: 10 } });
    }
    expect(logged).toHaveBeenCalledWith(expect.objectContaining({ reason }), expect.any(String));
    expect(await findingsOf(chain.organisationId)).toEqual([reason]);
    const { organisationId } = chain;
    const report = await verifyStoredChain({ organisationId });
    expect(report).toMatchObject({ status: "failed", verdicts: { checkpoints: "failed" } });
    expect(report.findings).toContainEqual(
      expect.objectContaining({
        code: "signer_state_mismatch",
        chainPosition: 10,
        expected: reason === "checkpoint_missing" ? checkpointHash(chain.signed) : chain.signed.headHash,
      }),
    );
    await grow(other, 1);
    expect((await issue(other)).size).toBe(11);
    expect(await verifyStoredChain({ organisationId: other.organisationId })).toMatchObject({ status: "ok" });
  });

  test("does not report intact chains", async () => {
    const { organisationId } = await signedChain();
    for (const range of [{}, { from: 1, to: 4 }, { from: 10 }, { incremental: true }]) {
      expect(await verifyStoredChain({ organisationId, ...range })).toMatchObject({ status: "ok", findings: [] });
    }
  });
});

describe("a signer without state", () => {
  test("signs only new chains until an operator initialises it", async () => {
    const [victim, honest] = [await signedChain(), await signedChain()];
    await rewriteFromGenesis(victim);
    await deleteState();
    const refused = { code: "conflict", state: { reason: "state_missing" } };
    for (const chain of [victim, honest]) {
      await expect(issue(chain)).rejects.toMatchObject(refused);
      expect(await findingsOf(chain.organisationId)).toEqual(["state_missing"]);
    }
    const logged = vi.spyOn(log(), "error");
    expect(await initialiseNewSigner(systemClock)).toBe(false);
    expect(logged.mock.calls[0]?.[1]).toContain("npm run checkpoints:initialise");
    await expect(issue(honest)).rejects.toMatchObject(refused);

    const created = await createVictim(owner, { events: 1 });
    await expect(issue(created)).rejects.toMatchObject(refused);

    const { organisationId, ctx } = honest;
    const [initialised] = await initialiseSigner({ organisationId, reason: "The disk was lost." }, systemClock);
    const accepted = stateOf(honest.signed);
    expect(initialised).toEqual({
      organisationId,
      outcome: "initialised",
      findings: 0,
      previous: "state_missing",
      accepted,
    });
    expect((await everyEvent(ctx)).at(-1)).toMatchObject({
      eventType: "CONFIG_CHANGE",
      severity: "HIGH",
      actor: { type: "SYSTEM", id: "operator" },
      payload: { kind: "SIGNER_STATE_INITIALISED", reason: "The disk was lost.", previous: "state_missing", accepted },
    });
    expect((await issue(honest)).size).toBe(11);
    // The other chains existed when the state was initialised, so their records are missing.
    await expect(issue(victim)).rejects.toMatchObject(refused);
    // An organisation created later is new.
    const later = await createVictim(owner, { events: 2 });
    expect((await issue(later)).size).toBe(2);
    await expect(initialiseSigner({ reason: "again" }, systemClock)).rejects.toThrow("already initialised");
    await expect(initialiseSigner({ reason: "x", organisationId: "org_none" }, systemClock)).rejects.toThrow(
      "org_none",
    );
  });

  test("rejects a chain whose record was deleted, even if the chain was emptied", async () => {
    const [chain, emptied] = [await signedChain(), await signedChain()];
    for (const { organisationId } of [chain, emptied]) await deleteState(organisationId);
    await expect(issue(chain)).rejects.toMatchObject({ state: { reason: "state_missing" } });
    await forgetCheckpoints(owner, emptied.organisationId);
    await owner.query("UPDATE chain_heads SET position = 0 WHERE organisation_id = $1", [emptied.organisationId]);
    expect(await issueCheckpoint(emptied.organisationId, systemClock)).toBeUndefined();
    await owner.query("UPDATE chain_heads SET position = 10 WHERE organisation_id = $1", [emptied.organisationId]);
    await expect(issue(emptied)).rejects.toMatchObject({ state: { reason: "state_missing" } });
  });

  test("requires the operator's acceptance to be initialised for a chain with findings", async () => {
    const chain = await signedChain();
    const { organisationId } = chain;
    await owner.query("UPDATE audit_events SET severity = 'INFO' WHERE organisation_id = $1 AND chain_position = 3", [
      organisationId,
    ]);
    await deleteState(organisationId);
    const input = { organisationId, reason: "A known finding." };
    expect(await initialiseSigner(input, systemClock)).toMatchObject([{ outcome: "not_verified", findings: 1 }]);
    await expect(issue(chain)).rejects.toMatchObject({ state: { reason: "state_missing" } });
    expect(await initialiseSigner({ ...input, acceptFindings: true }, systemClock)).toMatchObject([
      { outcome: "initialised", findings: 1 },
    ]);
    expect((await issue(chain)).size).toBe(11);
  });

  test("can be initialised again after an interruption", { tags: "full" }, async () => {
    const [chain, obstructed] = [await signedChain(), await signedChain()];
    await deleteState();
    const obstacle = join(process.env.SIGNER_STATE ?? "", obstructed.organisationId);
    await mkdir(dirname(obstacle), { recursive: true });
    await writeFile(obstacle, "");
    await expect(initialiseSigner({ reason: "Upgrade" }, systemClock)).rejects.toThrow();
    await expect(issue(chain)).rejects.toMatchObject({ state: { reason: "state_missing" } });
    await rm(obstacle);
    await initialiseSigner({ reason: "Upgrade" }, systemClock);
    for (const one of [chain, obstructed]) expect((await issue(one)).size).toBeGreaterThan(10);
  });

  test("rejects an initialisation event from a caller", async () => {
    const { ctx, modelId } = await signedChain();
    const event = { modelId, eventType: "CONFIG_CHANGE", severity: "HIGH", tags: [] } as const;
    const forged = appendEvent(ctx, { ...event, tags: [], payload: { kind: "SIGNER_STATE_INITIALISED" } });
    await expect(forged).rejects.toMatchObject({ code: "validation_failed" });
  });
});

test.each<[string, (paths: string[]) => Promise<void>]>([
  ["changed", async ([last = ""]) => writeFile(last, (await readFile(last, "utf8")).replace('"size":10', '"size":9'))],
  ["truncated", async ([last = ""]) => writeFile(last, (await readFile(last, "utf8")).slice(0, 40))],
  ["empty", ([last = ""]) => writeFile(last, "")],
  ["replaced by an older one", async ([last = "", before = ""]) => writeFile(last, await readFile(before, "utf8"))],
])("an edited signer record (%s) prevents signing", async (_what, edit) => {
  const chain = await signedChain();
  await edit(await recordsOf(chain.organisationId));
  restartSigner();
  await expect(issue(chain)).rejects.toMatchObject({ state: { reason: "state_altered" } });
  expect(await findingsOf(chain.organisationId)).toEqual(["state_altered"]);
});

test("a rolled-back signer record is detected by the process that wrote the later one", async () => {
  const chain = await signedChain();
  const [last = ""] = await recordsOf(chain.organisationId);
  await rm(last);
  await expect(issue(chain)).rejects.toMatchObject({ state: { reason: "state_altered" } });
});

test("a signer record of another chain is rejected", async () => {
  const [chain, other] = [await signedChain(), await signedChain()];
  const [[mine = ""], [theirs = ""]] = [await recordsOf(chain.organisationId), await recordsOf(other.organisationId)];
  await writeFile(mine, await readFile(theirs, "utf8"));
  restartSigner();
  await expect(issue(chain)).rejects.toMatchObject({ state: { reason: "state_altered" } });
});

describe("a process that is killed", () => {
  /** Performs the steps of a signing process before it is killed. */
  async function prepare({ organisationId, signed, receipts, ctx }: VictimChain & { signed: Checkpoint }) {
    const size = receipts.length;
    const statement = { ...(await nextStatement({ organisationId, size })), issuedAt: signed.issuedAt };
    const pending = signCheckpoint(
      { ...statement, previousCheckpointHash: checkpointHash(signed) },
      currentCheckpointKey(),
    );
    const known = await memoryOf(organisationId);
    const prepared = await remember(organisationId, known, { signed: known.signed, pending }, ctx.clock);
    return { pending, prepared };
  }

  async function nextStatement({ organisationId, size }: { organisationId: string; size: number }) {
    const { rows } = await pool().query<{ hash: string }>(
      "SELECT block_hash AS hash FROM audit_events WHERE organisation_id = $1 ORDER BY chain_position",
      [organisationId],
    );
    const tree = new IndependentTree(rows.slice(0, size).map(({ hash }) => bytesOf(hash)));
    const rootHash = `sha256:${tree.hash().toString("hex")}`;
    return { organisationId, size, headHash: rows[size - 1]?.hash ?? "", rootHash };
  }

  test("between recording and storing a checkpoint lets the next one store it", async () => {
    const chain = await signedChain();
    await grow(chain, 2);
    const { pending } = await prepare(chain);
    await grow(chain, 1);
    restartSigner();
    expect(await verifyStoredChain({ organisationId: chain.organisationId })).toMatchObject({ status: "ok" });
    const next = await issue(chain);
    expect(next).toMatchObject({ size: 13, previousCheckpointHash: checkpointHash(pending) });
    expect(await memoryOf(chain.organisationId)).toMatchObject({ signed: stateOf(next), pending: null });
    expect(await verifyStoredChain({ organisationId: chain.organisationId })).toMatchObject({ status: "ok" });
  });

  test("between storing and confirming a checkpoint lets the next one confirm it", async () => {
    const chain = await signedChain();
    await grow(chain, 2);
    const { pending } = await prepare(chain);
    expect(await insertCheckpoint(pending)).toBe(true);
    restartSigner();
    expect(await issue(chain)).toEqual(pending);
    expect(await memoryOf(chain.organisationId)).toMatchObject({ signed: stateOf(pending), pending: null });
  });

  test("before the chain was rewritten lets the next one sign nothing", async () => {
    const chain = await signedChain();
    await grow(chain, 2);
    await prepare(chain);
    await owner.query(`${rewrite} AND chain_position = 11`, [chain.organisationId]);
    await owner.query("UPDATE audit_events SET severity = 'LOW' WHERE organisation_id = $1 AND chain_position = 11", [
      chain.organisationId,
    ]);
    await owner.query("CALL rehash_from($1, 11)", [chain.organisationId]);
    await expect(issue(chain)).rejects.toMatchObject({ state: { reason: "history_rewritten", chainPosition: 12 } });
  });

  test("while an earlier version without state signs the same chain keeps that checkpoint", async () => {
    const chain = await signedChain();
    await grow(chain, 1);
    const earlier = signCheckpoint(
      {
        ...(await nextStatement({ organisationId: chain.organisationId, size: 11 })),
        issuedAt: chain.signed.issuedAt,
        previousCheckpointHash: checkpointHash(chain.signed),
      },
      currentCheckpointKey(),
    );
    await grow(chain, 1);
    await prepare(chain);
    expect(await insertCheckpoint(earlier)).toBe(true);
    const next = await issue(chain);
    expect(next).toMatchObject({ size: 12, previousCheckpointHash: checkpointHash(earlier) });
    expect(await memoryOf(chain.organisationId)).toMatchObject({ signed: stateOf(next), pending: null });
  });
});

test("concurrent processes continue each other's checkpoints without rejections", { tags: "full" }, async () => {
  const chain = await signedChain();
  const { organisationId } = chain;
  for (let round = 0; round < 5; round++) {
    await grow(chain, 1);
    // Each process has its own queue; they share the signer's memory and the database.
    const issuers = Array.from({ length: 4 }, () => {
      restartSigner();
      return issue(chain);
    });
    for (const checkpoint of await Promise.all(issuers)) expect(checkpoint.size).toBe(11 + round);
  }
  expect((await latestCheckpoint(organisationId))?.size).toBe(15);
  expect(await findingsOf(organisationId)).toEqual([]);
  expect(await verifyStoredChain({ organisationId })).toMatchObject({ status: "ok" });
});

test("the state is initialised automatically only if no chain exists", async () => {
  await deleteState();
  expect(await initialiseNewSigner(systemClock)).toBe(false);
  await owner.query("TRUNCATE audit_events, chain_checkpoints, chain_tiles CASCADE");
  await owner.query("UPDATE chain_heads SET position = 0");
  expect(await initialiseNewSigner(systemClock)).toBe(true);
  // A chain that is filled later for an earlier organisation is not new.
  const chain = await createVictim(owner, { events: 0 });
  const later = { now: () => Date.now() + 600_000 };
  await deleteState();
  await initialise([], later);
  await grow(chain, 2);
  await expect(issue(chain)).rejects.toMatchObject({ state: { reason: "state_missing" } });
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkpointHash } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { continueCopiesAt, copyCheckpoints } from "@/lib/domains/audit-chain/checkpoints/copy-checkpoints";
import { issueCheckpoint } from "@/lib/domains/audit-chain/checkpoints/issue-checkpoint";
import { initialise } from "@/lib/domains/audit-chain/checkpoints/signer-memory";
import { createVictim, grow, removeGuards, type VictimChain } from "@/lib/domains/audit-chain/testing/attacker";
import { ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import { deleteState, forgetCheckpoints, issue, restartSigner } from "@/lib/domains/audit-chain/testing/signer";
import { verifyStoredChain } from "@/lib/domains/audit-chain/verification/verify-stored-chain";
import { env } from "@/lib/platform/config/env";
import { systemClock } from "@/lib/platform/core/clock";
import { forgetSingletons } from "@/lib/platform/core/testing";
import { startS3Server } from "@/lib/platform/storage/testing/s3-server";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
const owner = ownerOf(database, async (client) => {
  await removeGuards(client);
  await client.query("ALTER TABLE chain_tiles DISABLE TRIGGER USER");
});
let directory: string;
let bucket: Awaited<ReturnType<typeof startS3Server>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "copies-"));
  bucket = await startS3Server();
  Object.assign(process.env, bucket.env);
  forgetSingletons("env");
});

afterAll(async () => {
  await bucket.close();
  await rm(directory, { recursive: true });
});

async function signedChain() {
  const chain = await createVictim(owner, { events: 6 });
  return { ...chain, signed: await issue(chain) };
}

/** Rewrites a chain from its first event, and deletes its signatures and the signer's records. */
async function rewrite({ organisationId }: VictimChain): Promise<void> {
  await owner.query("UPDATE audit_events SET content = replace(content, 'APPROVED', 'x') WHERE organisation_id = $1", [
    organisationId,
  ]);
  await owner.query("CALL rehash_from($1, 1)", [organisationId]);
  await forgetCheckpoints(owner, organisationId);
  await deleteState(organisationId);
}

describe.each([
  ["a file", () => join(directory, "copies.ndjson")],
  ["an object store", () => "s3://governance-evidence/copies"],
])("copies of checkpoints in %s", (_where, location) => {
  test("reveal a rewritten chain to every process", async () => {
    env().CHECKPOINT_COPY_FILE = location();
    const [chain, intact] = [await signedChain(), await signedChain()];
    const { organisationId, signed } = chain;
    expect((await copyCheckpoints()).copied).toBeGreaterThanOrEqual(2);
    await rewrite(chain);
    restartSigner();
    expect(await verifyStoredChain({ organisationId })).toMatchObject({
      status: "failed",
      verdicts: { content: "ok", linkage: "ok", completeness: "ok", checkpoints: "failed", anchor: "not_checked" },
      findings: [
        { code: "checkpoint_copy_mismatch", chainPosition: 6, expected: checkpointHash(signed), actual: null },
      ],
    });
    expect(await verifyStoredChain({ organisationId: intact.organisationId })).toMatchObject({ status: "ok" });
    expect((await copyCheckpoints()).inconsistent).toEqual([organisationId]);
  });

  test("contain each checkpoint once, and continue if an operator accepts an earlier one", async () => {
    env().CHECKPOINT_COPY_FILE = location();
    const chain = await signedChain();
    const { organisationId, signed } = chain;
    await copyCheckpoints();
    await grow(chain, 1);
    await issue(chain);
    expect(await copyCheckpoints()).toMatchObject({ copied: 1 });
    expect(await copyCheckpoints()).toMatchObject({ copied: 0 });
    await owner.query("DELETE FROM chain_checkpoints WHERE organisation_id = $1 AND size > 6", [organisationId]);
    await deleteState(organisationId);
    expect(await verifyStoredChain({ organisationId })).toMatchObject({ status: "failed" });
    await continueCopiesAt(signed);
    expect(await verifyStoredChain({ organisationId })).toMatchObject({ status: "ok" });
  });
});

test("a signed checkpoint in a document reveals a rewritten chain", async () => {
  env().CHECKPOINT_COPY_FILE = undefined;
  const [chain, other] = [await signedChain(), await signedChain()];
  const { organisationId, signed } = chain;
  const findIssued = async () => [signed];
  expect(await verifyStoredChain({ organisationId }, { findIssued })).toMatchObject({ status: "ok" });
  await rewrite(chain);
  expect(await verifyStoredChain({ organisationId })).toMatchObject({ status: "ok" });
  const actual = expect.stringMatching(/^sha256:/);
  expect(await verifyStoredChain({ organisationId }, { findIssued })).toMatchObject({
    status: "failed",
    verdicts: { checkpoints: "failed" },
    findings: [{ code: "evidence_checkpoint_mismatch", chainPosition: 6, expected: signed.headHash, actual }],
  });
  const useless = async () => [{ ...signed, signature: other.signed.signature }, other.signed];
  expect(await verifyStoredChain({ organisationId }, { findIssued: useless })).toMatchObject({ status: "ok" });
});

test("unreadable copies do not prevent a verification", async () => {
  env().CHECKPOINT_COPY_FILE = undefined;
  const { organisationId } = await signedChain();
  const findIssued = () => Promise.reject(new Error("no packages"));
  expect(await verifyStoredChain({ organisationId }, { findIssued })).toMatchObject({ status: "ok" });
});

test("the signer's state can be stored in an object store", async () => {
  env().CHECKPOINT_COPY_FILE = undefined;
  const given = env().SIGNER_STATE;
  env().SIGNER_STATE = "s3://governance-evidence/signer-state";
  restartSigner();
  try {
    await initialise([], { now: () => 1 });
    const chain = await signedChain();
    await grow(chain, 2);
    restartSigner();
    expect((await issue(chain)).size).toBe(8);
    await forgetCheckpoints(owner, chain.organisationId);
    restartSigner();
    await expect(issue(chain)).rejects.toMatchObject({ state: { reason: "checkpoint_missing", chainPosition: 8 } });
    expect((await issueCheckpoint((await createVictim(owner, { events: 1 })).organisationId, systemClock))?.isNew).toBe(
      true,
    );
  } finally {
    env().SIGNER_STATE = given;
    restartSigner();
  }
});

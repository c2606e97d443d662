import { randomBytes } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { appendEvent } from "@/lib/domains/audit-chain/append/append-events";
import { getCheckpoint } from "@/lib/domains/audit-chain/checkpoints/issue-checkpoint";
import { initialise } from "@/lib/domains/audit-chain/checkpoints/signer-memory";
import { AppendEvent } from "@/lib/domains/audit-chain/schemas";
import { VerifyChain } from "@/lib/domains/audit-chain/schemas-verification";
import { createTestChain, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import { verifyChain } from "@/lib/domains/audit-chain/verification/verifications";
import { forgetSingletons } from "@/lib/platform/core/testing";
import { pool } from "@/lib/platform/database/db";
import { readSigningKey } from "@/lib/platform/signing/ed25519";
import { currentEvidenceSigner, findEvidenceKey, verifyDigest } from "@/lib/platform/signing/evidence-keys";
import { rsaTestKey } from "@/lib/platform/signing/testing";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

const variables = ["CHECKPOINT_KEY", "CHECKPOINT_PUBLIC_KEYS", "EVIDENCE_KEY", "EVIDENCE_PUBLIC_KEYS"] as const;
type Keys = Partial<Record<(typeof variables)[number], string>>;

const own = Object.fromEntries(variables.map((name) => [name, process.env[name]]));
afterEach(() =>
  configure({ ...own, CHECKPOINT_KEY: Buffer.from("a seed that only tests may know!").toString("base64") }),
);

/** Gives this process the keys of another process. */
function configure(keys: Keys): void {
  for (const name of variables) {
    if (keys[name] === undefined) delete process.env[name];
    else process.env[name] = keys[name];
  }
  forgetSingletons("env", "checkpoint-keys", "evidence-key", "signer-state");
}

/** Starts a service with these keys. */
async function begin(keys: Keys): Promise<void> {
  process.env.SIGNER_STATE = await mkdtemp(join(tmpdir(), "signer-state-"));
  configure(keys);
  await initialise([], { now: () => 1 });
}

function checkpointKey() {
  const seed = randomBytes(32).toString("base64");
  return { private: seed, public: readSigningKey(seed).raw.toString("base64") };
}

function evidenceKey(name: string) {
  const { pem, publicKey } = rsaTestKey(name);
  const publicPem = publicKey.export({ format: "pem", type: "spki" }).toString();
  return { private: pem.replaceAll("\n", "\\n"), public: publicPem.replaceAll("\n", "\\n") };
}

const append = ({ ctx, modelId }: TestChain) =>
  appendEvent(ctx, AppendEvent.parse({ modelId, eventType: "INFERENCE", payload: { latencyMs: 142 } }));

async function findingsOf({ ctx }: TestChain): Promise<unknown[]> {
  const text = "SELECT code FROM integrity_findings WHERE organisation_id = $1";
  return (await pool().query(text, [ctx.organisation.id])).rows;
}

test("rotates both keys in two phases while every process verifies", { tags: "full" }, async () => {
  const chain = await createTestChain();
  const [oldCheckpoint, newCheckpoint] = [checkpointKey(), checkpointKey()];
  const [oldEvidence, newEvidence] = [evidenceKey("one"), evidenceKey("two")];
  const before: Keys = { CHECKPOINT_KEY: oldCheckpoint.private, EVIDENCE_KEY: oldEvidence.private };
  const published: Keys = {
    ...before,
    CHECKPOINT_PUBLIC_KEYS: newCheckpoint.public,
    EVIDENCE_PUBLIC_KEYS: newEvidence.public,
  };
  const rotated: Keys = {
    CHECKPOINT_KEY: newCheckpoint.private,
    CHECKPOINT_PUBLIC_KEYS: oldCheckpoint.public,
    EVIDENCE_KEY: newEvidence.private,
    EVIDENCE_PUBLIC_KEYS: oldEvidence.public,
  };
  await begin(before);
  const digest = randomBytes(32);
  const packages: { keyId: string; signature: string }[] = [];
  const steps: [Keys, Keys][] = [
    [before, before],
    [published, before],
    [published, published],
    [rotated, published],
    [rotated, rotated],
  ];
  for (const processes of steps) {
    for (const keys of processes) {
      configure(keys);
      await append(chain);
      await getCheckpoint(chain.ctx);
      const signer = await currentEvidenceSigner();
      packages.push({ keyId: signer.id, signature: (await signer.signDigest(digest)).toString("base64") });
    }
    for (const keys of processes) {
      configure(keys);
      expect(await verifyChain(chain.ctx, VerifyChain.parse({}))).toMatchObject({ status: "ok", findingsTotal: 0 });
      for (const { keyId, signature } of packages) {
        const key = findEvidenceKey(keyId);
        expect(key && verifyDigest(key, digest, signature)).toBe(true);
      }
    }
  }
  expect(new Set(packages.map(({ keyId }) => keyId)).size).toBe(2);
  expect(await findingsOf(chain)).toEqual([]);
});

test("a checkpoint signed with an unpublished key is not verified and never a finding", async () => {
  const chain = await createTestChain();
  const [known, unknown] = [checkpointKey(), checkpointKey()];
  const early: Keys = { CHECKPOINT_KEY: unknown.private, CHECKPOINT_PUBLIC_KEYS: known.public };
  await begin({ CHECKPOINT_KEY: known.private });
  await append(chain);
  await getCheckpoint(chain.ctx);
  configure(early);
  await append(chain);
  await getCheckpoint(chain.ctx);

  configure({ CHECKPOINT_KEY: known.private });
  await append(chain);
  await expect(getCheckpoint(chain.ctx)).rejects.toMatchObject({ code: "unavailable" });
  for (const mode of ["full", "incremental"]) {
    const answer = await verifyChain(chain.ctx, VerifyChain.parse({ mode }));
    expect(answer).toMatchObject({ status: "not_verified", verdicts: { checkpoints: "not_verified", content: "ok" } });
  }
  expect(await findingsOf(chain)).toEqual([]);

  configure({ CHECKPOINT_KEY: known.private, CHECKPOINT_PUBLIC_KEYS: unknown.public });
  expect(await verifyChain(chain.ctx, VerifyChain.parse({}))).toMatchObject({ status: "ok", findingsTotal: 0 });
  // The verification also appends an event.
  expect((await getCheckpoint(chain.ctx)).size).toBe(4);
  configure(early);
  expect(await verifyChain(chain.ctx, VerifyChain.parse({}))).toMatchObject({ status: "ok", findingsTotal: 0 });
});

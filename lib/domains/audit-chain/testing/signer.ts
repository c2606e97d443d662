import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Checkpoint } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { issueCheckpoint } from "@/lib/domains/audit-chain/checkpoints/issue-checkpoint";
import { signerStateLocation } from "@/lib/domains/audit-chain/checkpoints/signer-memory";
import type { TestChain } from "@/lib/domains/audit-chain/testing/chain";
import type { Owner } from "@/lib/domains/audit-chain/testing/database-sessions";
import { forgetSingletons } from "@/lib/platform/core/testing";

/** The signer's records of a chain in its directory, latest first. */
export async function recordsOf(folder: string): Promise<string[]> {
  return (await readdir(join(signerStateLocation(), folder)))
    .sort()
    .map((name) => join(signerStateLocation(), folder, name));
}

/** Deletes the signer's records of a chain, or all of its state. The signer then acts like a newly started process. */
export async function deleteState(folder = ""): Promise<void> {
  await rm(join(signerStateLocation(), folder), { recursive: true, force: true });
  restartSigner();
}

/** Makes the signer act like a newly started process. */
export function restartSigner(): void {
  forgetSingletons("signer-state", "checkpoint-issuers", "checkpoint-bucket");
}

/** Deletes the chain's checkpoints and tiles, like a database owner who wants a different history signed. */
export async function forgetCheckpoints(owner: Owner, organisationId: string): Promise<void> {
  for (const table of ["chain_checkpoints", "chain_tiles"]) {
    await owner.query(`DELETE FROM ${table} WHERE organisation_id = $1`, [organisationId]);
  }
}

/** Returns the current checkpoint of a chain that is not empty. */
export async function issue({ ctx }: Pick<TestChain, "ctx">): Promise<Checkpoint> {
  const issued = await issueCheckpoint(ctx.organisation.id, ctx.clock);
  if (!issued) throw new Error("the chain is empty");
  return issued.checkpoint;
}

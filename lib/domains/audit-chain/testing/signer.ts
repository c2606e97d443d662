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

/** Deletes what the signer has of a chain, or all that it has. The next look at it is that of a process that has just begun. */
export async function deleteState(folder = ""): Promise<void> {
  await rm(join(signerStateLocation(), folder), { recursive: true, force: true });
  restartSigner();
}

/** As if the process had been started again. */
export function restartSigner(): void {
  forgetSingletons("signer-state", "checkpoint-issuers", "checkpoint-bucket");
}

/** Hides the chain's history from the service: what an owner of the database does who wants another one signed. */
export async function forgetCheckpoints(owner: Owner, organisationId: string): Promise<void> {
  for (const table of ["chain_checkpoints", "chain_tiles"]) {
    await owner.query(`DELETE FROM ${table} WHERE organisation_id = $1`, [organisationId]);
  }
}

/** A checkpoint of a chain that is not empty. */
export async function issue({ ctx }: Pick<TestChain, "ctx">): Promise<Checkpoint> {
  const issued = await issueCheckpoint(ctx.organisation.id, ctx.clock);
  if (!issued) throw new Error("the chain is empty");
  return issued.checkpoint;
}

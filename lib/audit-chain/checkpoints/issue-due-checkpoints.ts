import { copyCheckpoints } from "@/lib/audit-chain/checkpoints/copy-checkpoints";
import { issueCheckpoint } from "@/lib/audit-chain/checkpoints/issue-checkpoint";
import { CheckpointRefused } from "@/lib/audit-chain/checkpoints/refusal";
import { findOrganisationsDue } from "@/lib/audit-chain/checkpoints/store";
import type { Clock } from "@/lib/clock";
import { log } from "@/lib/log";

/** Organisations that are read at a time. */
const pageSize = 100;

export interface DueCheckpoints {
  issued: number;
  /** Chains that do not extend their last checkpoint. */
  refused: number;
  /** Chains that could not be signed for another reason, and are due again. */
  failed: number;
}

/**
 * Signs every chain that has grown since its last checkpoint, one after the other, and copies what was not copied yet.
 * Meant for once a minute. What is wrong with one chain is logged and does not keep the others.
 */
export async function issueDueCheckpoints(clock: Clock): Promise<DueCheckpoints> {
  const counts = { issued: 0, refused: 0, failed: 0 };
  let after = "";
  for (;;) {
    const page = await findOrganisationsDue(after, pageSize);
    for (const organisationId of page) counts[await issueOne(organisationId, clock)] += 1;
    if (page.length < pageSize) break;
    after = page.at(-1) ?? after;
  }
  await copyCheckpoints();
  return counts;
}

async function issueOne(organisationId: string, clock: Clock): Promise<keyof DueCheckpoints> {
  try {
    await issueCheckpoint(organisationId, clock);
    return "issued";
  } catch (error) {
    if (error instanceof CheckpointRefused) return "refused";
    log().error({ organisationId, err: error }, "a checkpoint could not be issued");
    return "failed";
  }
}

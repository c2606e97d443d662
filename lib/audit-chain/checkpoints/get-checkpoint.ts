import type { Checkpoint } from "@/lib/audit-chain/checkpoints/checkpoint";
import { issueCheckpoint } from "@/lib/audit-chain/checkpoints/issue-checkpoint";
import type { Context } from "@/lib/context";
import { ServiceError } from "@/lib/errors";

type Asker = Pick<Context, "organisation" | "clock">;

/**
 * A checkpoint that covers every event committed so far: the last one, or where the chain has grown since, a new one.
 * Throws `not_found` for an empty chain and `CheckpointRefused` for one that does not extend the last checkpoint.
 */
export async function getCheckpoint(ctx: Asker): Promise<Checkpoint> {
  const issued = await issueCheckpoint(ctx.organisation.id, ctx.clock);
  if (!issued) throw new ServiceError("not_found", "The chain is empty: there is nothing to sign yet.");
  return issued.checkpoint;
}

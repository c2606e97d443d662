import type { Checkpoint } from "@/lib/audit-chain/checkpoints/checkpoint";
import { checkpointNote, noteKey } from "@/lib/audit-chain/checkpoints/checkpoint-note";
import { getCheckpoint } from "@/lib/audit-chain/checkpoints/get-checkpoint";
import type { CheckpointQuery, PublishedCheckpoint } from "@/lib/audit-chain/schemas-proofs";
import { readAttestations, readCosignatures } from "@/lib/audit-chain/witnesses/attestations";
import { findCosignedCheckpoint } from "@/lib/audit-chain/witnesses/quorum";
import type { Context } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import { vkeyText } from "@/lib/signing/signed-note";

type Asker = Pick<Context, "organisation" | "clock">;

/**
 * A checkpoint with its cosignatures and timestamps: one that covers every event committed so far, or the newest cosigned
 * one. Throws what {@link getCheckpoint} throws, and `not_found` where no checkpoint has been cosigned.
 */
export async function publishCheckpoint(ctx: Asker, query: CheckpointQuery): Promise<PublishedCheckpoint> {
  const checkpoint = await wanted(ctx, query);
  const attestations = await readAttestations(checkpoint);
  return { ...checkpoint, ...attestations, noteKey: vkeyText(noteKey(checkpoint.organisationId)) };
}

/** The same as a C2SP signed note, with a signature line for each cosignature. */
export async function publishCheckpointNote(ctx: Asker, query: CheckpointQuery): Promise<string> {
  const checkpoint = await wanted(ctx, query);
  const cosignatures = await readCosignatures(checkpoint);
  const lines = cosignatures.map(({ witness, signature }) => `\u2014 ${witness} ${signature}\n`);
  return `${checkpointNote(checkpoint)}${lines.join("")}`;
}

async function wanted(ctx: Asker, { cosigned }: CheckpointQuery): Promise<Checkpoint> {
  if (!cosigned) return getCheckpoint(ctx);
  const found = await findCosignedCheckpoint(ctx.organisation.id);
  if (found) return found;
  throw new ServiceError("not_found", "No recent checkpoint has the cosignatures of enough witnesses.");
}

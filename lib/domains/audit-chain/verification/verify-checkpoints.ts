import type { Checkpoint } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { findCheckpointsUpTo } from "@/lib/domains/audit-chain/checkpoints/store";
import { recordFindings } from "@/lib/domains/audit-chain/verification/findings";
import { verifyStoredChain } from "@/lib/domains/audit-chain/verification/verify-stored-chain";
import { type Clock, isoMilliseconds } from "@/lib/platform/core/clock";

/** A checkpoint with the events that are new in it, all of them verified. */
interface VerifiedCheckpoint {
  checkpoint: Checkpoint;
  from: number;
  verifiedAt: string;
}

/**
 * Verifies checkpoints, given by their sizes, smallest first, and the events that each is the first to sign. Returns
 * the valid ones; other results are recorded as findings.
 */
export async function verifyCheckpoints(
  organisationId: string,
  sizes: number[],
  clock: Clock,
): Promise<VerifiedCheckpoint[]> {
  const last = sizes.at(-1);
  if (last === undefined) return [];
  const stored = (await findCheckpointsUpTo(organisationId, last, sizes.length + 1)).reverse();
  const parts = stored.flatMap((checkpoint, i) =>
    sizes.includes(checkpoint.size) ? [{ checkpoint, from: (stored[i - 1]?.size ?? 0) + 1 }] : [],
  );
  const holds = async (from: number, to: number) => {
    const report = await verifyStoredChain({ organisationId, from, to });
    await recordFindings(report, isoMilliseconds(clock.now()));
    return report.status === "ok" && report.to === to;
  };
  const verifiedAt = isoMilliseconds(clock.now());
  if (await holds(parts[0]?.from ?? 1, last)) return parts.map((part) => ({ ...part, verifiedAt }));
  // Where one does not hold, the others are told of all the same.
  const verified: VerifiedCheckpoint[] = [];
  for (const part of parts) {
    if (parts.length > 1 && (await holds(part.from, part.checkpoint.size))) verified.push({ ...part, verifiedAt });
  }
  return verified;
}

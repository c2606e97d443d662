import type { Checkpoint } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { findCheckpointsUpTo } from "@/lib/domains/audit-chain/checkpoints/store";
import { recordFindings } from "@/lib/domains/audit-chain/verification/findings";
import { verifyStoredChain } from "@/lib/domains/audit-chain/verification/verify-stored-chain";
import { type Clock, isoMilliseconds } from "@/lib/platform/core/clock";

/** A checkpoint whose events since the previous one (`from`) are verified. */
interface VerifiedCheckpoint {
  checkpoint: Checkpoint;
  from: number;
  verifiedAt: string;
}

/**
 * Verifies checkpoints, given by their sizes in ascending order, and the events that each signs first. Returns the valid
 * ones; other results are recorded as findings.
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
  const isVerified = async (from: number, to: number) => {
    const report = await verifyStoredChain({ organisationId, from, to });
    await recordFindings(report, isoMilliseconds(clock.now()));
    return report.status === "ok" && report.to === to;
  };
  const verifiedAt = isoMilliseconds(clock.now());
  if (await isVerified(parts[0]?.from ?? 1, last)) return parts.map((part) => ({ ...part, verifiedAt }));
  // If one is not valid, the others are still returned.
  const verified: VerifiedCheckpoint[] = [];
  for (const part of parts) {
    if (parts.length > 1 && (await isVerified(part.from, part.checkpoint.size))) verified.push({ ...part, verifiedAt });
  }
  return verified;
}

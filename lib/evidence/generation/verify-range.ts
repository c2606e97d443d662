import { recordFindings, verifyStoredChain } from "@/lib/audit-chain";
import { isoMilliseconds } from "@/lib/clock";
import type { StepInput } from "@/lib/evidence/generation/step";
import { decided } from "@/lib/evidence/generation/work";
import type { ChainVerificationResult } from "@/lib/evidence/schemas-bundle";

/**
 * Verifies the stored chain over the period, all models of it, and writes down what was found, as every verification does.
 * Where the chain had no events in the period there is nothing to find.
 */
export async function verifyRange({
  generation,
  work,
  clock,
  onProgress,
}: StepInput): Promise<ChainVerificationResult> {
  const { range } = decided(work, "collect");
  if (range.to < range.from) return nothingVerified(range.from, isoMilliseconds(clock.now()));
  const report = await verifyStoredChain(
    { organisationId: generation.organisation.id, ...range },
    { onProgress: (verified, total) => onProgress(verified / Math.max(1, total)) },
  );
  const verifiedAt = isoMilliseconds(clock.now());
  await recordFindings(report, verifiedAt);
  const { status, from, to, eventsVerified, erased, findings, findingsTotal } = report;
  // A range says nothing of the governed records, and the bundle's schema has no such verdict.
  const { records: _, ...verdicts } = report.verdicts;
  const all = { status, from, to, eventsVerified, verdicts, findings, findingsTotal, verifiedAt };
  return { ...all, ...(erased > 0 && { erased }) };
}

function nothingVerified(from: number, verifiedAt: string): ChainVerificationResult {
  return {
    status: "ok",
    from,
    to: from - 1,
    eventsVerified: 0,
    verdicts: {
      content: "not_checked",
      linkage: "not_checked",
      completeness: "not_checked",
      checkpoints: "not_checked",
      anchor: "not_checked",
    },
    findings: [],
    findingsTotal: 0,
    verifiedAt,
  };
}

import { type ChainReport, recordFindings, verifyStoredChain } from "@/lib/domains/audit-chain";
import type { StepInput } from "@/lib/domains/evidence/generation/work";
import { decided } from "@/lib/domains/evidence/generation/work";
import { ChainVerificationResult } from "@/lib/domains/evidence/schemas-bundle";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import { unavailable } from "@/lib/platform/core/errors";

/** Verifies the stored chain over the period, all models, and records the findings. */
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
  const { from, to, eventsVerified, erased, findings, findingsTotal } = report;
  const { status, verdicts } = bundled(report);
  const all = { status, from, to, eventsVerified, verdicts, findings, findingsTotal, verifiedAt };
  return { ...all, ...(erased > 0 && { erased }) };
}

/**
 * Status and verdicts as the bundle's schema names them. If a key is unknown here, the step is repeated, perhaps
 * elsewhere.
 */
function bundled({ status, verdicts }: ChainReport): Pick<ChainVerificationResult, "status" | "verdicts"> {
  const { schema: _schema, records: _records, ...all } = verdicts;
  const readable = Object.fromEntries(
    Object.entries(all).map(([question, verdict]) => [question, verdict === "unreadable" ? "failed" : verdict]),
  );
  const parsed = ChainVerificationResult.pick({ status: true, verdicts: true }).safeParse({
    status,
    verdicts: readable,
  });
  if (parsed.success) return parsed.data;
  throw unavailable("A checkpoint is signed with an unknown key. Add it to CHECKPOINT_PUBLIC_KEYS.");
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

import { genesisHash } from "@/lib/audit-chain/block";
import { placeOf, recordFinding } from "@/lib/audit-chain/store";
import { type ChainFinding, findingCodes } from "@/lib/audit-chain/verification/findings";
import type { ChainReport } from "@/lib/audit-chain/verification/verify-stored-chain";

const hashForm = /^sha256:[0-9a-f]{64}$/;

/**
 * Writes down what a verification found where what is stored does not agree with itself, as verifying a single event
 * does: each finding is told once, whoever finds it first. What disagrees with the caller alone is none.
 */
export async function recordFindings(report: ChainReport, detectedAt: string): Promise<void> {
  for (const finding of report.findings) {
    const { recordedAs } = findingCodes[finding.code];
    if (recordedAs === undefined) continue;
    const { stored, computed } = hashesOf(finding);
    await recordFinding(report.organisationId, {
      eventId: finding.eventId || placeOf(finding.chainPosition),
      // One event can seal many records: the code names the record.
      code: finding.table === undefined ? recordedAs : `${recordedAs} ${finding.table} ${finding.recordId}`,
      chainPosition: finding.chainPosition,
      storedHash: stored,
      computedHash: computed,
      detectedAt,
    });
  }
}

/** The two hashes that differ; zeros where the finding is not about hashes. */
function hashesOf({ code, expected, actual }: ChainFinding): { stored: string; computed: string } {
  const isOfContent = code === "content_mismatch" || code === "content_missing";
  const [recorded, follows] = isOfContent ? [expected, actual] : [actual, expected];
  return { stored: hashOr(recorded), computed: hashOr(follows) };
}

function hashOr(text: string | null): string {
  return text !== null && hashForm.test(text) ? text : genesisHash;
}

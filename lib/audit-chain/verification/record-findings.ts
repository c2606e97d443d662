import { genesisHash } from "@/lib/audit-chain/block";
import { placeOf, recordFinding } from "@/lib/audit-chain/store";
import { type ChainFinding, findingCodes } from "@/lib/audit-chain/verification/findings";
import type { ChainReport } from "@/lib/audit-chain/verification/verify-stored-chain";
import { isSchemaBroken } from "@/lib/db";
import { log } from "@/lib/log";

const hashForm = /^sha256:[0-9a-f]{64}$/;

/**
 * Writes down what a verification found where what is stored does not agree with itself, as verifying a single event
 * does: each finding is told once, whoever finds it first. What disagrees with the caller alone is none.
 *
 * A database that was changed may not take findings any more. The answer of the verification counts, so that is logged.
 */
export async function recordFindings(report: ChainReport, detectedAt: string): Promise<void> {
  try {
    await record(report, detectedAt);
  } catch (error) {
    if (!isSchemaBroken(error)) throw error;
    const { organisationId, findings } = report;
    const codes = findings.map(({ code }) => code);
    log().error({ organisationId, err: error, codes }, "findings of a verification could not be recorded");
  }
}

async function record(report: ChainReport, detectedAt: string): Promise<void> {
  for (const finding of report.findings) {
    const { recordedAs } = findingCodes[finding.code];
    if (recordedAs === undefined) continue;
    const { stored, computed } = hashesOf(finding);
    await recordFinding(report.organisationId, {
      eventId: finding.eventId || placeOf(finding.chainPosition),
      code: codeOf(recordedAs, finding),
      chainPosition: finding.chainPosition,
      storedHash: stored,
      computedHash: computed,
      detectedAt,
    });
  }
}

/** A finding about a record or an object of the schema names it in its code: one event can seal many records. */
function codeOf(recordedAs: string, { code, expected, actual, table, recordId }: ChainFinding): string {
  if (table !== undefined) return `${recordedAs} ${table} ${recordId}`;
  if (findingCodes[code].question !== "schema") return recordedAs;
  return `${recordedAs} ${(expected ?? actual ?? "").split(": ", 1)[0]}`;
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

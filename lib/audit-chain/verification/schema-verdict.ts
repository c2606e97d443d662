import { type ChainFinding, findingsListed } from "@/lib/audit-chain/verification/findings";
import { type ChainSnapshot, isUnreadable } from "@/lib/audit-chain/verification/snapshot-store";
import type { ChainReport, Verdict } from "@/lib/audit-chain/verification/verify-stored-chain";
import type { SchemaDifference } from "@/lib/database-schema/compare-schema";

/** What comparing the database's schema with the migrations gave. */
interface SchemaExamination {
  verdict: Verdict;
  findings: ChainFinding[];
}

export const notExamined: SchemaExamination = { verdict: "not_checked", findings: [] };

/** Compares the schema as the snapshot's connection sees it; `not_checked` where the database has other migrations. */
export async function examineSchema(snapshot: ChainSnapshot): Promise<SchemaExamination> {
  try {
    const differences = await snapshot.schemaDifferences();
    if (!differences) return notExamined;
    return { verdict: differences.length > 0 ? "failed" : "ok", findings: differences.map(findingOf) };
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return { verdict: "unreadable", findings: [] };
  }
}

/** The same report with the verdict on the schema: its findings come after those of the chain. */
export function withSchemaVerdict<Report extends Omit<ChainReport, "durationMs">>(
  report: Report,
  { verdict, findings }: SchemaExamination,
): Report {
  return {
    ...report,
    status: verdict === "failed" || verdict === "unreadable" ? "failed" : report.status,
    verdicts: { ...report.verdicts, schema: verdict },
    findings: [...report.findings, ...findings].slice(0, findingsListed),
    findingsTotal: report.findingsTotal + findings.length,
  };
}

function findingOf({ object, expected, actual }: SchemaDifference): ChainFinding {
  return {
    chainPosition: 0,
    eventId: null,
    code: expected === null ? "schema_added" : actual === null ? "schema_missing" : "schema_changed",
    expected: expected && `${object}: ${expected}`,
    actual: actual && `${object}: ${actual}`,
  };
}

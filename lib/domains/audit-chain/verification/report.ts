import { genesisHash } from "@/lib/domains/audit-chain/block";
import type { ChainVerification, ExpectedHead } from "@/lib/domains/audit-chain/schemas-verification";
import { type ChainFinding, findingsListed } from "@/lib/domains/audit-chain/verification/findings";
import { type ChainSnapshot, isUnreadable } from "@/lib/domains/audit-chain/verification/snapshot-store";
import type { SchemaDifference } from "@/lib/platform/database/compare-schema";

/** The result of comparing the database's schema with the migrations. */
interface SchemaExamination {
  verdict: Verdict;
  findings: ChainFinding[];
}

export const notExamined: SchemaExamination = { verdict: "not_checked", findings: [] };

/** Compares the schema with the migrations; `not_checked` if the database has different migrations. */
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

/** Adds the schema verdict; its findings follow those of the chain. */
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

export type Verdict = ChainVerification["verdicts"]["content"];
export type RecordsVerdict = ChainVerification["verdicts"]["records"];

/** The result of a verification, as in the API. */
export interface ChainReport extends Omit<ChainVerification, "findings" | "verifiedAt"> {
  organisationId: string;
  findings: ChainFinding[];
}

export function unreadableReport(examination: ChainExamination, error: unknown): Omit<ChainReport, "durationMs"> {
  const { organisationId, from = 1, expectedHead } = examination;
  return {
    organisationId,
    status: "failed",
    verdicts: {
      content: "unreadable",
      linkage: "unreadable",
      completeness: "unreadable",
      checkpoints: "unreadable",
      anchor: expectedHead ? "unreadable" : "not_checked",
      records: "unreadable",
      schema: "not_checked",
    },
    eventsVerified: 0,
    erased: 0,
    recordsVerified: 0,
    recordsUnsealed: 0,
    from,
    to: from - 1,
    headHash: genesisHash,
    checkpoint: null,
    findings: [unreadableFinding(from, error)],
    findingsTotal: 1,
  };
}

export function unreadableFinding(chainPosition: number, error: unknown): ChainFinding {
  const actual = error instanceof Error ? error.message : String(error);
  return { chainPosition, eventId: null, code: "unreadable", expected: null, actual };
}

export interface ChainExamination {
  organisationId: string;
  /** First position. Defaults to 1. */
  from?: number | undefined;
  /** Last position. Defaults to the end of the chain. */
  to?: number | undefined;
  /** Start at the last checkpoint that is signed by a pinned key and is on the chain, instead of at `from`. */
  incremental?: boolean;
  /** The caller's saved receipt or checkpoint. */
  expectedHead?: ExpectedHead | undefined;
}

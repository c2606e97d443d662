import { genesisHash } from "@/lib/domains/audit-chain/block";
import type { Checkpoint } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import { type ChainFinding, findingsListed, type Question } from "@/lib/domains/audit-chain/verification/findings";
import type { ExpectedHead } from "@/lib/domains/audit-chain/verification/held-states";
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

/** `not_verified`: signed with an unknown key. `unreadable`: cannot be checked, because the database was changed. */
export type Verdict = "ok" | "failed" | "not_verified" | "not_checked" | "unreadable";

/** `not_sealed`: no sealed record was changed, but some records have no state on the chain yet. */
export type RecordsVerdict = Verdict | "not_sealed";

type Verdicts = Record<Exclude<Question, "records">, Verdict> & { records: RecordsVerdict };

export interface ChainReport {
  organisationId: string;
  /** `not_verified`: nothing failed, but not everything could be checked. */
  status: "ok" | "failed" | "not_verified";
  verdicts: Verdicts;
  eventsVerified: number;
  /** Verified events whose content was erased, as recorded by a later event. */
  erased: number;
  /** Governed records whose rows match the chain. */
  recordsVerified: number;
  /** Governed records whose state is not on the chain yet. */
  recordsUnsealed: number;
  from: number;
  /** The last position reached; `from` - 1 if there were no events. */
  to: number;
  /** `blockHash` of the last event reached. */
  headHash: string;
  /** The latest checkpoint signed by a pinned key. */
  checkpoint: Checkpoint | null;
  /** The first 100 findings. */
  findings: ChainFinding[];
  findingsTotal: number;
  durationMs: number;
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

/** The scope of a verification. */
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

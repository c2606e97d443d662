import { genesisHash } from "@/lib/domains/audit-chain/block";
import { recordFinding } from "@/lib/domains/audit-chain/findings/findings-store";
import type { ChainReport } from "@/lib/domains/audit-chain/verification/report";
import { isSchemaBroken } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/telemetry/log";

/** The checks of a verification. */
export const questions = ["content", "linkage", "completeness", "checkpoints", "anchor", "records", "schema"] as const;
export type Question = (typeof questions)[number];

/** The findings, with the check that fails and the code under which they are recorded. */
export const findingCodes = {
  /** The content does not match the contentHash. */
  content_mismatch: { question: "content", recordedAs: "hash_mismatch" },
  /** The content is missing without a recorded erasure, or the copy of the tags was not erased. */
  content_missing: { question: "content", recordedAs: "hash_mismatch" },
  /** The content matches its hash, but is not JSON. */
  content_unreadable: { question: "content", recordedAs: "hash_mismatch" },
  /** Only the contentHash was changed: content and blockHash still match. */
  content_hash_mismatch: { question: "content", recordedAs: "hash_mismatch" },
  /** The header does not match the blockHash. */
  header_mismatch: { question: "content", recordedAs: "hash_mismatch" },
  /** The copy of the tags differs from the content. */
  tags_mismatch: { question: "content", recordedAs: "hash_mismatch" },
  /** `previousHash` is not the blockHash of the previous event. */
  link_mismatch: { question: "linkage", recordedAs: "link_mismatch" },
  /** `previousModelHash` is not the blockHash of the model's previous event. */
  model_link_mismatch: { question: "linkage", recordedAs: "model_link_mismatch" },
  /** There are no events from this position to `actual`. */
  events_missing: { question: "linkage", recordedAs: "events_missing" },
  /** There is another event at the position, or an event at an impossible position. */
  position_unexpected: { question: "linkage", recordedAs: "position_unexpected" },
  /** `recordedAt` is before that of the previous event. */
  recorded_at_backwards: { question: "linkage", recordedAs: "recorded_at_backwards" },
  /** The head's `recordedAt` is later than the database's clock. */
  recorded_in_future: { question: "linkage", recordedAs: "recorded_in_future" },
  /** The chain ends before the position that its head or a signed checkpoint names. */
  tail_missing: { question: "completeness", recordedAs: "tail_missing" },
  /** There are events after the head's position. */
  events_beyond_head: { question: "completeness", recordedAs: "events_beyond_head" },
  /** The head's hash or time differs from the last event's. */
  head_mismatch: { question: "completeness", recordedAs: "head_mismatch" },
  /** The organisation has no head. */
  head_missing: { question: "completeness", recordedAs: "head_missing" },
  /** The running counts by kind do not match the events. */
  counts_mismatch: { question: "completeness", recordedAs: "counts_mismatch" },
  /** The chain or the governed records cannot be read: a table is missing or a view, or a column or right is missing. */
  unreadable: { question: "completeness", recordedAs: "unreadable" },
  /** A checkpoint names a key that is not pinned here, so it is not verified. It need not be altered. */
  checkpoint_key_unknown: { question: "checkpoints", recordedAs: undefined },
  /** A checkpoint's signature is invalid under its key. */
  checkpoint_signature: { question: "checkpoints", recordedAs: "checkpoint_signature" },
  /** A checkpoint does not name the previous one, which was deleted or exchanged. */
  checkpoint_link: { question: "checkpoints", recordedAs: "checkpoint_link" },
  /** The event at a checkpoint's size does not have the signed hash: the chain was rewritten. */
  checkpoint_mismatch: { question: "checkpoints", recordedAs: "checkpoint_mismatch" },
  /** The events up to a checkpoint's size do not have the signed root. */
  root_mismatch: { question: "checkpoints", recordedAs: "root_mismatch" },
  /** A stored tile of the Merkle tree does not have the hashes of the events it covers. */
  tile_mismatch: { question: "checkpoints", recordedAs: "tile_mismatch" },
  /** The checkpoint saved by the caller is missing. */
  checkpoint_missing: { question: "checkpoints", recordedAs: "checkpoint_missing" },
  /** The chain does not continue the last checkpoint that the signer recorded outside the database. */
  signer_state_mismatch: { question: "checkpoints", recordedAs: "signer_state_mismatch" },
  /** The last copied checkpoint (CHECKPOINT_COPY_FILE) is missing, or the chain was rewritten below it. */
  checkpoint_copy_mismatch: { question: "checkpoints", recordedAs: "checkpoint_copy_mismatch" },
  /** The checkpoint in an evidence package is missing, or the chain was rewritten below it. */
  evidence_checkpoint_mismatch: { question: "checkpoints", recordedAs: "evidence_checkpoint_mismatch" },
  /** The event whose hash the caller saved is not on this chain. */
  anchor_mismatch: { question: "anchor", recordedAs: undefined },
  /** A governed record does not match its last sealed state. */
  record_changed: { question: "records", recordedAs: "record_changed" },
  /** The row of a sealed record is missing. */
  record_missing: { question: "records", recordedAs: "record_missing" },
  /** A governed record exists that no event seals, or whose deletion is on the chain. */
  record_added: { question: "records", recordedAs: "record_added" },
  /** A table, column, constraint, unique index, trigger, function, owner or grant differs from the migrations. */
  schema_changed: { question: "schema", recordedAs: "schema_changed" },
  /** An object that the migrations define does not exist. */
  schema_missing: { question: "schema", recordedAs: "schema_missing" },
  /** An object exists that the migrations do not define: a trigger, a rule, a policy, a grant, a function. */
  schema_added: { question: "schema", recordedAs: "schema_added" },
} as const satisfies Record<string, { question: Question; recordedAs: string | undefined }>;

export type FindingCode = keyof typeof findingCodes;

/** An inconsistency of the stored data, or a mismatch with the caller's saved receipt or checkpoint. */
export interface ChainFinding {
  chainPosition: number;
  /** Null if there is no event. */
  eventId: string | null;
  code: FindingCode;
  expected: string | null;
  actual: string | null;
  /** The governed record, if the finding is about one. */
  table?: string;
  recordId?: string;
}

/** Maximum findings listed in a result. */
export const findingsListed = 100;

/** The first 100 findings, their total number, and the failed checks. */
export class Findings {
  readonly listed: ChainFinding[] = [];
  total = 0;
  private readonly failed = new Set<Question>();
  private readonly unverified = new Set<Question>();

  find(
    chainPosition: number,
    code: FindingCode,
    expected: string | null,
    actual: string | null,
    eventId: string | null = null,
  ): void {
    this.add({ chainPosition, eventId, code, expected, actual });
  }

  /** `question`: overrides the check of the code. */
  add(finding: ChainFinding, question: Question = findingCodes[finding.code].question): void {
    this.total += 1;
    (finding.code === "checkpoint_key_unknown" ? this.unverified : this.failed).add(question);
    if (this.listed.length < findingsListed) this.listed.push(finding);
  }

  /** Fails a check without a finding, for the consequence of an earlier finding. */
  fail(question: Question): void {
    this.failed.add(question);
  }

  hasFailed(question: Question): boolean {
    return this.failed.has(question);
  }

  /** Whether part of a check could not be performed. */
  isUnverified(question: Question): boolean {
    return this.unverified.has(question);
  }

  get anyUnverified(): boolean {
    return this.unverified.size > 0;
  }

  get anyFailed(): boolean {
    return this.failed.size > 0;
  }
}

const hashForm = /^sha256:[0-9a-f]{64}$/;

/**
 * Records the findings of a verification, except mismatches with the caller's saved receipt. If a changed database does
 * not accept them, that is only logged, so that the caller still gets the result.
 */
export async function recordFindings(report: ChainReport, detectedAt: string): Promise<void> {
  const { organisationId, findings } = report;
  try {
    for (const finding of findings) {
      const { recordedAs } = findingCodes[finding.code];
      if (recordedAs === undefined) continue;
      const { eventId, chainPosition } = finding;
      const code = codeOf(recordedAs, finding);
      await recordFinding(organisationId, { eventId, code, chainPosition, ...hashesOf(finding), detectedAt });
    }
  } catch (error) {
    if (!isSchemaBroken(error)) throw error;
    const codes = findings.map(({ code }) => code);
    log().error({ organisationId, err: error, codes }, "verification findings could not be recorded");
  }
}

/** A finding about a record or a schema object names it in its code, because one event can seal many records. */
function codeOf(recordedAs: string, { code, expected, actual, table, recordId }: ChainFinding): string {
  if (table !== undefined) return `${recordedAs} ${table} ${recordId}`;
  if (findingCodes[code].question !== "schema") return recordedAs;
  return `${recordedAs} ${(expected ?? actual ?? "").split(": ", 1)[0]}`;
}

/** The two hashes that differ; zeros if the finding is not about hashes. */
function hashesOf({ code, expected, actual }: ChainFinding): { storedHash: string; computedHash: string } {
  const isOfContent = code === "content_mismatch" || code === "content_missing";
  const [recorded, follows] = isOfContent ? [expected, actual] : [actual, expected];
  return { storedHash: hashOr(recorded), computedHash: hashOr(follows) };
}

function hashOr(text: string | null): string {
  return text !== null && hashForm.test(text) ? text : genesisHash;
}

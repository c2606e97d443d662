import { genesisHash } from "@/lib/domains/audit-chain/block";
import { placeOf, recordFinding } from "@/lib/domains/audit-chain/findings/findings-store";
import type { ChainReport } from "@/lib/domains/audit-chain/verification/report";
import { isSchemaBroken } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/telemetry/log";

/** The questions that a verification answers. */
export const questions = ["content", "linkage", "completeness", "checkpoints", "anchor", "records", "schema"] as const;
export type Question = (typeof questions)[number];

/** What can be found, with the question that it answers with no, and how a finding of an event is written down. */
export const findingCodes = {
  /** The content does not hash to the contentHash. */
  content_mismatch: { question: "content", recordedAs: "hash_mismatch" },
  /** The content is missing and was not erased: no later event of the chain says so, or the copy of the tags is still there. */
  content_missing: { question: "content", recordedAs: "hash_mismatch" },
  /** The contentHash was changed alone: content and blockHash still agree. */
  content_hash_mismatch: { question: "content", recordedAs: "hash_mismatch" },
  /** The header does not hash to the blockHash. */
  header_mismatch: { question: "content", recordedAs: "hash_mismatch" },
  /** The copy of the tags is not the content's. */
  tags_mismatch: { question: "content", recordedAs: "hash_mismatch" },
  /** `previousHash` is not the blockHash of the event before. */
  link_mismatch: { question: "linkage", recordedAs: "link_mismatch" },
  /** `previousModelHash` is not the blockHash of the model's event before. */
  model_link_mismatch: { question: "linkage", recordedAs: "model_link_mismatch" },
  /** There is no event at the position, nor at those up to `actual`. */
  events_missing: { question: "linkage", recordedAs: "events_missing" },
  /** There is another event at the position, or one where none can be. */
  position_unexpected: { question: "linkage", recordedAs: "position_unexpected" },
  /** `recordedAt` is before that of the event before. */
  recorded_at_backwards: { question: "linkage", recordedAs: "recorded_at_backwards" },
  /** The head's `recordedAt` is later than the database's clock. */
  recorded_in_future: { question: "linkage", recordedAs: "recorded_in_future" },
  /** The chain ends before the position that its head or a signed checkpoint names. */
  tail_missing: { question: "completeness", recordedAs: "tail_missing" },
  /** There are events behind the position that the head names. */
  events_beyond_head: { question: "completeness", recordedAs: "events_beyond_head" },
  /** The head names another hash or time than the last event has. */
  head_mismatch: { question: "completeness", recordedAs: "head_mismatch" },
  /** The organisation has no head. */
  head_missing: { question: "completeness", recordedAs: "head_missing" },
  /** The running counts, an index, do not say how many events there are of each kind. */
  counts_mismatch: { question: "completeness", recordedAs: "counts_mismatch" },
  /** The stored chain or the governed records cannot be read: a table is missing or a view, a column or a right is gone. */
  unreadable: { question: "completeness", recordedAs: "unreadable" },
  /** A checkpoint names a key that is not pinned here: it is not verified, which is not to say that it was altered. */
  checkpoint_key_unknown: { question: "checkpoints", recordedAs: undefined },
  /** A checkpoint's signature is not one by the key that it names. */
  checkpoint_signature: { question: "checkpoints", recordedAs: "checkpoint_signature" },
  /** A checkpoint does not name the one before it, which was deleted or exchanged. */
  checkpoint_link: { question: "checkpoints", recordedAs: "checkpoint_link" },
  /** The event at a checkpoint's size does not carry the signed hash: the chain up to there was rewritten. */
  checkpoint_mismatch: { question: "checkpoints", recordedAs: "checkpoint_mismatch" },
  /** The events up to a checkpoint's size do not make the root that was signed. */
  root_mismatch: { question: "checkpoints", recordedAs: "root_mismatch" },
  /** A stored tile of the Merkle tree does not have the hashes of the events it covers. */
  tile_mismatch: { question: "checkpoints", recordedAs: "tile_mismatch" },
  /** The checkpoint that the caller kept is not stored any more. */
  checkpoint_missing: { question: "checkpoints", recordedAs: "checkpoint_missing" },
  /** The chain does not continue the last checkpoint that the signer recorded outside the database. */
  signer_state_mismatch: { question: "checkpoints", recordedAs: "signer_state_mismatch" },
  /** The last checkpoint that was copied (CHECKPOINT_COPY_FILE) is not stored, or the chain was rewritten below it. */
  checkpoint_copy_mismatch: { question: "checkpoints", recordedAs: "checkpoint_copy_mismatch" },
  /** The checkpoint in an evidence package is not stored, or the chain was rewritten below it. */
  evidence_checkpoint_mismatch: { question: "checkpoints", recordedAs: "evidence_checkpoint_mismatch" },
  /** The event that the caller kept a hash of is not on this chain. */
  anchor_mismatch: { question: "anchor", recordedAs: undefined },
  /** A governed record is not what the last event that seals it says. */
  record_changed: { question: "records", recordedAs: "record_changed" },
  /** A governed record was sealed, and its row is gone. */
  record_missing: { question: "records", recordedAs: "record_missing" },
  /** There is a governed record that no event seals, or whose deletion is on the chain. */
  record_added: { question: "records", recordedAs: "record_added" },
  /** A table, column, constraint, unique index, trigger, function, owner or grant differs from the migrations. */
  schema_changed: { question: "schema", recordedAs: "schema_changed" },
  /** An object that the migrations define does not exist. */
  schema_missing: { question: "schema", recordedAs: "schema_missing" },
  /** An object exists that the migrations do not define: a trigger, a rule, a policy, a grant, a function. */
  schema_added: { question: "schema", recordedAs: "schema_added" },
} as const satisfies Record<string, { question: Question; recordedAs: string | undefined }>;

export type FindingCode = keyof typeof findingCodes;

/** A place where what is stored does not agree with itself, or with what the caller kept. */
export interface ChainFinding {
  chainPosition: number;
  /** Null where there is no event. */
  eventId: string | null;
  code: FindingCode;
  expected: string | null;
  actual: string | null;
  /** The governed record, where the finding is about one. */
  table?: string;
  recordId?: string;
}

/** Findings that an answer lists. */
export const findingsListed = 100;

/** What was found so far: the first hundred, how many there are, and which questions have no for an answer. */
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

  /** `question`: the one that the finding answers, where it is not the question of its code. */
  add(finding: ChainFinding, question: Question = findingCodes[finding.code].question): void {
    this.total += 1;
    (finding.code === "checkpoint_key_unknown" ? this.unverified : this.failed).add(question);
    if (this.listed.length < findingsListed) this.listed.push(finding);
  }

  /** For what is the consequence of something that was already found: it answers a question and is no finding. */
  fail(question: Question): void {
    this.failed.add(question);
  }

  hasFailed(question: Question): boolean {
    return this.failed.has(question);
  }

  /** What could not be judged, whether or not something else failed. */
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
 * Records the findings of a verification, except what disagrees with the caller alone. A changed database may not
 * accept findings; that is only logged, because the answer counts.
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

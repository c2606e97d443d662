/** The six questions that a verification answers. */
export const questions = ["content", "linkage", "completeness", "checkpoints", "anchor", "records"] as const;
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
  /** What stores the chain cannot be read as it was made: a table or a column is gone or of another type. */
  unreadable: { question: "completeness", recordedAs: "unreadable" },
  /** A checkpoint is not signed by a pinned key. */
  checkpoint_signature: { question: "checkpoints", recordedAs: "checkpoint_signature" },
  /** A checkpoint does not name the one before it, which was deleted or exchanged. */
  checkpoint_link: { question: "checkpoints", recordedAs: "checkpoint_link" },
  /** The event at a checkpoint's size does not carry the signed hash: the chain up to there was rewritten. */
  checkpoint_mismatch: { question: "checkpoints", recordedAs: "checkpoint_mismatch" },
  /** The events up to a checkpoint's size do not make the root that was signed. */
  root_mismatch: { question: "checkpoints", recordedAs: "root_mismatch" },
  /** The checkpoint that the caller kept is not stored any more. */
  checkpoint_missing: { question: "checkpoints", recordedAs: "checkpoint_missing" },
  /** The event that the caller kept a hash of is not on this chain. */
  anchor_mismatch: { question: "anchor", recordedAs: undefined },
  /** A governed record is not what the last event that seals it says. */
  record_changed: { question: "records", recordedAs: "record_changed" },
  /** A governed record was sealed, and its row is gone. */
  record_missing: { question: "records", recordedAs: "record_missing" },
  /** There is a governed record that no event seals, or whose deletion is on the chain. */
  record_added: { question: "records", recordedAs: "record_added" },
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

  add(finding: ChainFinding): void {
    this.total += 1;
    this.failed.add(findingCodes[finding.code].question);
    if (this.listed.length < findingsListed) this.listed.push(finding);
  }

  /** For what is the consequence of something that was already found: it answers a question and is no finding. */
  fail(question: Question): void {
    this.failed.add(question);
  }

  hasFailed(question: Question): boolean {
    return this.failed.has(question);
  }

  get anyFailed(): boolean {
    return this.failed.size > 0;
  }
}

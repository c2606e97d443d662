import type { Checkpoint } from "@/lib/domains/audit-chain/checkpoints/checkpoint-text";
import type { ChainPart, Evidence, PackagePart, Summary } from "@/lib/domains/evidence/schemas-bundle";

/** What is checked of a bundle, in this order. */
export const checkIds = [
  "form",
  "seal",
  "content",
  "headers",
  "order",
  "thread",
  "checkpoint",
  "membership",
  "summary",
  "verdict",
  "anchor",
] as const;
export type CheckId = (typeof checkIds)[number];

/** What is so where a check passes. */
export const checkTitles: Readonly<Record<CheckId, string>> = {
  form: "The file has the form of an evidence package",
  seal: "The evidence is as it was sealed",
  content: "The content of every listed event is unchanged",
  headers: "The header of every event is unchanged",
  order: "The events are those of this model and period, in their order",
  thread: "No event of the model was left out",
  checkpoint: "The state of the audit chain was signed",
  membership: "Every event lies in the signed chain",
  summary: "The figures and the coverage follow from the events",
  verdict: "The audit chain was found intact when the package was made",
  anchor: "The chain has what you kept of it",
};

/** Something that is not as it must be. */
export interface Failure {
  /** `E-0001`; null where it is about no listed event. */
  evidenceId: string | null;
  /** 0 where it is about no event. */
  chainPosition: number;
  message: string;
}

export interface Check {
  id: CheckId;
  title: string;
  status: "ok" | "failed" | "not_checked";
  /** What was found, or why it was not checked: one sentence or a few. */
  detail: string;
  /** The first twenty. */
  failures: Failure[];
  /** How many there are. */
  failuresTotal: number;
}

/**
 * Where a key that verified something came from: from the one who verifies, from what the service publishes, or from the
 * file itself.
 */
export interface UsedKey {
  id: string;
  origin: "given" | "published" | "file";
}

/** What a bundle says of itself. Not proved by being here: the checks tell what is. */
export interface BundleFacts {
  package: PackagePart;
  framework: { id: string; name: string; shortName: string; edition: string; mappingVersion: string };
  coverage: Evidence["framework"]["coverage"] & { countedAs: string };
  counts: { listed: number; withheld: number; outsidePeriod: number; erased: number };
  summary: Summary;
  chain: {
    checkpoint: Checkpoint | null;
    thread: ChainPart["thread"];
    /** Position up to which the chain was read. */
    size: number;
  };
  generator: Evidence["generator"];
  limits: string[];
  /** The keys that seal and checkpoint name; null for a checkpoint that there is not. */
  keys: { seal: UsedKey; checkpoint: UsedKey | null /** As the file carries them. */; inFile: Evidence["keys"] };
}

/**
 * What a verification found. `intact`: nothing failed and the seal was verified. `tampered`: something failed. `unusable`:
 * the file is no evidence package that this program can read, or could not be verified here; `problem` says why.
 */
export interface BundleReport {
  status: "intact" | "tampered" | "unusable";
  problem?: string;
  checks: Check[];
  /** Absent where the file has not the form of a package. */
  facts?: BundleFacts;
}

/** Failures that a check lists; how many there were is told beside. */
const failuresMax = 20;

/** An event as a failure names it. */
interface Named {
  evidenceId: string | null;
  chainPosition: number;
}

/** Gathers what is wrong in the question of one check. */
export class Finder {
  private readonly failures: Failure[] = [];
  private total = 0;

  constructor(readonly id: CheckId) {}

  get hasFailed(): boolean {
    return this.total > 0;
  }

  /** `event`: which one it is about; absent for what is about the package. */
  fail(message: string, event?: Named): void {
    this.total += 1;
    if (this.failures.length >= failuresMax) return;
    const { evidenceId = null, chainPosition = 0 } = event ?? {};
    this.failures.push({ evidenceId, chainPosition, message });
  }

  /** Failed where anything was found, with a sentence of how much; else ok with the sentence that is given. */
  conclude(okDetail: string): Check {
    return this.check(this.hasFailed ? "failed" : "ok", this.hasFailed ? this.failedDetail() : okDetail);
  }

  /** The same, where nothing that could be checked failed, but not everything could be. */
  concludeUnchecked(detail: string): Check {
    return this.hasFailed ? this.conclude("") : this.check("not_checked", detail);
  }

  private failedDetail(): string {
    if (this.total === 1) return this.failures[0]?.message ?? "";
    const listed = this.total > failuresMax ? ` The first ${failuresMax} are listed.` : "";
    return `${this.total} things are not as they must be.${listed}`;
  }

  private check(status: Check["status"], detail: string): Check {
    const { id, failures, total: failuresTotal } = this;
    return { id, title: checkTitles[id], status, detail, failures, failuresTotal };
  }
}

/** `1 event`, `12,345 events`. */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? noun : nouns}`;
}

import type { Checkpoint } from "@/lib/domains/audit-chain/checkpoints/checkpoint-text";
import type { VerificationStatus } from "@/lib/domains/evidence/enums";
import type { ChainPart, Evidence, PackagePart, Summary } from "@/lib/domains/evidence/schemas-bundle";

/** The checks of a bundle, in order. */
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
/** `document`, `timestamp`, `archive` and `attachment`: of a PDF that contains a bundle. */
export type CheckId = (typeof checkIds)[number] | "document" | "timestamp" | "archive" | "attachment";

/** The statement that holds if the check passes. */
export const checkTitles: Readonly<Record<CheckId, string>> = {
  document: "The PDF signature is valid and covers all pages and attachments",
  timestamp: "A timestamp authority confirms when the PDF was signed",
  archive: "Document timestamps confirm when the PDF existed",
  attachment: "The attached evidence belongs to this PDF",
  form: "The file is a valid evidence package",
  seal: "The evidence seal is valid",
  content: "The content of every listed event is unchanged",
  headers: "The header of every event is unchanged",
  order: "The events belong to this model and period, in order",
  thread: "No event of the model is missing",
  checkpoint: "The audit chain checkpoint is signed",
  membership: "Every event is part of the signed chain",
  summary: "Summary and coverage match the events",
  verdict: "The audit chain was found intact when the package was generated",
  anchor: "The chain matches your receipt or checkpoint",
};

export interface Failure {
  /** `E-0001`; null if no listed event is affected. */
  evidenceId: string | null;
  /** 0 if no event is affected. */
  chainPosition: number;
  message: string;
}

export interface Check {
  id: CheckId;
  title: string;
  status: "ok" | "failed" | "not_checked";
  /** The finding, or why the check was not run. */
  detail: string;
  /** Names the altered part, to complete a headline. */
  brief?: string;
  /** The signature is valid, but its key is not among the trusted keys. The check is then `not_checked`. */
  isSignerUnknown?: true;
  /**
   * Too few of the witnesses whose keys were provided cosigned the checkpoint, or no authority whose certificate was
   * provided confirmed the timestamp. The check is then `not_checked`.
   */
  isUnwitnessed?: true;
  /** The first twenty. */
  failures: Failure[];
  failuresTotal: number;
}

/**
 * Key origin: provided by the verifier, published by the service, or contained in the file: `unknown` if keys of this
 * kind were provided or published, but not this one.
 */
export interface UsedKey {
  id: string;
  origin: "given" | "published" | "file" | "unknown";
}

/** The timestamp of a PDF signature (RFC 3161), whose own signature is valid. */
export interface TimestampFacts {
  /** ISO 8601. */
  timestampedAt: string;
  /** Common name in the certificate of the authority. */
  authority: string;
  /** Whether certificates that the verifier provided issued it. Otherwise anyone could have created the timestamp. */
  isTrusted: boolean;
}

/** The content of the bundle as stated by the file. Only the checks show whether it is true. */
export interface BundleFacts {
  package: PackagePart;
  framework: { id: string; name: string; shortName: string; edition: string; mappingVersion: string };
  coverage: Evidence["framework"]["coverage"] & { countedAs: string };
  counts: { listed: number; withheld: number; outsidePeriod: number; erased: number };
  summary: Summary;
  chain: {
    checkpoint: Checkpoint | null;
    thread: ChainPart["thread"];
    /** The last chain position that was read. */
    size: number;
  };
  generator: Evidence["generator"];
  limits: string[];
  keys: { seal: UsedKey; checkpoint: UsedKey | null /** As contained in the file. */; inFile: Evidence["keys"] };
}

/**
 * `intact`: no check failed and the seal was verified. `content_intact`: the same, but another program rewrote the JSON,
 * so its bytes differ from those issued. `unknown_signer`: no check failed, but a key is not among the trusted keys.
 * `not_witnessed`: no check failed, but witnesses or timestamp authorities that the verifier named did not confirm the
 * package: see `isUnwitnessed` of {@link Check}. `outdated`: written by a later version of the service; only signatures
 * were checked, and none is invalid. `unusable`: not readable, or not verifiable here. See `problem`.
 */
export interface BundleReport {
  status: VerificationStatus;
  problem?: string;
  /** Another program rewrote the JSON, so its bytes differ from the issued bytes. */
  isRewritten?: true;
  checks: Check[];
  /** Of an outdated package. */
  sealKey?: UsedKey;
  /** Absent if the file is not a valid package. */
  facts?: BundleFacts;
}

const failuresMax = 20;

type FailedEvent = Pick<Failure, "evidenceId" | "chainPosition">;

/** Collects the failures of one check. */
export class Finder {
  private readonly failures: Failure[] = [];
  private total = 0;
  /** See {@link Check}. */
  brief: string | undefined;
  isSignerUnknown = false;
  isUnwitnessed = false;

  constructor(readonly id: CheckId) {}

  get hasFailed(): boolean {
    return this.total > 0;
  }

  /** Without `event`, the failure concerns the package. */
  fail(message: string, event?: FailedEvent): void {
    this.total += 1;
    if (this.failures.length >= failuresMax) return;
    const { evidenceId = null, chainPosition = 0 } = event ?? {};
    this.failures.push({ evidenceId, chainPosition, message });
  }

  conclude(okDetail: string): Check {
    if (this.hasFailed) return this.check("failed", this.failedDetail());
    return this.check(this.isSignerUnknown || this.isUnwitnessed ? "not_checked" : "ok", okDetail);
  }

  /** For a check that could not be completed: failed if there are failures, otherwise not checked. */
  concludeUnchecked(detail: string): Check {
    return this.hasFailed ? this.conclude("") : this.check("not_checked", detail);
  }

  private failedDetail(): string {
    if (this.total === 1) return this.failures[0]?.message ?? "";
    const listed = this.total > failuresMax ? ` The first ${failuresMax} are listed.` : "";
    return `${this.total} problems found.${listed}`;
  }

  private check(status: Check["status"], detail: string): Check {
    const { id, failures, total: failuresTotal, brief } = this;
    const named = status === "failed" && brief !== undefined && { brief };
    const unknown = status === "not_checked" && this.isSignerUnknown && ({ isSignerUnknown: true } as const);
    const unwitnessed = status === "not_checked" && this.isUnwitnessed && ({ isUnwitnessed: true } as const);
    const title = checkTitles[id];
    return { id, title, status, detail, ...named, ...unknown, ...unwitnessed, failures, failuresTotal };
  }
}

/** `1 event`, `12,345 events`. */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? noun : nouns}`;
}

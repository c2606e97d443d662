import type { BundleFacts, CheckId, Failure } from "@/lib/evidence/verification/report";
import type { Expected } from "./expected";
import type { PackageRecord } from "./service";

/** What a file is, by its first bytes. */
export type FileKind = "pdf" | "json" | "other";

/** What is checked of a file: the package as a whole, then the evidence in it. */
export type StepId = "read" | "expected" | "record" | "signature" | "attachment" | CheckId;

export type Outcome = "passed" | "failed" | "not_checked";

/** Something of a step for those who want to see it: a hash, a key, an address that was asked. */
export interface Fact {
  name: string;
  value: string;
}

export interface StepResult {
  id: StepId;
  outcome: Outcome;
  /** What was found, or why it was not checked. */
  sentence: string;
  /** What a headline says of it, after a colon, where that is not what it says of every such step. */
  brief?: string;
  /** The step whose passing answers the same question where this one could not be checked. */
  instead?: StepId;
  facts?: Fact[];
  failures?: Failure[];
  failuresTotal?: number;
}

/** What the page asks of the worker. */
export interface CheckRequest {
  file: File;
  expected: Expected | null;
}

/** What the worker tells while it checks, in the order in which it happens; `done` or `broken` comes last. */
export type Message =
  | { type: "bytes"; read: number }
  | { type: "kind"; kind: FileKind }
  | { type: "hashed"; sha256: string }
  | { type: "events"; done: number; total: number }
  | { type: "begun"; id: StepId }
  | { type: "step"; result: StepResult }
  | { type: "record"; record: PackageRecord }
  | { type: "contents"; contents: BundleFacts }
  | { type: "done" }
  | { type: "broken"; message: string };

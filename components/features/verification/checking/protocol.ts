import type { BundleFacts, CheckId, Failure } from "@/lib/domains/evidence/verification/report";
import { type Answer, type PackageRecord, paths } from "./service";

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

/** What a reader was given apart from the file: the package's hash, or a receipt of the chain. */
export type Expected =
  | { kind: "hash" /** 64 lower-case hexadecimal digits. */; sha256: string }
  | { kind: "head" /** As `verifyBundle` takes it. */; head: string };

/** Also the line of `sha256sum`, which has the name of the file behind the digits. */
const hash = /^(?:sha-?256[:= ])?\s*([0-9a-f]{64})(?:\s+.*)?$/i;
const head = /^([1-9]\d{0,14})\s*:\s*(?:sha256:)?([0-9a-f]{64})$/i;

/**
 * The meaning of what was typed: null where nothing was, undefined where it is neither a hash nor a receipt. A receipt is
 * `position:sha256:…`, or the JSON of a receipt or a checkpoint as the service answered it.
 */
export function readExpected(text: string): Expected | null | undefined {
  const given = text.trim();
  if (given === "") return null;
  const digits = hash.exec(given)?.[1];
  if (digits) return { kind: "hash", sha256: digits.toLowerCase() };
  const [, position, headDigits] = head.exec(given) ?? [];
  if (position && headDigits) return { kind: "head", head: `${position}:sha256:${headDigits.toLowerCase()}` };
  const kept = keptHead(given);
  return kept ? { kind: "head", head: kept } : undefined;
}

/** The short form of a receipt or a checkpoint in JSON. */
function keptHead(given: string): string | undefined {
  try {
    const { chainPosition, blockHash, size, headHash } = JSON.parse(given);
    const [, position, digits] = head.exec(`${chainPosition ?? size}:${blockHash ?? headHash}`) ?? [];
    return position && digits ? `${position}:sha256:${digits.toLowerCase()}` : undefined;
  } catch {
    return undefined;
  }
}

export function readResult(bytes: number, sha256: string): StepResult {
  return {
    id: "read",
    outcome: "passed",
    sentence: `${bytes.toLocaleString("en-GB")} bytes were read and hashed in this browser.`,
    facts: [{ name: "SHA-256", value: sha256 }],
  };
}

export function expectedResult(sha256: string, expected: string): StepResult {
  const isSame = sha256 === expected;
  return {
    id: "expected",
    outcome: isSame ? "passed" : "failed",
    sentence: isSame
      ? "The file has exactly the hash that you entered."
      : "The file has another hash than the one that you entered.",
    facts: [
      { name: "You entered", value: expected },
      { name: "The file has", value: sha256 },
    ],
  };
}

export function recordResult(record: Answer<PackageRecord>, kind: FileKind, sha256: string): StepResult {
  const facts = [
    {
      name: "Asked",
      value: `GET ${paths.record(sha256)}${record.status === null ? "" : `, answered ${record.status}`}`,
    },
  ];
  if (record.outcome === "failed") return { id: "record", outcome: "not_checked", sentence: record.reason, facts };
  if (record.outcome === "unknown") return { id: "record", outcome: "failed", sentence: unknownSentence(kind), facts };
  const { packageId, authentic, message, signedBy, generatedAt } = record.value;
  return {
    id: "record",
    outcome: authentic ? "passed" : "failed",
    sentence: authentic ? `It is ${packageId}, issued by this service and signed by ${signedBy}.` : message,
    ...(!authentic && { brief: "the service itself does not call it authentic" }),
    facts: [...facts, { name: "Generated", value: generatedAt }, { name: "The service says", value: message }],
  };
}

/** Of evidence whose hash is unknown, and whose seal is the service's. */
export function takenOutResult(sha256: string): StepResult {
  return {
    id: "record",
    outcome: "not_checked",
    instead: "seal",
    sentence:
      "No package has this hash. The seal in the file is the service's all the same: it is the evidence of a package, taken out of a PDF.",
    facts: [{ name: "Asked", value: `GET ${paths.record(sha256)}, answered 404` }],
  };
}

/** A failure with the event that it is about: `E-0012, position 84: …`. */
export function failureText({ evidenceId, chainPosition, message }: Failure): string {
  if (chainPosition < 1) return message;
  return `${evidenceId ? `${evidenceId}, position` : "Position"} ${chainPosition}: ${message}`;
}

function unknownSentence(kind: FileKind): string {
  if (kind === "other") return "It knows none, and the file is neither a PDF nor a JSON package.";
  return "It knows none. Either the package comes from somewhere else, or the file was altered: one changed byte makes another hash.";
}

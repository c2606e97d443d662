import { terms } from "@/components/ui/terms";
import type { BundleFacts, BundleReport, CheckId, Failure } from "@/lib/domains/evidence/verification/report";
import { protocol as texts } from "../texts";
import { type Answer, type PackageRecord, paths } from "./service";

/** Detected from the first bytes; `report`: a PDF that is a report, by its signature. */
export type FileKind = "pdf" | "report" | "json" | "other";

/** Checks of the file, then of the evidence inside it. */
export type StepId = "read" | "expected" | "record" | "signature" | CheckId;

export type Outcome = "passed" | "failed" | "not_checked";

/** Technical detail of a step, such as a hash, a key or a requested address. */
interface Fact {
  name: string;
  value: string;
}

export interface StepResult {
  id: StepId;
  outcome: Outcome;
  /** The finding, or why the check was not run. */
  sentence: string;
  /** Overrides the failure text of the step in the headline. */
  brief?: string;
  /** The step that answers the same question if this one could not be checked. */
  instead?: StepId;
  isSignerUnknown?: true;
  facts?: Fact[];
  failures?: Failure[];
  failuresTotal?: number;
}

export interface CheckRequest {
  file: File;
  expected: Expected | null;
}

/** Findings of a check so far. */
export interface Progress {
  kind: FileKind | null;
  bytesRead: number;
  /** Null until events are read. */
  events: { done: number; total: number } | null;
  sha256: string | null;
  record: PackageRecord | null;
  contents: BundleFacts | null;
  /** The result of the checks that run without the service; null until they are done. */
  status: BundleReport["status"] | null;
}

/** Messages from the worker in order; the last one is `done`, with the reason if the check did not finish. */
export type Message =
  | { type: "progress"; progress: Partial<Progress> }
  | { type: "begun"; id: StepId }
  | { type: "step"; result: StepResult }
  | { type: "done"; interruption?: string };

/** The expected package hash or chain receipt, entered by the user. */
export type Expected =
  | { kind: "hash" /** 64 lower-case hexadecimal digits. */; sha256: string }
  | { kind: "head" /** As accepted by `verifyBundle`. */; head: string };

/** Also matches `sha256sum` output, which appends the file name. */
const hash = /^(?:sha-?256[:= ])?\s*([0-9a-f]{64})(?:\s+.*)?$/i;
const head = /^([1-9]\d{0,14})\s*:\s*(?:sha256:)?([0-9a-f]{64})$/i;

/**
 * Parses a hash, or a receipt as `position:sha256:…` or as the JSON of a receipt or checkpoint. Null for empty input, undefined
 * for anything else.
 */
export function readExpected(text: string): Expected | null | undefined {
  const given = text.trim();
  if (given === "") return null;
  const digits = hash.exec(given)?.[1];
  if (digits) return { kind: "hash", sha256: digits.toLowerCase() };
  const [, position, headDigits] = head.exec(given) ?? [];
  if (position && headDigits) return { kind: "head", head: `${position}:sha256:${headDigits.toLowerCase()}` };
  const fromJson = headOfJson(given);
  return fromJson ? { kind: "head", head: fromJson } : undefined;
}

/** A checkpoint is passed on whole: whether it can be compared depends on its root and organisation. */
function headOfJson(given: string): string | undefined {
  try {
    const { chainPosition, blockHash, size, headHash, rootHash } = JSON.parse(given);
    const [, position, digits] = head.exec(`${chainPosition ?? size}:${blockHash ?? headHash}`) ?? [];
    if (!position || !digits) return undefined;
    return rootHash === undefined ? `${position}:sha256:${digits.toLowerCase()}` : given;
  } catch {
    return undefined;
  }
}

export function readResult(bytes: number, sha256: string): StepResult {
  return {
    id: "read",
    outcome: "passed",
    sentence: texts.hashed(bytes.toLocaleString("en-GB")),
    facts: [{ name: "SHA-256", value: sha256 }],
  };
}

export function expectedResult(sha256: string, expected: string): StepResult {
  const isSame = sha256 === expected;
  return {
    id: "expected",
    outcome: isSame ? "passed" : "failed",
    sentence: isSame ? texts.hashMatches : texts.hashMismatch,
    facts: [
      { name: texts.expected, value: expected },
      { name: texts.actual, value: sha256 },
    ],
  };
}

export function recordResult(record: Answer<PackageRecord>, kind: FileKind, sha256: string): StepResult {
  const facts = [
    {
      name: texts.request,
      value: texts.requestStatus(paths.record(sha256), record.status),
    },
  ];
  if (record.outcome === "failed") return { id: "record", outcome: "not_checked", sentence: record.reason, facts };
  if (record.outcome === "unknown") return { id: "record", outcome: "failed", sentence: unknownSentence(kind), facts };
  const { packageId, reportId, authentic, message, signedBy, generatedAt } = record.value;
  const issued = packageId === null ? texts.reportId(reportId) : texts.packageId(packageId);
  return {
    id: "record",
    outcome: authentic ? "passed" : "failed",
    sentence: authentic ? texts.issuedBySigner(issued, signedBy) : message,
    ...(!authentic && { brief: texts.serviceReportsProblem }),
    facts: [...facts, { name: terms.generated, value: generatedAt }, { name: texts.serviceMessage, value: message }],
  };
}

/** For a file with an unknown hash and no failed check: `instead` is the signature that shows who issued it, if any. */
export function unrecordedResult(sha256: string, instead?: "seal" | "document"): StepResult {
  return {
    id: "record",
    outcome: "not_checked",
    ...(instead && { instead }),
    sentence: texts.noPackage(texts.unrecordedReasons[instead ?? "other"]),
    facts: [{ name: texts.request, value: texts.requestNotFound(paths.record(sha256)) }],
  };
}

/** `E-0012, #84: …`. */
export function failureText({ evidenceId, chainPosition, message }: Failure): string {
  if (chainPosition < 1) return message;
  return `${evidenceId ? `${evidenceId}, ` : ""}#${chainPosition}: ${message}`;
}

function unknownSentence(kind: FileKind): string {
  if (kind === "other") return texts.notAPackage;
  return texts.issuedElsewhere;
}

import type { Failure } from "@/lib/evidence/verification/report";
import type { FileKind, StepResult } from "./protocol";
import { type Answer, type PackageRecord, paths } from "./service";

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

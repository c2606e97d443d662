import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { modelIssues as issues, modelChecks as texts } from "../texts";

/** `none` does not affect the answer. `issue` names the problem in the answer. */
export type Found =
  | { result: "passed" | "none"; text: string }
  | { result: "attention" | "failed"; text: string; issue: string };

export type Check = Found & {
  label: string;
  /** The event that the text describes. */
  event?: AuditEvent;
  /** The filter of the audit trail that returns the counted events. */
  filter?: { modelId: string; eventType: string; from: string | null };
};

export interface Problem {
  text: string;
  issue: string;
}

/** A result with the texts of all problems; undefined without problems. The first problem names the issue. */
export function foundOf(
  result: "attention" | "failed",
  given: readonly (Problem | false)[],
): (Problem & { result: "attention" | "failed" }) | undefined {
  const problems = given.filter((one) => one !== false);
  const [first] = problems;
  return first && { result, text: problems.map(({ text }) => text).join(" "), issue: first.issue };
}

/** `subject`: the kind of record, such as `validation`. */
export function notVerified(subject: string) {
  return { result: "failed", text: texts.notVerified, issue: issues.notVerified(subject) } as const;
}

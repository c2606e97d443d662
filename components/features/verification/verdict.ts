import type { Progress, StepId, StepResult } from "./checking/protocol";
import { steps } from "./steps";
import { verdict as texts } from "./texts";

export interface Verdict {
  /**
   * `damaged`: issued by the service as is, but the contents are inconsistent. `content_intact`: the content is authentic and
   * intact, but another program wrote the JSON again. `unknown_signer`: consistent, but signed with a key that the service
   * does not publish. `outdated`: written by a later version than this page.
   */
  kind:
    | "authentic"
    | "content_intact"
    | "damaged"
    | "unknown_signer"
    | "outdated"
    | "not_authentic"
    | "cannot_be_checked";
  headline: string;
  sentence: string;
  /** The failed steps, most specific first. */
  failed: StepId[];
}

export type Results = Partial<Record<StepId, StepResult>>;

/** Any alteration also breaks hash and seal, so the more specific steps come first. */
const mostSpecificFirst: readonly StepId[] = [
  "expected",
  "content",
  "headers",
  "order",
  "thread",
  "membership",
  "checkpoint",
  "summary",
  "verdict",
  "anchor",
  "attachment",
  "timestamp",
  "archive",
  "document",
  "form",
  "seal",
  "signature",
  "record",
];

/** Steps whose failure means that the file differs from the issued file. */
const authenticitySteps: readonly StepId[] = ["expected", "record", "signature", "form", "seal", "archive"];

/** A file is authentic only if every check that this depends on was run. `interruption`: why the check did not finish. */
export function verdictOf(
  results: Results,
  { status, kind }: Pick<Progress, "status" | "kind">,
  interruption?: string,
): Verdict {
  const failed = mostSpecificFirst.filter((id) => results[id]?.outcome === "failed");
  if (interruption !== undefined && failed.length === 0)
    return cannotBeChecked(texts.theCheckWasInterrupted, interruption);
  if (results.read?.outcome !== "passed")
    return cannotBeChecked(briefOf(results, "read"), results.read?.sentence ?? "");
  if (failed.length > 0) return failedVerdict(results, failed);
  if (status === "unknown_signer" || (status === "outdated" && results.seal?.outcome === "passed"))
    return { ...undecided[status](results), failed };
  const missing = unchecked(results);
  if (missing) return missing;
  if (status === "content_intact")
    return {
      kind: "content_intact",
      headline: texts.bytesDiffer,
      sentence: texts.bytesDifferSentence(uncheckedNote(results)),
      failed,
    };
  if (kind === "report")
    return {
      kind: "authentic",
      headline: texts.authenticAndIntact,
      sentence: `${results.record?.outcome === "passed" ? texts.reportIssued : texts.signaturePdfValid}${stampNote(results)}`,
      failed,
    };
  const sentence = {
    seal: texts.evidenceExtractedPackage,
    document: texts.theContentsAreConsistent(texts.signaturePdfValid),
    file: texts.packageIssued,
  }[insteadOf(results) ?? "file"];
  const isVerified = results.verdict?.outcome === "passed";
  const headline = isVerified ? texts.authenticAndIntact : texts.authenticAuditChain;
  const chain = isVerified ? "" : ` ${results.verdict?.sentence ?? ""}`.trimEnd();
  return {
    kind: "authentic",
    headline,
    sentence: sentence + chain + stampNote(results) + uncheckedNote(results),
    failed,
  };
}

function insteadOf({ record }: Results): "seal" | "document" | undefined {
  const { outcome, instead } = record ?? {};
  return outcome !== "passed" && (instead === "seal" || instead === "document") ? instead : undefined;
}

function stampNote({ timestamp, archive }: Results): string {
  const isUnchecked = [timestamp, archive].some((result) => result?.outcome === "not_checked");
  return `${archive ? texts.timestampsAdded : ""}${isUnchecked ? texts.timestampAuthorityChecked : ""}`;
}

/** Verdicts on files whose checks did not fail, but do not show that the file is authentic. */
const undecided = {
  unknown_signer: ({ document, seal, checkpoint }: Results) => ({
    kind: "unknown_signer" as const,
    headline: texts.consistentButSigner,
    sentence: texts
      .unknownSigner([document, seal, checkpoint].find((result) => result?.isSignerUnknown)?.sentence)
      .trim(),
  }),
  outdated: ({ seal, document }: Results) => ({
    kind: "outdated" as const,
    headline: texts.outdatedVerifierToo,
    sentence: texts.outdatedAdvice((seal ?? document)?.sentence).trim(),
  }),
};

/** The check that was skipped for an authentic file. A receipt that could not be compared takes precedence. */
function uncheckedNote(results: Results): string {
  if (results.anchor?.outcome === "not_checked") return texts.receiptComparedBecause;
  const isPartial = Object.values(results).some(({ outcome }) => outcome === "not_checked");
  return isPartial ? texts.checksDoApply : "";
}

function failedVerdict(results: Results, failed: StepId[]): Verdict {
  const [first = "form"] = failed;
  const why = briefOf(results, first);
  if (isProven(results) && failed.every((id) => id === "anchor"))
    return {
      kind: "damaged",
      headline: texts.authenticBut(why),
      sentence: results.anchor?.sentence ?? "",
      failed,
    };
  // The signature does not cover the timestamp, so only a record with this hash shows that the service issued it.
  const unproven = insteadOf(results) ? [...authenticitySteps, "timestamp"] : authenticitySteps;
  if (isProven(results) && !failed.some((id) => unproven.includes(id)))
    return {
      kind: "damaged",
      headline: texts.authenticButNotIntact(why),
      sentence: texts.inconsistentAtIssue(insteadOf(results), texts.signaturePdfValid),
      failed,
    };
  const sentence =
    failed.length === 1 && first === "expected" ? texts.genuinePackageService : texts.checksFailed(failed.length);
  return { kind: "not_authentic", headline: texts.notAuthenticWhy(why), sentence, failed };
}

export function briefOf(results: Results, id: StepId): string {
  return results[id]?.brief ?? steps[id].failure;
}

/** Whether a signature by a published key covers the contents of the file. */
function isProven({ record, signature, seal, document }: Results): boolean {
  const instead = record?.instead === "seal" ? seal : record?.instead === "document" ? document : undefined;
  return signature?.outcome === "passed" || instead?.outcome === "passed";
}

function unchecked({ record, signature, seal }: Results): Verdict | undefined {
  if (record?.outcome !== "passed" && !record?.instead)
    return cannotBeChecked(texts.noValidResponse, record?.sentence ?? "", seal);
  if (signature?.outcome !== "passed" && !record?.instead)
    return cannotBeChecked(texts.signatureChecked, signature?.sentence ?? "", seal);
  return undefined;
}

function cannotBeChecked(why: string, reason: string, seal?: StepResult): Verdict {
  const rest = seal ? texts.checksRunWithout : "";
  return {
    kind: "cannot_be_checked",
    headline: texts.cannotBeVerified(why),
    sentence: `${reason}${rest}`,
    failed: [],
  };
}

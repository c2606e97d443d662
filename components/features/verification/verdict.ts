import type { Progress, StepId, StepResult } from "./checking/protocol";
import { steps } from "./steps";

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
  "document",
  "form",
  "seal",
  "signature",
  "record",
];

/** Steps whose failure means that the file is not what the service issued. */
const authenticitySteps: readonly StepId[] = ["expected", "record", "signature", "form", "seal"];

/** A file is authentic only if every check that this depends on was run. `interruption`: why the check did not finish. */
export function verdictOf(
  results: Results,
  { status, kind }: Pick<Progress, "status" | "kind">,
  interruption?: string,
): Verdict {
  const failed = mostSpecificFirst.filter((id) => results[id]?.outcome === "failed");
  if (interruption !== undefined && failed.length === 0)
    return cannotBeChecked("the check was interrupted", interruption);
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
      headline: "Content intact, but the bytes differ",
      sentence: `The content is exactly as the service sealed it. The file was saved again by another program, for example with different whitespace or with its fields in a different order, so its hash and package signature do not match. If you need a file with a matching hash and signature, request the original.${uncheckedNote(results)}`,
      failed,
    };
  if (kind === "report")
    return {
      kind: "authentic",
      headline: "Authentic and intact",
      sentence: `${results.record?.outcome === "passed" ? "This service issued this exact file, and its signature covers all pages of the report." : signedSentence}${stampNote(results)}`,
      failed,
    };
  const sentence = {
    seal: "This evidence was extracted from a package. The evidence has not been changed, its seal is valid, and its contents are consistent.",
    document: `${signedSentence} The contents are consistent.`,
    file: "The service issued this exact file. The file has not been changed, and its contents are consistent.",
  }[insteadOf(results) ?? "file"];
  const isVerified = results.verdict?.outcome === "passed";
  const headline = isVerified ? "Authentic and intact" : "Authentic; audit chain not verified";
  const chain = isVerified ? "" : ` ${results.verdict?.sentence ?? ""}`.trimEnd();
  return {
    kind: "authentic",
    headline,
    sentence: sentence + chain + stampNote(results) + uncheckedNote(results),
    failed,
  };
}

const signedSentence =
  "The signature in the PDF is valid for a key that this service publishes. The service has no record of this file to compare its hash with. Changes outside the signature, for example to a timestamp, may therefore go undetected.";

function insteadOf({ record }: Results): "seal" | "document" | undefined {
  const { outcome, instead } = record ?? {};
  return outcome !== "passed" && (instead === "seal" || instead === "document") ? instead : undefined;
}

function stampNote({ timestamp }: Results): string {
  return timestamp?.outcome === "not_checked" ? " The timestamp authority was not checked." : "";
}

/** Verdicts on files whose checks did not fail, but do not show that the file is authentic. */
const undecided = {
  unknown_signer: ({ document, seal, checkpoint }: Results) => ({
    kind: "unknown_signer" as const,
    headline: "Consistent, but the signer is unknown",
    sentence:
      `No check failed, but the file was signed with a key that this service does not publish, so anyone could have signed it. If the file comes from another service, or was signed with an earlier key, verify it with the signer's key. ${
        [document, seal, checkpoint].find((result) => result?.isSignerUnknown)?.sentence ?? ""
      }`.trim(),
  }),
  outdated: ({ seal, document }: Results) => ({
    kind: "outdated" as const,
    headline: "Outdated: this verifier is too old for this package",
    sentence:
      `Reload this page, or verify the package with the current version of the service. Only signatures were checked. ${
        (seal ?? document)?.sentence ?? ""
      }`.trim(),
  }),
};

/** The check that was skipped for an authentic file. A receipt that could not be compared takes precedence. */
function uncheckedNote(results: Results): string {
  if (results.anchor?.outcome === "not_checked")
    return " Your receipt could not be compared, because its event is not in the package.";
  const isPartial = Object.values(results).some(({ outcome }) => outcome === "not_checked");
  return isPartial ? " Checks that do not apply are marked as not checked, with the reason." : "";
}

function failedVerdict(results: Results, failed: StepId[]): Verdict {
  const [first = "form"] = failed;
  const why = briefOf(results, first);
  if (isProven(results) && failed.every((id) => id === "anchor"))
    return {
      kind: "damaged",
      headline: `Authentic, but ${why}`,
      sentence: results.anchor?.sentence ?? "",
      failed,
    };
  // The signature does not cover the timestamp, so only a record with this hash shows that the service issued it.
  const unproven = insteadOf(results) ? [...authenticitySteps, "timestamp"] : authenticitySteps;
  if (isProven(results) && !failed.some((id) => unproven.includes(id)))
    return {
      kind: "damaged",
      headline: `Authentic, but not intact: ${why}`,
      sentence: `${insteadOf(results) === "document" ? signedSentence : "The service issued this exact file, and it has not been changed."} The contents were already inconsistent when the file was generated. See the failed checks.`,
      failed,
    };
  const sentence =
    failed.length === 1 && first === "expected"
      ? "This is a genuine package from this service, but its hash differs from the one you entered."
      : `${failed.length === 1 ? "One check" : `${failed.length} checks`} failed. Do not rely on this file. Request the original from the sender.`;
  return { kind: "not_authentic", headline: `Not authentic: ${why}`, sentence, failed };
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
    return cannotBeChecked("no valid response from the service", record?.sentence ?? "", seal);
  if (signature?.outcome !== "passed" && !record?.instead)
    return cannotBeChecked("the signature could not be checked", signature?.sentence ?? "", seal);
  return undefined;
}

function cannotBeChecked(why: string, reason: string, seal?: StepResult): Verdict {
  const rest = seal ? " The checks that run without the service found no problems." : "";
  return {
    kind: "cannot_be_checked",
    headline: `Cannot be verified: ${why}`,
    sentence: `${reason}${rest}`,
    failed: [],
  };
}

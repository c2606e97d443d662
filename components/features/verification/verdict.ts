import type { StepId, StepResult } from "./checking/protocol";
import { steps } from "./steps";

export interface Verdict {
  /** `damaged`: the service issued exactly this, and what it shows is not in order. */
  kind: "authentic" | "damaged" | "not_authentic" | "cannot_be_checked";
  headline: string;
  sentence: string;
  /** The steps that failed, the most telling first. */
  failed: StepId[];
}

export type Results = Partial<Record<StepId, StepResult>>;

/** Whatever is altered breaks hash and seal as well; what tells most about it comes first. */
const mostTellingFirst: readonly StepId[] = [
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
  "form",
  "seal",
  "signature",
  "record",
];

/** Whose failure says that the file is not what the service made, rather than that what it made is not in order. */
const ofAuthenticity: readonly StepId[] = ["expected", "record", "signature", "form", "seal"];

/**
 * What all results say together. A file counts as authentic only when nothing that this rests on was left unchecked.
 * `brokenOff`: why the check itself did not come to its end.
 */
export function verdictOf(results: Results, brokenOff?: string): Verdict {
  const failed = mostTellingFirst.filter((id) => results[id]?.outcome === "failed");
  if (brokenOff !== undefined && failed.length === 0) return cannotBeChecked("the check broke off", brokenOff);
  if (results.read?.outcome !== "passed")
    return cannotBeChecked(briefOf(results, "read"), results.read?.sentence ?? "");
  if (failed.length > 0) return refused(results, failed);
  const missing = unchecked(results);
  if (missing) return missing;
  const sentence = results.record?.instead
    ? "This is the evidence of a package, taken out of it. Its seal is the service's, nobody changed it since, and everything in it agrees."
    : "The service issued exactly this file, nobody changed it since, and everything in it agrees.";
  return { kind: "authentic", headline: "Authentic and intact", sentence: sentence + aside(results), failed };
}

/** What is not checked of a file that is authentic. A receipt was entered to be compared: that it was not comes first. */
function aside(results: Results): string {
  if (results.anchor?.outcome === "not_checked")
    return " Your receipt could not be compared with it: it is of an event that the package does not have.";
  const isPartial = Object.values(results).some(({ outcome }) => outcome === "not_checked");
  return isPartial ? " What does not apply to it is marked as not checked, with the reason." : "";
}

function refused(results: Results, failed: StepId[]): Verdict {
  const [first = "form"] = failed;
  const why = briefOf(results, first);
  if (isProven(results) && failed.every((id) => id === "anchor"))
    return {
      kind: "damaged",
      headline: `Authentic, but ${why}`,
      sentence: results.anchor?.sentence ?? "",
      failed,
    };
  if (isProven(results) && !failed.some((id) => ofAuthenticity.includes(id)))
    return {
      kind: "damaged",
      headline: `Authentic, but not intact: ${why}`,
      sentence:
        "The service issued exactly this, and nobody changed it since. What it shows was not in order when it was made: the checks that failed say where.",
      failed,
    };
  const sentence =
    failed.length === 1 && first === "expected"
      ? "It is a genuine package of this service, but another one than you were told of."
      : `${failed.length === 1 ? "One check" : `${failed.length} checks`} failed. Do not rely on this file: ask whoever gave it to you for the original.`;
  return { kind: "not_authentic", headline: `Not authentic: ${why}`, sentence, failed };
}

/** What a headline says of a step that did not pass, after a colon. */
export function briefOf(results: Results, id: StepId): string {
  return results[id]?.brief ?? steps[id].failure;
}

/** Whether a signature under a published key covers what is in the file. */
function isProven({ record, signature, seal }: Results): boolean {
  return signature?.outcome === "passed" || (record?.instead === "seal" && seal?.outcome === "passed");
}

function unchecked({ record, signature, seal }: Results): Verdict | undefined {
  if (record?.outcome !== "passed" && !record?.instead)
    return cannotBeChecked("the service could not be asked", record?.sentence ?? "", seal);
  if (signature?.outcome !== "passed" && !record?.instead)
    return cannotBeChecked("the signature could not be checked", signature?.sentence ?? "", seal);
  return undefined;
}

function cannotBeChecked(why: string, reason: string, seal?: StepResult): Verdict {
  const rest = seal ? " What needs no answer of the service was checked, and nothing wrong was found." : "";
  return {
    kind: "cannot_be_checked",
    headline: `Cannot be checked: ${why}`,
    sentence: `${reason}${rest}`,
    failed: [],
  };
}

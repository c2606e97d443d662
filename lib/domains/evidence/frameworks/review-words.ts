import type { ReviewKind, ReviewOutcome } from "@/lib/domains/evidence/enums";

// Interpretation of a HUMAN_REVIEW for coverage and statistics. Case and punctuation are ignored.

/** Words of `kind`. The first match applies; a review without a kind is a case review. */
const kindWords: readonly (readonly [ReviewKind, RegExp])[] = [
  ["validation", /validation|independentreview/],
  ["incidentDecision", /incident/],
  ["approval", /approval|signoff/],
  ["caseReview", /^$|case|oversight|override|decision|inference|sample|appeal|manual/],
];

export function reviewKindOf(word: string): ReviewKind {
  return kindWords.find(([, words]) => words.test(word))?.[0] ?? "other";
}

export const positiveWords = ["approved", "accepted", "passed", "pass", "satisfactory", "validated"];
export const negativeWords = [
  "rejected",
  "declined",
  "failed",
  "fail",
  "refused",
  "notapproved",
  "unsatisfactory",
  "notvalidated",
];

const wordsByOutcome: readonly (readonly [ReviewOutcome, readonly string[]])[] = [
  ["confirmed", ["confirmed", "upheld", "agreed"]],
  ["overridden", ["overridden", "overturned", "changed"]],
  ["escalated", ["escalated", "referred"]],
  ["stopped", ["stopped", "suspended", "halted"]],
  ["approved", [...positiveWords, "approvedwithconditions"]],
  ["rejected", negativeWords],
];

/** The outcome that a word states; undefined for other words. */
export const outcomeOfWord: ReadonlyMap<string, ReviewOutcome> = new Map(
  wordsByOutcome.flatMap(([outcome, words]) => words.map((word) => [word, outcome] as const)),
);

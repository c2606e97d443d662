import { firstMember, memberOf, wordOf } from "@/lib/domains/evidence/collect/payload";
import { type ReviewKind, type ReviewOutcome, reviewKinds, reviewOutcomes } from "@/lib/domains/evidence/enums";
import { outcomeOfWord, reviewKindOf } from "@/lib/domains/evidence/frameworks/review-words";
import type { KeyNames } from "@/lib/domains/evidence/frameworks/types";
import type { Statistics } from "@/lib/domains/evidence/schemas-bundle";

/** Kind and outcome of a review; null if it states no outcome. `overridden: true` outweighs a confirming outcome. */
export function readReview(payload: unknown): { kind: ReviewKind; outcome: ReviewOutcome | null } {
  const word = wordOf(firstMember(payload, ["kind", "reviewType", "reviewKind"]));
  const kind = reviewKindOf(word);
  const flag = memberOf(payload, "overridden");
  const stated = wordOf(firstMember(payload, ["outcome", "reviewOutcome", "verdict"]));
  const known = outcomeOfWord.get(stated);
  if (flag === true && (known ?? "confirmed") === "confirmed") return { kind, outcome: "overridden" };
  if (known) return { kind, outcome: known };
  if (flag === false) return { kind, outcome: "confirmed" };
  return { kind, outcome: stated === "" ? null : "other" };
}

type Oversight = Statistics["oversight"];
type Kinds = NonNullable<Oversight["kinds"]>;

/** Counts reviews by kind, and what inferences state about their own review. */
export class OversightCounter {
  private readonly kinds = Object.fromEntries(
    reviewKinds.map((kind) => [
      kind,
      { reviews: 0, withOutcome: 0, outcomes: Object.fromEntries(reviewOutcomes.map((outcome) => [outcome, 0])) },
    ]),
  ) as Kinds;
  private readonly inferences = { inferencesReviewed: 0, inferencesNotReviewed: 0, inferencesNotAutomated: 0 };
  private reviews = 0;

  constructor(private readonly keyNames: KeyNames) {}

  /** A decision that was not automated was not necessarily reviewed. Only `reviewed` states that. */
  addInference(payload: unknown): void {
    const { reviewed = [], automated = [] } = this.keyNames.INFERENCE;
    const isReviewed = firstMember(payload, ["reviewed", ...reviewed]);
    if (isReviewed === true) this.inferences.inferencesReviewed += 1;
    if (isReviewed === false) this.inferences.inferencesNotReviewed += 1;
    if (firstMember(payload, ["automated", ...automated]) === false) this.inferences.inferencesNotAutomated += 1;
  }

  addReview(payload: unknown): void {
    this.reviews += 1;
    // The kind of a withheld or erased review is unknown.
    if (payload === undefined) return;
    const { kind, outcome } = readReview(payload);
    const counts = this.kinds[kind];
    counts.reviews += 1;
    if (outcome === null) return;
    counts.withOutcome += 1;
    counts.outcomes[outcome] += 1;
  }

  counts(): Omit<Oversight, "reviewers"> {
    const { caseReview } = this.kinds;
    return {
      reviews: this.reviews,
      overridden: caseReview.outcomes.overridden,
      withOutcome: caseReview.withOutcome,
      ...this.inferences,
      kinds: copyOf(this.kinds),
    };
  }
}

function copyOf(kinds: Kinds): Kinds {
  const copies = Object.entries(kinds).map(([kind, counts]) => [kind, { ...counts, outcomes: { ...counts.outcomes } }]);
  return Object.fromEntries(copies) as Kinds;
}

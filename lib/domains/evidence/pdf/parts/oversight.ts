import { type ReviewKind, type ReviewOutcome, reviewKinds, reviewOutcomes } from "@/lib/domains/evidence/enums";
import { divisionHeading, type PartInput } from "@/lib/domains/evidence/pdf/elements";
import { count, counted, share } from "@/lib/domains/evidence/pdf/labels";
import type { Statistics } from "@/lib/domains/evidence/schemas-bundle";
import { table } from "@/lib/platform/pdf/elements/table";
import { paragraph } from "@/lib/platform/pdf/elements/text";
import type { Block } from "@/lib/platform/pdf/flow";
import { type } from "@/lib/platform/pdf/theme";

export const kindLabels: Readonly<Record<ReviewKind, { title: string; one: string; many: string }>> = {
  caseReview: { title: "Case reviews", one: "case review", many: "case reviews" },
  validation: { title: "Validations", one: "validation", many: "validations" },
  approval: { title: "Approvals", one: "approval", many: "approvals" },
  incidentDecision: { title: "Incident decisions", one: "incident decision", many: "incident decisions" },
  other: { title: "Other reviews", one: "other review", many: "other reviews" },
};

const outcomeLabels: Readonly<Record<ReviewOutcome, string>> = {
  confirmed: "confirmed",
  overridden: "overridden",
  escalated: "escalated",
  stopped: "stopped",
  approved: "approved",
  rejected: "rejected",
  other: "with another outcome",
};

/** The share of case reviews that overrode the model, with numerator and denominator. */
export function overrideSentence({ kinds }: Statistics["oversight"]): string {
  const cases = kinds?.caseReview;
  if (!cases || cases.reviews === 0) return "None of the reviews is a case review.";
  if (cases.withOutcome === 0)
    return cases.reviews === 1
      ? "The only case review does not state an outcome."
      : `None of the ${counted(cases.reviews, "case review")} states an outcome.`;
  const { overridden = 0 } = cases.outcomes;
  return `${count(overridden)} of ${count(cases.withOutcome)} case reviews with an outcome (${share(overridden, cases.withOutcome)}) overrode the model.`;
}

/** Reviews by kind, each with its own denominator, and what inferences state about their review. */
export function oversightBlocks({ set, report }: PartInput): Block[] {
  const { oversight } = report.statistics;
  const { inferences, humanReviews } = report.summary;
  if (!oversight.kinds || inferences + humanReviews === 0) return [];
  const { kinds } = oversight;
  const rows = reviewKinds
    .filter((kind) => kinds[kind].reviews > 0)
    .map((kind) => {
      const { reviews, withOutcome, outcomes } = kinds[kind];
      return [
        kindLabels[kind].title,
        count(reviews),
        `${count(withOutcome)} of ${count(reviews)}`,
        outcomesText(outcomes, withOutcome),
      ];
    });
  const unknown = oversight.reviews - reviewKinds.reduce((sum, kind) => sum + kinds[kind].reviews, 0);
  if (unknown > 0) rows.push(["Content not available", count(unknown), "", ""]);
  return [
    divisionHeading(set, "activity", "oversight", "Human reviews", false),
    ...(rows.length === 0
      ? []
      : [
          ...paragraph(
            set,
            "The table groups human reviews by kind. Percentages are based on the reviews of the same kind that state an outcome.",
            { keepWithNext: true },
          ),
          ...table(
            set,
            [
              { title: "Kind", width: 110, style: type.smallStrong },
              { title: "Reviews", width: 54, align: "right" },
              { title: "With an outcome", width: 100, align: "right" },
              { title: "Outcomes", maxLines: 3 },
            ],
            rows,
          ),
        ]),
    ...(inferences === 0 ? [] : paragraph(set, inferenceSentence(oversight, inferences))),
  ];
}

function outcomesText(outcomes: Partial<Record<ReviewOutcome, number>>, of: number): string {
  const stated = reviewOutcomes.filter((outcome) => (outcomes[outcome] ?? 0) > 0);
  if (stated.length === 0) return "None stated";
  return stated
    .map((outcome) => {
      const number = outcomes[outcome] ?? 0;
      return `${count(number)} of ${count(of)} ${outcomeLabels[outcome]} (${share(number, of)})`;
    })
    .join(", ");
}

function inferenceSentence(oversight: Statistics["oversight"], inferences: number): string {
  const { inferencesReviewed, inferencesNotReviewed = 0, inferencesNotAutomated = 0 } = oversight;
  const unstated = inferences - inferencesReviewed - inferencesNotReviewed;
  const part = (number: number) => `${count(number)} (${share(number, inferences)})`;
  return `${reviewedSentence(inferencesReviewed, inferences, ` and ${part(inferencesNotReviewed)} as not reviewed`)} ${part(unstated)} ${unstated === 1 ? "does not state whether it was" : "do not state whether they were"} reviewed. ${part(inferencesNotAutomated)} ${areRecorded(inferencesNotAutomated)} as not automated, which does not mean that ${inferencesNotAutomated === 1 ? "the decision was" : "the decisions were"} reviewed.`;
}

/** `3 of 8 inferences (38%) are recorded as reviewed by a person.` */
export function reviewedSentence(reviewed: number, inferences: number, others = ""): string {
  return `${count(reviewed)} of ${count(inferences)} inferences (${share(reviewed, inferences)}) ${areRecorded(reviewed)} as reviewed by a person${others}.`;
}

function areRecorded(number: number): string {
  return number === 1 ? "is recorded" : "are recorded";
}

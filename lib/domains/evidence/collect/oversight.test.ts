import { describe, expect, test } from "vitest";
import { OversightCounter, readReview } from "@/lib/domains/evidence/collect/oversight";
import { keyNames } from "@/lib/domains/evidence/frameworks/evidence-kinds";

test.each<[unknown, string, string | null]>([
  [{}, "caseReview", null],
  [{ overridden: true }, "caseReview", "overridden"],
  [{ overridden: false }, "caseReview", "confirmed"],
  [{ overridden: "perhaps" }, "caseReview", null],
  [{ outcome: "CONFIRMED" }, "caseReview", "confirmed"],
  [{ outcome: "Overridden" }, "caseReview", "overridden"],
  [{ outcome: "OVERRIDDEN", overridden: false }, "caseReview", "overridden"],
  [{ outcome: "CONFIRMED", overridden: true }, "caseReview", "overridden"],
  [{ outcome: "ESCALATED", overridden: false }, "caseReview", "escalated"],
  [{ outcome: "STOPPED", overridden: false }, "caseReview", "stopped"],
  [{ outcome: "PENDING" }, "caseReview", "other"],
  [{ kind: "OVERSIGHT", outcome: "constructor" }, "caseReview", "other"],
  [{ kind: "MODEL_VALIDATION", outcome: "PASSED" }, "validation", "approved"],
  [{ reviewType: "Revalidation", outcome: "FAILED" }, "validation", "rejected"],
  [{ kind: "APPROVAL", outcome: "approved" }, "approval", "approved"],
  [{ kind: "INCIDENT_DECISION", outcome: "STOPPED" }, "incidentDecision", "stopped"],
  [{ kind: "MANUAL_REVIEW", outcome: "UNSATISFACTORY" }, "caseReview", "rejected"],
  [{ kind: "POLICY_REVIEW" }, "other", null],
  ["text", "caseReview", null],
])("the review %j is read as kind %s with outcome %s", (payload, kind, outcome) => {
  expect(readReview(payload)).toEqual({ kind, outcome });
});

describe("oversight counts", () => {
  const countsOf = (given: { reviews?: unknown[]; inferences?: unknown[] }) => {
    const counter = new OversightCounter(keyNames);
    for (const payload of given.reviews ?? []) counter.addReview(payload);
    for (const payload of given.inferences ?? []) counter.addInference(payload);
    return counter.counts();
  };

  test("have a denominator for each kind, and overrides are counted for case reviews with an outcome", () => {
    const { kinds, ...counts } = countsOf({
      reviews: [
        { overridden: true },
        { outcome: "CONFIRMED" },
        { outcome: "ESCALATED" },
        { outcome: "STOPPED" },
        {},
        { kind: "VALIDATION", outcome: "PASSED" },
        { kind: "APPROVAL", outcome: "APPROVED" },
        { kind: "INCIDENT", outcome: "STOPPED" },
      ],
    });
    expect(counts).toMatchObject({ reviews: 8, overridden: 1, withOutcome: 4 });
    expect(kinds?.caseReview).toMatchObject({
      ...{ reviews: 5, withOutcome: 4 },
      outcomes: { confirmed: 1, overridden: 1, escalated: 1, stopped: 1, approved: 0 },
    });
    expect(kinds?.validation).toMatchObject({ reviews: 1, withOutcome: 1, outcomes: { approved: 1 } });
    expect(kinds?.incidentDecision.outcomes.stopped).toBe(1);
  });

  test("assign no kind to a review without content", () => {
    const { reviews, kinds } = countsOf({ reviews: [undefined] });
    expect([reviews, kinds?.caseReview.reviews]).toEqual([1, 0]);
  });

  test("count an inference as reviewed only if its payload states it", () => {
    const inferences = [
      { reviewed: true },
      { humanReviewed: true, automated: true },
      { reviewed: false, automated: false },
      { automated: false },
      { reviewed: "yes" },
      {},
    ];
    expect(countsOf({ inferences })).toMatchObject({
      inferencesReviewed: 2,
      inferencesNotReviewed: 1,
      inferencesNotAutomated: 2,
    });
  });
});

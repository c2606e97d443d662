import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { coverRequirement, emptyTally, totalCoverage } from "@/lib/domains/evidence/collect/coverage";
import { anyGiven, collect, collector, events } from "@/lib/domains/evidence/collect/testing/events";
import { failingModel, goodModel } from "@/lib/domains/evidence/collect/testing/models";
import { type CoverageStatus, type FrameworkId, frameworkIds } from "@/lib/domains/evidence/enums";
import { frameworkOf } from "@/lib/domains/evidence/frameworks";
import { evidenceKinds as kinds } from "@/lib/domains/evidence/frameworks/evidence-kinds";
import type { Requirement, Weight } from "@/lib/domains/evidence/frameworks/types";
import type { SuppliedDocument } from "@/lib/domains/evidence/schemas-bundle";
import { coverageHeadline, lacksStrongEvidence } from "@/lib/domains/evidence/schemas-coverage";
import { propertyRuns } from "@/lib/platform/core/testing";

const requirement: Requirement = {
  id: "3.3",
  group: "3 Development",
  title: "Testing",
  text: "Test models.",
  basis: "Tests show it.",
  sections: ["DEVELOPMENT"],
  rules: [
    { kind: "test.failed", weight: "adverse" },
    { kind: "test.passed", weight: "strong" },
    { kind: "test.recorded", weight: "supporting" },
  ],
  counted: true,
};
const document = "The firm needs to supply the test plan.";
const declaration: Requirement["rules"] = [{ kind: "deployment.declaration", weight: "reference" }];
const kindOf: Record<Weight, string> = {
  adverse: "test.failed",
  strong: "test.passed",
  supporting: "test.recorded",
  reference: "deployment.declaration",
};

function cover(
  given: Partial<Requirement>,
  found: Partial<Record<Weight, number>> = {},
  sections = ["DEVELOPMENT"],
  documents: SuppliedDocument[] = [],
) {
  const whole = { ...requirement, ...given };
  const tally = emptyTally(whole, kinds);
  for (const [weight, events] of Object.entries(found) as [Weight, number][]) {
    tally.events += events;
    tally.byWeight[weight] = events;
    Object.assign(tally.found.get(kindOf[weight]) ?? {}, { events });
  }
  const lastDay = "2026-03-31";
  return coverRequirement(whole, tally, { sections: new Set(sections), kinds, documents, lastDay });
}

describe("a requirement", () => {
  test.each<[string, Parameters<typeof cover>, CoverageStatus, string]>([
    [
      "is out of scope when its section was not requested",
      [{}, { strong: 3 }, ["OTHER"]],
      "OUT_OF_SCOPE",
      "The section for this requirement (DEVELOPMENT) was not requested.",
    ],
    [
      "is out of scope when none of its sections was requested",
      [{ sections: ["A", "B"] }, { strong: 3 }],
      "OUT_OF_SCOPE",
      "None of the sections for this requirement (A, B) was requested.",
    ],
    [
      "is in scope when one of its sections was requested",
      [{ sections: ["A", "DEVELOPMENT"] }, { strong: 3 }],
      "EVIDENCED",
      "3 events support this requirement as strong evidence.",
    ],
    ["needs a document if it has no rules", [{ rules: [], document }], "NOT_EVIDENCED_BY_EVENTS", document],
    [
      "needs the document itself if events only refer to it",
      [{ rules: declaration, document }, { reference: 1 }],
      "NOT_EVIDENCED_BY_EVENTS",
      `Events refer to the document but do not contain it: deployments that refer to an EU declaration of conformity (1 event). ${document}`,
    ],
    [
      "has no events in the period when no event is relevant",
      [{ document }],
      "NO_EVENTS_IN_PERIOD",
      `The period contains no events that support this requirement. Examples of such events: tests that met their thresholds; tests that record metrics, a report or a result, but not whether they met their thresholds. ${document}`,
    ],
    [
      "is evidenced by strong evidence",
      [{}, { strong: 1 }],
      "EVIDENCED",
      "1 event supports this requirement as strong evidence.",
    ],
    [
      "is evidenced by strong evidence among other events",
      [{}, { strong: 5_000, supporting: 7_345 }],
      "EVIDENCED",
      "12,345 events support this requirement, 5,000 of them as strong evidence.",
    ],
    [
      "is partial despite strong evidence if it also needs a document",
      [{ document }, { strong: 2 }],
      "PARTIAL",
      `2 events support this requirement as strong evidence. ${document}`,
    ],
    [
      "is partial with supporting evidence alone",
      [{}, { supporting: 12 }],
      "PARTIAL",
      "12 events support this requirement, but none of them as strong evidence. The following would be strong evidence: tests that met their thresholds.",
    ],
    [
      "is partial if no event can be strong",
      [{ rules: requirement.rules.slice(2), document }, { supporting: 1 }],
      "PARTIAL",
      `1 event partially supports this requirement. No event type fully supports it. ${document}`,
    ],
    [
      "is adverse with one adverse event among many",
      [{}, { adverse: 1, strong: 9 }],
      "ADVERSE",
      "Adverse evidence from 1 event: tests that failed (1 event). 9 other events are relevant but do not change the status.",
    ],
  ])("%s", (_what, given, status, reason) => {
    expect(cover(...given)).toMatchObject({ status, reason });
  });
});

describe("a supplied document", () => {
  const supplied = (given: Partial<SuppliedDocument> = {}): SuppliedDocument => ({
    ...{ id: "doc_1", requirement: requirement.id, title: "Model policy", version: "2", signedBy: "The CRO" },
    ...{ reference: null, contentHash: `sha256:${"a".repeat(64)}`, validFrom: null, validUntil: null },
    ...{ suppliedAt: "2026-01-01T00:00:00.000Z", suppliedBy: "evt_1", ...given },
  });
  const suppliedText =
    "Supplied by the organisation and not assessed by this service: Model policy, version 2, signed by The CRO.";
  const expired = "Not valid at the end of the period: Model policy, version 2, signed by The CRO.";

  test.each<
    [string, Requirement["rules"], Partial<SuppliedDocument>, Parameters<typeof cover>[1], CoverageStatus, string]
  >([
    ["covers a requirement without rules", [], {}, {}, "SUPPLIED", suppliedText],
    [
      "counts if it is valid on the last day",
      [],
      { validFrom: "2026-03-31", validUntil: "2026-03-31" },
      {},
      "SUPPLIED",
      suppliedText,
    ],
    [
      "does not count if it becomes valid later",
      [],
      { validFrom: "2026-04-01" },
      {},
      "NOT_EVIDENCED_BY_EVENTS",
      expired,
    ],
    ["does not count if it expired earlier", [], { validUntil: "2026-03-30" }, {}, "NOT_EVIDENCED_BY_EVENTS", expired],
    ["does not complete partial evidence", requirement.rules, {}, { strong: 1 }, "PARTIAL", suppliedText],
    ["does not replace missing events", requirement.rules, {}, {}, "NO_EVENTS_IN_PERIOD", suppliedText],
    ["does not outweigh adverse evidence", requirement.rules, {}, { adverse: 1 }, "ADVERSE", suppliedText],
  ])("%s", (_what, rules, given, events, status, reason) => {
    const covered = cover({ rules, document }, events, undefined, [supplied(given)]);
    expect(covered).toMatchObject({ status, reason: expect.stringContaining(reason) });
    expect(covered.reason.endsWith(document)).toBe(reason === expired);
  });

  test("is counted as SUPPLIED, a status that is omitted without documents", () => {
    const covered = [cover({ rules: [], document }, {}, undefined, [supplied()]), cover({ rules: [], document })];
    expect(totalCoverage(covered).byStatus).toMatchObject({ SUPPLIED: 1, NOT_EVIDENCED_BY_EVENTS: 1 });
    expect(coverageHeadline(totalCoverage(covered))).toBe(
      "0 evidenced, 0 partial, 0 adverse, 1 to supply, 1 supplied, of 2",
    );
    expect(totalCoverage([cover({ rules: [], document })]).byStatus).not.toHaveProperty("SUPPLIED");
  });
});

describe("total coverage", () => {
  const covered = [cover({}, { strong: 1 }), cover({}), cover({ counted: false }, { strong: 1 })];

  test("includes only counted requirements and lists every status", () => {
    expect(totalCoverage(covered)).toEqual({
      total: 2,
      byStatus: {
        ...{ ADVERSE: 0, EVIDENCED: 1, PARTIAL: 0, NO_EVENTS_IN_PERIOD: 1 },
        ...{ NOT_EVIDENCED_BY_EVENTS: 0, OUT_OF_SCOPE: 0 },
      },
    });
  });

  test("has a headline that omits adverse evidence for mappings without that status", () => {
    expect(coverageHeadline(totalCoverage(covered))).toBe(
      "1 evidenced, 0 partial, 0 adverse, 0 to supply, 1 without events, of 2",
    );
    expect(coverageHeadline({ total: 9, byStatus: { EVIDENCED: 1, PARTIAL: 6, NOT_EVIDENCED_BY_EVENTS: 2 } })).toBe(
      "1 evidenced, 6 partial, 2 to supply, of 9",
    );
  });
});

const reportOf = (model: Parameters<typeof collect>[0], id: FrameworkId) =>
  collect(model, { framework: frameworkOf(id) }).collected.framework;
const idsOf = ({ requirements }: ReturnType<typeof reportOf>, wanted: CoverageStatus) =>
  requirements.filter(({ status }) => status === wanted).map(({ id }) => id);

describe("a failing model", () => {
  test.each<[FrameworkId, string, string]>([
    ["EU_AI_ACT_ANNEX_IV", "0 evidenced, 2 partial, 5 adverse, 2 to supply, of 9", "2 2(d) 2(g) 2(h) 3 5 6 9"],
    [
      "FCA_SS1_23",
      "0 evidenced, 4 partial, 13 adverse, 0 to supply, 6 without events, of 23",
      "2.4 3.2 3.3 3.4 3.6 4.1 4.2 4.3 4.4 4.5 5.1 5.2 5.3",
    ],
    [
      "ISO_42001",
      "1 evidenced, 14 partial, 12 adverse, 2 to supply, 9 without events, of 38",
      "A.3.2 A.6.1.3 A.6.2.4 A.6.2.5 A.6.2.6 A.7.2 A.7.3 A.7.4 A.7.6 A.8.4 A.8.5 A.9.4 5.3 6.1.3 8.1 8.3 9.1 10.2",
    ],
  ])("has adverse evidence under %s and no evidenced requirement except event logging", (id, headline, adverse) => {
    const report = reportOf(failingModel, id);
    expect(idsOf(report, "EVIDENCED").filter((one) => one !== "A.6.2.8")).toEqual([]);
    expect(idsOf(report, "ADVERSE").join(" ")).toBe(adverse);
    expect(coverageHeadline(report.coverage)).toBe(headline);
  });
});

test.each<[FrameworkId, string, string]>([
  ["EU_AI_ACT_ANNEX_IV", "0 evidenced, 7 partial, 0 adverse, 2 to supply, of 9", ""],
  ["FCA_SS1_23", "0 evidenced, 17 partial, 0 adverse, 0 to supply, 6 without events, of 23", ""],
  ["ISO_42001", "1 evidenced, 21 partial, 0 adverse, 2 to supply, 14 without events, of 38", "A.6.2.8"],
])(
  "a well-governed model is evidenced under %s only for requirements that need no document",
  (id, headline, evidenced) => {
    const report = reportOf(goodModel, id);
    expect(idsOf(report, "ADVERSE")).toEqual([]);
    expect(idsOf(report, "EVIDENCED").join(" ")).toBe(evidenced);
    expect(coverageHeadline(report.coverage)).toBe(headline);
  },
);

test.each<[FrameworkId, string]>([
  ["EU_AI_ACT_ANNEX_IV", "0 evidenced, 0 partial, 0 adverse, 2 to supply, 7 without events, of 9"],
  ["FCA_SS1_23", "0 evidenced, 0 partial, 0 adverse, 0 to supply, 23 without events, of 23"],
  ["ISO_42001", "0 evidenced, 0 partial, 0 adverse, 2 to supply, 36 without events, of 38"],
])("a model without events has no evidence under %s", (id, headline) => {
  expect(coverageHeadline(reportOf([], id).coverage)).toBe(headline);
});

const statusOf = (rows: Parameters<typeof collect>[0], id: FrameworkId, requirementId: string) =>
  reportOf(rows, id).requirements.find((one) => one.id === requirementId)?.status;
const review = (payload: Record<string, unknown>) => [{ eventType: "HUMAN_REVIEW", payload }];
const change = (payload: Record<string, unknown>) => [{ eventType: "CONFIG_CHANGE", payload }];

test.each<[string, Parameters<typeof statusOf>, CoverageStatus]>([
  [
    "a case review is not a validation",
    [review({ kind: "CASE_REVIEW", outcome: "CONFIRMED" }), "FCA_SS1_23", "4.2"],
    "NO_EVENTS_IN_PERIOD",
  ],
  [
    "a case review with a due date is not a revalidation",
    [review({ subjectRef: "c", outcome: "CONFIRMED", nextReviewDue: "2027-01-01" }), "FCA_SS1_23", "4.5"],
    "NO_EVENTS_IN_PERIOD",
  ],
  [
    "a validation is not human oversight",
    [review({ kind: "VALIDATION", outcome: "APPROVED" }), "EU_AI_ACT_ANNEX_IV", "2(e)"],
    "NO_EVENTS_IN_PERIOD",
  ],
  [
    "a validation that is overdue at the end of the period is adverse",
    [
      review({ kind: "VALIDATION", outcome: "APPROVED", independentOfDevelopment: true, nextReviewDue: "2026-06-30" }),
      "FCA_SS1_23",
      "4.5",
    ],
    "ADVERSE",
  ],
  [
    "an approved extension of the scope is not a restriction",
    [
      change({ kind: "ALLOWLIST", field: "allowedUses", before: ["a"], after: ["a", "b"], approvedBy: "cro" }),
      "FCA_SS1_23",
      "5.2",
    ],
    "NO_EVENTS_IN_PERIOD",
  ],
  [
    "an unapproved extension of the scope is adverse",
    [change({ kind: "ALLOWLIST", field: "allowedUses", before: ["a"], after: ["a", "b"] }), "FCA_SS1_23", "5.2"],
    "ADVERSE",
  ],
  [
    "an approved restriction is partial evidence",
    [
      change({ kind: "ALLOWLIST", field: "allowedUses", before: ["a", "b"], after: ["a"], approvedBy: "cro" }),
      "FCA_SS1_23",
      "5.2",
    ],
    "PARTIAL",
  ],
  ["the events of one model are only partial evidence of an inventory", [goodModel, "FCA_SS1_23", "1.2"], "PARTIAL"],
  [
    "alerts that were not communicated are not incident reports",
    [[{ eventType: "ALERT", payload: { category: "DRIFT", resolvedAt: "2026-04-01" } }], "ISO_42001", "A.8.4"],
    "NO_EVENTS_IN_PERIOD",
  ],
  [
    "a serious incident without notification is adverse",
    [[{ eventType: "ALERT", payload: { seriousIncident: true } }], "ISO_42001", "A.8.4"],
    "ADVERSE",
  ],
  [
    "informing users of a serious incident does not replace a report to an authority",
    [[{ eventType: "ALERT", payload: { seriousIncident: true, communicatedAt: "2026-04-01" } }], "ISO_42001", "A.8.5"],
    "ADVERSE",
  ],
  [
    "a report to an authority does not replace informing users",
    [
      [{ eventType: "ALERT", payload: { seriousIncident: true, authorityNotifiedAt: "2026-04-01" } }],
      "ISO_42001",
      "A.8.4",
    ],
    "ADVERSE",
  ],
  [
    "a change that its author approved is adverse",
    [change({ field: "threshold", reason: "r", changedBy: "a", approvedBy: ["a"] }), "FCA_SS1_23", "2.4"],
    "ADVERSE",
  ],
  [
    "a threshold change is not a model adjustment",
    [change({ field: "threshold", reason: "r", changedBy: "a", approvedBy: ["a"] }), "FCA_SS1_23", "5.1"],
    "NO_EVENTS_IN_PERIOD",
  ],
  [
    "an adjustment that its author approved is adverse",
    [change({ kind: "OVERLAY", reason: "r", changedBy: "a", approvedBy: ["a"] }), "FCA_SS1_23", "5.1"],
    "ADVERSE",
  ],
  [
    "an impact assessment with a negative outcome is partial evidence",
    [review({ kind: "IMPACT_ASSESSMENT", outcome: "FAILED" }), "ISO_42001", "A.5.2"],
    "PARTIAL",
  ],
  [
    "a rejected approval is partial evidence",
    [review({ kind: "APPROVAL", outcome: "REJECTED" }), "ISO_42001", "A.6.2.5"],
    "PARTIAL",
  ],
  [
    "a policy exception is not a policy review",
    [review({ kind: "POLICY_EXCEPTION" }), "ISO_42001", "A.2.4"],
    "NO_EVENTS_IN_PERIOD",
  ],
  [
    "a stopped approval is not human oversight",
    [review({ kind: "APPROVAL", outcome: "STOPPED" }), "EU_AI_ACT_ANNEX_IV", "2(e)"],
    "NO_EVENTS_IN_PERIOD",
  ],
  [
    "a dismissed detection is not a supplier decision",
    [[{ eventType: "SHADOW_AI_DETECTED", payload: { resolution: "FALSE_POSITIVE" } }], "ISO_42001", "A.10.3"],
    "NO_EVENTS_IN_PERIOD",
  ],
])("%s", (_what, given, status) => {
  expect(statusOf(...given)).toBe(status);
});

test("a declaration of conformity that a deployment refers to is referenced, not supplied", () => {
  const point = reportOf(goodModel, "EU_AI_ACT_ANNEX_IV").requirements.find(({ id }) => id === "8");
  expect(point).toMatchObject({ status: "NOT_EVIDENCED_BY_EVENTS", events: 1 });
  expect(point?.reason).toMatch(/^Events refer to the document but do not contain it: /);
});

test("an event recorded more than 30 days after its timestamp is at most supporting evidence", () => {
  const late = goodModel.map((event) => ({ ...event, timestamp: "2026-01-15T00:00:00.000Z" }));
  const found = (model: typeof goodModel) =>
    reportOf(model, "FCA_SS1_23").requirements.find(({ id }) => id === "3.3")?.evidence;
  const label = "tests that met their thresholds";
  expect(found(goodModel)).toContainEqual(expect.objectContaining({ kind: "test.passed", label, weight: "strong" }));
  expect(found(late)?.map(({ weight }) => weight)).not.toContain("strong");
  expect(found(late)).toContainEqual(
    expect.objectContaining({ label: `${label} (recorded more than 30 days late)`, weight: "supporting" }),
  );
});

test.each(frameworkIds)(
  "an additional event never removes adverse evidence or improves an adverse status under %s",
  (id) => {
    const framework = frameworkOf(id);
    fc.assert(
      fc.property(fc.array(anyGiven, { maxLength: 25 }), (given) => {
        const made = collector({ framework });
        let before = made.finish().framework.requirements;
        for (const event of events(given)) {
          made.add(event);
          const after = made.finish().framework.requirements;
          after.forEach(({ status, adverse = 0, document }, i) => {
            expect(adverse).toBeGreaterThanOrEqual(before[i]?.adverse ?? 0);
            if (before[i]?.status === "ADVERSE") expect(status).toBe("ADVERSE");
            if (document !== null) expect(status).not.toBe("EVIDENCED");
          });
          before = after;
        }
      }),
      { numRuns: propertyRuns(40) },
    );
  },
);

test.each<[string, Parameters<typeof cover>, boolean]>([
  ["one supporting event", [{}, { supporting: 1 }], true],
  ["supporting events and no document", [{ document }, { supporting: 2 }], true],
  ["strong evidence and no document", [{ document }, { strong: 1, supporting: 1 }], false],
  [
    "no event type that fully supports it",
    [{ document, rules: [{ kind: "test.recorded", weight: "supporting" }] }, { supporting: 1 }],
    false,
  ],
  ["adverse evidence", [{}, { adverse: 1, supporting: 1 }], false],
  ["no events", [{}], false],
])("with %s, a requirement lacks strong evidence: %j", (_, given, expected) => {
  expect(lacksStrongEvidence(cover(...given))).toBe(expected);
});

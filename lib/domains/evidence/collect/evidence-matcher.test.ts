import { describe, expect, test } from "vitest";
import { EvidenceMatcher } from "@/lib/domains/evidence/collect/evidence-matcher";
import { keyNames } from "@/lib/domains/evidence/frameworks/evidence-kinds";
import type { Condition, EvidenceKind } from "@/lib/domains/evidence/frameworks/types";

const periodEnd = "2026-06-30T23:59:59.999Z";

const kind = (type: EvidenceKind["type"], ...conditions: Condition[]): EvidenceKind => ({
  ...{ id: "kind", type, label: "", conditions, unless: [] },
});
const has = (...keys: string[]): Condition => ({ keys, test: "present" });
const says = (keys: string[], ...words: string[]): Condition => ({ keys, test: "says", words });

const value = kind("ALERT", has("metric", "value"));
const report = kind("TRAINING_COMPLETED", has("testReport.signedBy"));
const provenance = kind("TRAINING_STARTED", has("datasets.provenance"));
const tier = kind("CONFIG_CHANGE", says(["kind", "field"], "TIER", "*tier"));
const tierWithReason = kind("CONFIG_CHANGE", ...tier.conditions, has("reason"));
const board = kind("CONFIG_CHANGE", says(["approvedBy"], "board*"));
const independent = kind("HUMAN_REVIEW", says(["independentOfDevelopment"], "true"));
const impact = kind("CONFIG_CHANGE", says(["kind"], "*IMPACT*"));
const unapproved = kind("CONFIG_CHANGE", { keys: ["approvedBy"], test: "none" });
const untyped = kind("HUMAN_REVIEW", { ...has("kind"), isNegated: true });
const overdue = kind("HUMAN_REVIEW", { keys: ["nextReviewDue"], test: "past" });
const beyond = kind("TRAINING_COMPLETED", { keys: [], test: "metricBeyondThreshold" });
const same = kind("CONFIG_CHANGE", { keys: [], test: "sameApprover" });
const other = kind("CONFIG_CHANGE", { keys: [], test: "otherApprover" });
const unlawfulRun = kind("TRAINING_STARTED", { keys: [], test: "noLawfulBasis" });
const unlawfulAccess = kind("DATA_ACCESS", { keys: [], test: "noLawfulBasis" });
const wider = kind("CONFIG_CHANGE", { keys: [], test: "scopeWidened" });

describe("EvidenceMatcher", () => {
  test.each<[string, EvidenceKind, string, unknown, boolean]>([
    ["does not match another event type", value, "INFERENCE", { metric: "psi" }, false],
    ["does not match an unknown event type", value, "__proto__", { metric: "psi" }, false],
    ["matches one of several accepted members", value, "ALERT", { value: 0.3 }, true],
    ["matches an accepted alias of a member", value, "ALERT", { observed: 0 }, true],
    ["does not match if all accepted members are absent", value, "ALERT", { severity: "HIGH" }, false],
    ["does not match an empty payload", value, "ALERT", {}, false],
    ["does not match a member that is false", value, "ALERT", { value: false }, false],
    ["does not match members that are null", value, "ALERT", { metric: null, value: null }, false],
    ["does not match empty members", value, "ALERT", { metric: "", value: [], observed: {} }, false],
    ["does not match a payload that is a list", value, "ALERT", [{ metric: "psi" }], false],
    ["does not match a payload that is a text", value, "ALERT", "metric", false],
    ["does not match an absent payload", value, "ALERT", undefined, false],
    ["does not match inherited members", value, "ALERT", Object.create({ metric: "psi" }), false],
    ["matches by event type if the kind has no conditions", kind("ALERT"), "ALERT", undefined, true],
    ["matches a nested member", report, "TRAINING_COMPLETED", { testReport: { signedBy: "A. Okafor" } }, true],
    [
      "matches a nested member of an alias",
      report,
      "TRAINING_COMPLETED",
      { validationReport: { signedBy: "A" } },
      true,
    ],
    [
      "does not match a value that equals the nested name",
      report,
      "TRAINING_COMPLETED",
      { testReport: "signedBy" },
      false,
    ],
    [
      "matches a nested member within a list",
      provenance,
      "TRAINING_STARTED",
      { datasets: [{}, { provenance: "x" }] },
      true,
    ],
    ["matches a word in any case", tier, "CONFIG_CHANGE", { kind: "tier" }, true],
    ["matches a pattern in any case", tier, "CONFIG_CHANGE", { setting: "model.RISK_TIER" }, true],
    ["does not match another word", tier, "CONFIG_CHANGE", { kind: "THRESHOLD", field: "tierThreshold" }, false],
    ["does not match if only one of two conditions is met", tierWithReason, "CONFIG_CHANGE", { kind: "TIER" }, false],
    ["matches if both conditions are met", tierWithReason, "CONFIG_CHANGE", { kind: "TIER", reason: "x" }, true],
    ["matches a pattern within a list", board, "CONFIG_CHANGE", { approvedBy: ["CRO", "Board risk committee"] }, true],
    ["matches a member that is true, as an alias", independent, "HUMAN_REVIEW", { independent: true }, true],
    [
      "does not match false if true is required",
      independent,
      "HUMAN_REVIEW",
      { independentOfDevelopment: false },
      false,
    ],
    ["matches a word within a longer text", impact, "CONFIG_CHANGE", { kind: "AI impact assessment" }, true],
    ["matches null as an explicit absence", unapproved, "CONFIG_CHANGE", { approvedBy: null }, true],
    ["matches the text None as an explicit absence", unapproved, "CONFIG_CHANGE", { approvers: "None" }, true],
    ["does not match an unknown value as an absence", unapproved, "CONFIG_CHANGE", { approvers: "n/a" }, false],
    ["does not match a missing member as an absence", unapproved, "CONFIG_CHANGE", { reason: "x" }, false],
    ["matches a missing member if the condition is negated", untyped, "HUMAN_REVIEW", { outcome: "CONFIRMED" }, true],
    ["does not match a member if the condition is negated", untyped, "HUMAN_REVIEW", { reviewType: "CASE" }, false],
    ["matches a date before the end of the period", overdue, "HUMAN_REVIEW", { nextReviewDue: "2026-06-29" }, true],
    [
      "does not match a date after the end of the period",
      overdue,
      "HUMAN_REVIEW",
      { nextReviewDue: "2026-07-01" },
      false,
    ],
    ["does not match a text that is not a date", overdue, "HUMAN_REVIEW", { nextReviewDue: "soon" }, false],
    [
      "matches a metric below its minimum",
      beyond,
      "TRAINING_COMPLETED",
      { metrics: { auc: 0.41 }, thresholds: { auc: 0.7 } },
      true,
    ],
    [
      "does not match a metric above its minimum",
      beyond,
      "TRAINING_COMPLETED",
      { metrics: { auc: 0.8 }, thresholds: { minAuc: 0.7 } },
      false,
    ],
    [
      "matches a metric above its maximum",
      beyond,
      "TRAINING_COMPLETED",
      { metrics: { psi: 0.4 }, thresholds: { psi: 0.2 } },
      true,
    ],
    [
      "matches a metric beyond a threshold in a list",
      beyond,
      "TRAINING_COMPLETED",
      { metrics: [{ name: "x", value: 2 }], thresholds: [{ metric: "x", max: 1 }] },
      true,
    ],
    [
      "does not match a metric of unknown direction",
      beyond,
      "TRAINING_COMPLETED",
      { metrics: { x: 1 }, thresholds: { x: 2 } },
      false,
    ],
    ["matches a change that its author approved", same, "CONFIG_CHANGE", { changedBy: "a", approvedBy: ["A"] }, true],
    [
      "does not match a change that another person also approved",
      same,
      "CONFIG_CHANGE",
      { changedBy: "a", approvedBy: ["a", "b"] },
      false,
    ],
    [
      "matches a change with an approver other than its author",
      other,
      "CONFIG_CHANGE",
      { changedBy: "a", approvedBy: ["a", "b"] },
      true,
    ],
    ["does not match an approved change without an author", other, "CONFIG_CHANGE", { approvedBy: ["a", "b"] }, false],
    [
      "matches personal data without a lawful basis",
      unlawfulAccess,
      "DATA_ACCESS",
      { containsPii: true, legalBasis: "None" },
      true,
    ],
    [
      "matches personal data with an empty lawful basis",
      unlawfulAccess,
      "DATA_ACCESS",
      { personalData: "yes", lawfulBasis: "" },
      true,
    ],
    [
      "does not match data that is not personal",
      unlawfulAccess,
      "DATA_ACCESS",
      { containsPersonalData: false, lawfulBasis: "none" },
      false,
    ],
    [
      "does not match data that is not marked as personal",
      unlawfulAccess,
      "DATA_ACCESS",
      { lawfulBasis: "none" },
      false,
    ],
    [
      "does not match an unknown lawful basis",
      unlawfulAccess,
      "DATA_ACCESS",
      { containsPii: true, lawfulBasis: "n/a" },
      false,
    ],
    [
      "matches a personal dataset without a lawful basis",
      unlawfulRun,
      "TRAINING_STARTED",
      { datasets: [{}, { containsPersonalData: true, lawfulBasis: "none" }] },
      true,
    ],
    [
      "does not match if only a non-personal dataset has no lawful basis",
      unlawfulRun,
      "TRAINING_STARTED",
      { datasets: [{ containsPersonalData: true, lawfulBasis: "contract" }, { lawfulBasis: "none" }] },
      false,
    ],
    [
      "matches an addition to an allowlist",
      wider,
      "CONFIG_CHANGE",
      { kind: "ALLOWLIST", before: ["a"], after: ["a", "b"] },
      true,
    ],
    [
      "does not match a removal from an allowlist",
      wider,
      "CONFIG_CHANGE",
      { kind: "ALLOWLIST", before: ["a"], after: [] },
      false,
    ],
    [
      "matches the removal of a restriction",
      wider,
      "CONFIG_CHANGE",
      { kind: "RESTRICTION", before: "UK only", after: null },
      true,
    ],
    [
      "does not match a new restriction",
      wider,
      "CONFIG_CHANGE",
      { kind: "RESTRICTION", before: null, after: "UK only" },
      false,
    ],
  ])("%s", (_what, given, eventType, payload, expected) => {
    expect(new EvidenceMatcher([given], keyNames, periodEnd).match(eventType, payload)).toEqual(expected ? [0] : []);
  });

  test("does not match a kind that an earlier match excludes", () => {
    const kinds = [
      { ...value, id: "first" },
      { ...kind("ALERT"), id: "rest", unless: ["first"] },
    ];
    const matcher = new EvidenceMatcher(kinds, keyNames, periodEnd);
    expect(matcher.match("ALERT", { metric: "psi" })).toEqual([0]);
    expect(matcher.match("ALERT", {})).toEqual([1]);
  });

  test("keeps no state between events", () => {
    const matcher = new EvidenceMatcher([value, tier], keyNames, periodEnd);
    expect(matcher.match("ALERT", { metric: "psi" })).toEqual([0]);
    expect(matcher.match("ALERT", {})).toEqual([]);
    expect(matcher.match("CONFIG_CHANGE", { kind: "TIER" })).toEqual([1]);
    expect(matcher.match("CONFIG_CHANGE", { kind: "OWNER" })).toEqual([]);
  });

  test("matches correctly after 5,000 other values", () => {
    const matcher = new EvidenceMatcher([tier], keyNames, periodEnd);
    const found = (given: string) => matcher.match("CONFIG_CHANGE", { kind: given }).length;
    for (let i = 0; i < 5_000; i++) expect(found(`other${i}`)).toBe(0);
    expect(["TIER", "OWNER", "TIER"].map(found)).toEqual([1, 0, 1]);
  });
});

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

describe("an event", () => {
  test.each<[string, EvidenceKind, string, unknown, boolean]>([
    ["of another type is nothing", value, "INFERENCE", { metric: "psi" }, false],
    ["of a type that there is not is nothing", value, "__proto__", { metric: "psi" }, false],
    ["with one of the members is evidence", value, "ALERT", { value: 0.3 }, true],
    ["with a member under another accepted name is, too", value, "ALERT", { observed: 0 }, true],
    ["with none of the members is not", value, "ALERT", { severity: "HIGH" }, false],
    ["without any members is not", value, "ALERT", {}, false],
    ["that says no has nothing", value, "ALERT", { value: false }, false],
    ["that says null does not", value, "ALERT", { metric: null, value: null }, false],
    ["with empty members is not", value, "ALERT", { metric: "", value: [], observed: {} }, false],
    ["with a list as payload has no members", value, "ALERT", [{ metric: "psi" }], false],
    ["with a text as payload has no members", value, "ALERT", "metric", false],
    ["with an unknown payload has no members", value, "ALERT", undefined, false],
    ["inherits nothing", value, "ALERT", Object.create({ metric: "psi" }), false],
    ["is evidence by its type if the rule requires no member", kind("ALERT"), "ALERT", undefined, true],
    ["is looked into", report, "TRAINING_COMPLETED", { testReport: { signedBy: "A. Okafor" } }, true],
    ["is looked into under another name", report, "TRAINING_COMPLETED", { validationReport: { signedBy: "A" } }, true],
    ["is not taken for what is in it", report, "TRAINING_COMPLETED", { testReport: "signedBy" }, false],
    ["is looked into through lists", provenance, "TRAINING_STARTED", { datasets: [{}, { provenance: "x" }] }, true],
    ["says a word", tier, "CONFIG_CHANGE", { kind: "tier" }, true],
    ["says a word however it is written", tier, "CONFIG_CHANGE", { setting: "model.RISK_TIER" }, true],
    ["says another word", tier, "CONFIG_CHANGE", { kind: "THRESHOLD", field: "tierThreshold" }, false],
    ["says a word and has no member beside it", tierWithReason, "CONFIG_CHANGE", { kind: "TIER" }, false],
    ["says a word and has a member", tierWithReason, "CONFIG_CHANGE", { kind: "TIER", reason: "x" }, true],
    ["says a word in a list", board, "CONFIG_CHANGE", { approvedBy: ["CRO", "Board risk committee"] }, true],
    ["says yes", independent, "HUMAN_REVIEW", { independent: true }, true],
    ["says no", independent, "HUMAN_REVIEW", { independentOfDevelopment: false }, false],
    ["says a word within words", impact, "CONFIG_CHANGE", { kind: "AI impact assessment" }, true],
    ["states that there is nothing", unapproved, "CONFIG_CHANGE", { approvedBy: null }, true],
    ["states that there is nothing by a word", unapproved, "CONFIG_CHANGE", { approvers: "None" }, true],
    ["does not state that there is nothing if it is unknown", unapproved, "CONFIG_CHANGE", { approvers: "n/a" }, false],
    ["states nothing by leaving a member out", unapproved, "CONFIG_CHANGE", { reason: "x" }, false],
    ["has no kind", untyped, "HUMAN_REVIEW", { outcome: "CONFIRMED" }, true],
    ["has a kind", untyped, "HUMAN_REVIEW", { reviewType: "CASE" }, false],
    ["has a date before the end of the period", overdue, "HUMAN_REVIEW", { nextReviewDue: "2026-06-29" }, true],
    ["has a date after the end of the period", overdue, "HUMAN_REVIEW", { nextReviewDue: "2026-07-01" }, false],
    ["has no date", overdue, "HUMAN_REVIEW", { nextReviewDue: "soon" }, false],
    ["is below a minimum", beyond, "TRAINING_COMPLETED", { metrics: { auc: 0.41 }, thresholds: { auc: 0.7 } }, true],
    ["is above a minimum", beyond, "TRAINING_COMPLETED", { metrics: { auc: 0.8 }, thresholds: { minAuc: 0.7 } }, false],
    ["is above a maximum", beyond, "TRAINING_COMPLETED", { metrics: { psi: 0.4 }, thresholds: { psi: 0.2 } }, true],
    [
      "is beyond a bound in a list",
      beyond,
      "TRAINING_COMPLETED",
      { metrics: [{ name: "x", value: 2 }], thresholds: [{ metric: "x", max: 1 }] },
      true,
    ],
    [
      "has a metric of unknown direction",
      beyond,
      "TRAINING_COMPLETED",
      { metrics: { x: 1 }, thresholds: { x: 2 } },
      false,
    ],
    ["is approved by its author", same, "CONFIG_CHANGE", { changedBy: "a", approvedBy: ["A"] }, true],
    ["is approved by another person too", same, "CONFIG_CHANGE", { changedBy: "a", approvedBy: ["a", "b"] }, false],
    ["is approved by one of two people", other, "CONFIG_CHANGE", { changedBy: "a", approvedBy: ["a", "b"] }, true],
    ["is approved, but does not say who made it", other, "CONFIG_CHANGE", { approvedBy: ["a", "b"] }, false],
    ["has no lawful basis", unlawfulAccess, "DATA_ACCESS", { containsPii: true, legalBasis: "None" }, true],
    ["has an empty lawful basis", unlawfulAccess, "DATA_ACCESS", { personalData: "yes", lawfulBasis: "" }, true],
    [
      "needs no lawful basis",
      unlawfulAccess,
      "DATA_ACCESS",
      { containsPersonalData: false, lawfulBasis: "none" },
      false,
    ],
    ["may need no lawful basis", unlawfulAccess, "DATA_ACCESS", { lawfulBasis: "none" }, false],
    ["has an unknown lawful basis", unlawfulAccess, "DATA_ACCESS", { containsPii: true, lawfulBasis: "n/a" }, false],
    [
      "has data without a lawful basis",
      unlawfulRun,
      "TRAINING_STARTED",
      { datasets: [{}, { containsPersonalData: true, lawfulBasis: "none" }] },
      true,
    ],
    [
      "has other data without a lawful basis",
      unlawfulRun,
      "TRAINING_STARTED",
      { datasets: [{ containsPersonalData: true, lawfulBasis: "contract" }, { lawfulBasis: "none" }] },
      false,
    ],
    ["adds to an allowlist", wider, "CONFIG_CHANGE", { kind: "ALLOWLIST", before: ["a"], after: ["a", "b"] }, true],
    ["removes from an allowlist", wider, "CONFIG_CHANGE", { kind: "ALLOWLIST", before: ["a"], after: [] }, false],
    ["lifts a restriction", wider, "CONFIG_CHANGE", { kind: "RESTRICTION", before: "UK only", after: null }, true],
    ["adds a restriction", wider, "CONFIG_CHANGE", { kind: "RESTRICTION", before: null, after: "UK only" }, false],
  ])("%s", (_what, given, eventType, payload, expected) => {
    expect(new EvidenceMatcher([given], keyNames, periodEnd).match(eventType, payload)).toEqual(expected ? [0] : []);
  });

  test("is not of a kind that an earlier kind excludes", () => {
    const kinds = [
      { ...value, id: "first" },
      { ...kind("ALERT"), id: "rest", unless: ["first"] },
    ];
    const matcher = new EvidenceMatcher(kinds, keyNames, periodEnd);
    expect(matcher.match("ALERT", { metric: "psi" })).toEqual([0]);
    expect(matcher.match("ALERT", {})).toEqual([1]);
  });

  test("does not remember what another said", () => {
    const matcher = new EvidenceMatcher([value, tier], keyNames, periodEnd);
    expect(matcher.match("ALERT", { metric: "psi" })).toEqual([0]);
    expect(matcher.match("ALERT", {})).toEqual([]);
    expect(matcher.match("CONFIG_CHANGE", { kind: "TIER" })).toEqual([1]);
    expect(matcher.match("CONFIG_CHANGE", { kind: "OWNER" })).toEqual([]);
  });

  test("says what it says after thousands of other words", () => {
    const matcher = new EvidenceMatcher([tier], keyNames, periodEnd);
    const found = (given: string) => matcher.match("CONFIG_CHANGE", { kind: given }).length;
    for (let i = 0; i < 5_000; i++) expect(found(`other${i}`)).toBe(0);
    expect(["TIER", "OWNER", "TIER"].map(found)).toEqual([1, 0, 1]);
  });
});

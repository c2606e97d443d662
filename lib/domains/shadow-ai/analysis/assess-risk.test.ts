import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assessRisk, RiskAssessment, RiskInputs, ruleVersion } from "@/lib/domains/shadow-ai/analysis";
import { riskInputs } from "@/lib/domains/shadow-ai/analysis/testing";
import { detectionSources, knownProperties, serviceCategories } from "@/lib/domains/shadow-ai/enums";

const MB = 1_000_000;

function factors(given: Partial<RiskInputs>): Record<string, number> {
  return Object.fromEntries(assessRisk(riskInputs(given)).factors.map(({ code, points }) => [code, points]));
}

describe("risk factors", () => {
  it.each<[Partial<RiskInputs>, Record<string, number>]>([
    [{}, {}],
    [{ providerRegistered: false, endpointAllowed: false }, { UNREGISTERED_PROVIDER: 20 }],
    [{ endpointAllowed: false }, { UNREGISTERED_ENDPOINT: 10 }],
    [{ category: "AGGREGATOR" }, { AGGREGATOR_OR_UNKNOWN_PROCESSOR: 10 }],
    [{ category: "UNKNOWN" }, { AGGREGATOR_OR_UNKNOWN_PROCESSOR: 10 }],
    [{ source: "BEHAVIOURAL_ANALYSIS" }, { AGGREGATOR_OR_UNKNOWN_PROCESSOR: 10 }],
    [{ trainsOnInputs: "YES" }, { TRAINS_ON_INPUTS: 10 }],
    [{ trainsOnInputs: "UNKNOWN" }, {}],
    [{ trainsOnInputs: "UNKNOWN", ruleVersion: "2026-11-22" }, { TRAINS_ON_INPUTS: 3 }],
    [{ trainsOnInputs: "PLAN_DEPENDENT" }, { TRAINS_ON_INPUTS: 3 }],
    [{ dpa: "NO" }, { NO_DPA: 5 }],
    [{ dpa: "UNKNOWN" }, {}],
    [{ dpa: "UNKNOWN", ruleVersion: "2026-11-22" }, { NO_DPA: 3 }],
    [{ dpa: "PLAN_DEPENDENT" }, { NO_DPA: 3 }],
    [{ category: "SELF_HOSTED", trainsOnInputs: "UNKNOWN", dpa: "UNKNOWN" }, {}],
    [{ jurisdictionOutsidePolicy: true }, { DATA_RESIDENCY_OUTSIDE_POLICY: 12 }],
    [{ busiestDay: { calls: 1, bytesOut: 10 * MB } }, {}],
    [{ busiestDay: { calls: 1, bytesOut: 10 * MB + 1 } }, { LARGE_UPLOAD: 5 }],
    [{ busiestDay: { calls: 1, bytesOut: 100 * MB } }, { LARGE_UPLOAD: 5 }],
    [{ busiestDay: { calls: 1, bytesOut: 100 * MB + 1 } }, { LARGE_UPLOAD: 10 }],
    [{ busiestDay: { calls: 1, bytesOut: 1_000 * MB + 1 } }, { LARGE_UPLOAD: 18 }],
    [{ uploads: ["FILE_UPLOAD"] }, { FILE_OR_FINETUNE_ENDPOINT: 12 }],
    [{ uploads: ["FINE_TUNING", "FILE_UPLOAD", "FILE_UPLOAD"] }, { FILE_OR_FINETUNE_ENDPOINT: 12 }],
    [{ automated: true }, { AUTOMATED_CLIENT: 8 }],
    [
      { automated: true, agentic: true },
      { AUTOMATED_CLIENT: 8, AGENTIC_PATTERN: 8 },
    ],
    [{ departmentSensitivity: 5, departments: ["Risk"] }, { SENSITIVE_DEPARTMENT: 5 }],
    [{ departmentSensitivity: 15 }, { SENSITIVE_DEPARTMENT: 15 }],
    [{ departmentSensitivity: 40 }, { SENSITIVE_DEPARTMENT: 15 }],
    [{ departments: ["a", "b"] }, {}],
    [{ departments: ["a", "b", "a"] }, {}],
    [{ departments: ["a", "b", "c"] }, { MULTI_DEPARTMENT: 5 }],
    [{ busiestDay: { calls: 100, bytesOut: 0 } }, {}],
    [{ busiestDay: { calls: 101, bytesOut: 0 } }, { HIGH_VOLUME: 3 }],
    [{ busiestDay: { calls: 1_001, bytesOut: 0 } }, { HIGH_VOLUME: 6 }],
    [{ busiestDay: { calls: 10_001, bytesOut: 0 } }, { HIGH_VOLUME: 10 }],
    [{ burst: { calls: 50, z: 6.01 } }, { VOLUME_BURST: 6 }],
    [{ burst: { calls: 49, z: 60 } }, {}],
    [{ burst: { calls: 500, z: 6 } }, {}],
    [{ offHoursShare: 0.41, totalCalls: 50 }, { OFF_HOURS: 5 }],
    [{ offHoursShare: 0.4, totalCalls: 50 }, {}],
    [{ offHoursShare: 1, totalCalls: 49 }, {}],
    [{ longStreams: 9 }, {}],
    [{ longStreams: 10 }, { LONG_LIVED_STREAMING: 4 }],
    [{ monthlyCostUSD: 1_000 }, {}],
    [{ monthlyCostUSD: 1_001 }, { HIGH_COST: 5 }],
    [{ monthlyCostUSD: 10_000 }, { HIGH_COST: 5 }],
    [{ monthlyCostUSD: 10_001 }, { HIGH_COST: 10 }],
    [{ monthlyCostUSD: null, highCostUSD: 1 }, {}],
    [{ blockedCalls: 4, allowedAfterBlocked: true }, { POLICY_BLOCKED_ATTEMPTS: 6 }],
    [{ blockedCalls: 4 }, {}],
    [{ allowedAfterBlocked: true }, {}],
    [{ recurrence: true }, { RECURRENCE: 15 }],
    [{ exceptionBreached: true }, { EXCEPTION_BREACHED: 15 }],
    [{ dnsOnly: true, matchConfidence: 0.6 }, { DNS_ONLY: -10 }],
    [{ matchConfidence: 0.59 }, { LOW_CONFIDENCE: -10 }],
    [{ behaviour: { score: 0.74, reasons: [] }, matchConfidence: 0 }, {}],
    [{ behaviour: { score: 0.5, reasons: [] } }, { LOW_CONFIDENCE: -10 }],
  ])("%j gives the factor %j", (given, points) => {
    expect(factors(given)).toEqual(points);
  });

  it.each<[Partial<RiskInputs>, string]>([
    [{ busiestDay: { calls: 1, bytesOut: 1_234 * MB } }, "Peak: 1.2 GB sent in one day."],
    [{ busiestDay: { calls: 1, bytesOut: 45.4 * MB } }, "Peak: 45 MB sent in one day."],
    [{ busiestDay: { calls: 12_345, bytesOut: 0 } }, "Peak: 12,345 calls in one day."],
    [{ burst: { calls: 900, z: 12 } }, "Burst: 900 calls in one day, far above previous days."],
    [{ offHoursShare: 0.623, totalCalls: 1_000 }, "62% of 1,000 calls were outside office hours."],
    [{ departments: ["Risk"], departmentSensitivity: 12 }, "Used by Risk (sensitivity 12 of 15)."],
    [{ departments: ["c", "a", "b"] }, "Used by 3 departments."],
    [{ longStreams: 24 }, "24 connections streamed responses for more than 5 seconds."],
    [{ monthlyCostUSD: 2_345.6 }, "Estimated monthly cost of $2,346, above the limit of $1,000."],
    [
      { uploads: ["FINE_TUNING", "FILE_UPLOAD"] },
      "Used file upload and fine-tuning endpoints, which store the data they receive.",
    ],
    [{ blockedCalls: 1, allowedAfterBlocked: true }, "1 call was blocked, but later calls were allowed."],
    [{ matchConfidence: 0.5 }, "Only 50% confidence that this is an AI service."],
  ])("%j gives the sentence: %s", (given, sentence) => {
    expect(assessRisk(riskInputs(given)).factors.map((factor) => factor.sentence)).toContain(sentence);
  });
});

describe("the risk score", () => {
  it.each<[string, Partial<RiskInputs>, number, string]>([
    ["nothing", {}, 0, "INFO"],
    ["a negative sum", { dnsOnly: true, matchConfidence: 0.1 }, 0, "INFO"],
    [
      "34 points",
      { providerRegistered: false, automated: true, trainsOnInputs: "PLAN_DEPENDENT", dpa: "PLAN_DEPENDENT" },
      34,
      "INFO",
    ],
    ["35 points", { providerRegistered: false, recurrence: true }, 35, "MEDIUM"],
    [
      "62 points",
      { providerRegistered: false, recurrence: true, exceptionBreached: true, uploads: ["FILE_UPLOAD"] },
      62,
      "HIGH",
    ],
    [
      "80 points",
      {
        providerRegistered: false,
        recurrence: true,
        exceptionBreached: true,
        uploads: ["FILE_UPLOAD"],
        busiestDay: { calls: 1, bytesOut: 2_000 * MB },
      },
      80,
      "CRITICAL",
    ],
  ])("of %s is within its limits", (_, given, score, severity) => {
    expect(assessRisk(riskInputs(given))).toMatchObject({ score, severity });
  });

  it("throws for an unknown rule version", () => {
    expect(() => assessRisk(riskInputs({ ruleVersion: "2000-01-01" }))).toThrow(RangeError);
  });
});

describe("the minimum severity", () => {
  const unapproved = { endpointAllowed: false, departments: ["Sales"] };

  it.each<[string, Partial<RiskInputs>, string]>([
    ["an API used by a known department", unapproved, "MEDIUM"],
    [
      "a chat application used by a known department",
      { ...unapproved, category: "CHAT_APP", accessKind: "WEB" },
      "MEDIUM",
    ],
    ["an unknown department", { ...unapproved, departments: [] }, "INFO"],
    ["another kind of service", { ...unapproved, category: "IMAGE_GEN", accessKind: "WEB" }, "INFO"],
    ["an approved host", { ...unapproved, endpointAllowed: true, regulatedData: true }, "INFO"],
    ["a self-hosted model", { ...unapproved, category: "SELF_HOSTED", accessKind: "SELF_HOSTED" }, "INFO"],
    ["DNS queries only", { ...unapproved, dnsOnly: true, regulatedData: true }, "INFO"],
    ["low confidence", { ...unapproved, matchConfidence: 0.59 }, "INFO"],
    ["100 MB in a day", { ...unapproved, busiestDay: { calls: 1, bytesOut: 100 * MB } }, "MEDIUM"],
    ["more than 100 MB in a day", { ...unapproved, busiestDay: { calls: 1, bytesOut: 100 * MB + 1 } }, "HIGH"],
    [
      "more than 10 MB to an endpoint that stores files",
      { ...unapproved, uploads: ["FILE_UPLOAD"], busiestDay: { calls: 1, bytesOut: 10 * MB + 1 } },
      "HIGH",
    ],
    ["regulated data", { ...unapproved, regulatedData: true }, "CRITICAL"],
    ["the previous rule version", { ...unapproved, regulatedData: true, ruleVersion: "2026-11-22" }, "INFO"],
  ])("of %s", (_, given, severity) => {
    const assessment = assessRisk(riskInputs(given));
    expect(assessment.severity).toBe(severity);
    expect(assessment.factors.some(({ code }) => code === "SEVERITY_RULE")).toBe(severity !== "INFO");
    expect(assessment.score).toBeLessThan(35);
  });

  it("states the rule that applies", () => {
    const { factors: found } = assessRisk(riskInputs({ ...unapproved, regulatedData: true }));
    expect(found.at(-1)).toEqual({
      code: "SEVERITY_RULE",
      points: 0,
      value: "CRITICAL",
      sentence: "The severity is at least CRITICAL because a department with regulated data uses the service (Sales).",
    });
  });
});

it.each<[Partial<RiskInputs>, number]>([
  [{ matchConfidence: 0.95 }, 0.95],
  [{ matchConfidence: 0.95, totalCalls: 100 }, 0.96],
  [{ matchConfidence: 0.5, totalCalls: 99 }, 0.5],
  [{ matchConfidence: 0.5, totalCalls: 100 }, 0.63],
  [{ matchConfidence: 0.95, dnsOnly: true, totalCalls: 5_000 }, 0.6],
  [{ matchConfidence: 0.4, dnsOnly: true }, 0.4],
  [{ matchConfidence: 0, behaviour: { score: 0.74, reasons: [] } }, 0.74],
  [{ matchConfidence: 1, totalCalls: 1e9 }, 1],
])("the confidence for %j is %d", (given, confidence) => {
  expect(assessRisk(riskInputs(given)).confidence).toBe(confidence);
});

const count = fc.oneof(fc.nat(200), fc.nat(20_000), fc.nat(2 ** 31));
const share = fc.double({ min: 0, max: 1, noNaN: true });
const anyInputs: fc.Arbitrary<RiskInputs> = fc.record({
  ruleVersion: fc.constant(ruleVersion),
  category: fc.constantFrom(...serviceCategories),
  accessKind: fc.constantFrom("API", "WEB", "IDE", "SELF_HOSTED"),
  source: fc.constantFrom(...detectionSources),
  providerRegistered: fc.boolean(),
  endpointAllowed: fc.boolean(),
  trainsOnInputs: fc.constantFrom(...knownProperties),
  dpa: fc.constantFrom(...knownProperties),
  jurisdictionOutsidePolicy: fc.boolean(),
  departments: fc.array(fc.constantFrom("Risk", "Legal", "HR", "IT", "Sales", "Board"), { maxLength: 7 }),
  departmentSensitivity: fc.nat(15),
  busiestDay: fc.record({ calls: count, bytesOut: count }),
  burst: fc.option(fc.record({ calls: count, z: fc.double({ min: 0, max: 50, noNaN: true }) })),
  totalCalls: count,
  offHoursShare: share,
  longStreams: fc.nat(50),
  monthlyCostUSD: fc.option(count),
  highCostUSD: fc.nat(5_000),
  blockedCalls: fc.nat(20),
  allowedAfterBlocked: fc.boolean(),
  automated: fc.boolean(),
  agentic: fc.boolean(),
  uploads: fc.array(fc.constantFrom("FILE_UPLOAD" as const, "FINE_TUNING" as const), { maxLength: 3 }),
  recurrence: fc.boolean(),
  exceptionBreached: fc.boolean(),
  dnsOnly: fc.boolean(),
  behaviour: fc.option(fc.record({ score: share, reasons: fc.array(fc.string(), { maxLength: 3 }) })),
  matchConfidence: share,
});

describe("any assessment", () => {
  it("is reproducible from its stored inputs", () => {
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const assessment = assessRisk(inputs);
        expect(assessRisk(structuredClone(inputs))).toEqual(assessment);
        expect(assessRisk(RiskInputs.parse(JSON.parse(JSON.stringify(inputs))))).toEqual(assessment);
        expect(RiskAssessment.parse(JSON.parse(JSON.stringify(assessment)))).toEqual(assessment);
      }),
      { numRuns: 200 },
    );
  });

  it("is the sum of its factors, each with points and a sentence", () => {
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const { score, confidence, factors: all } = assessRisk(inputs);
        const sum = all.reduce((total, { points }) => total + points, 0);
        expect(score).toBe(Math.min(100, Math.max(0, sum)));
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
        expect(new Set(all.map(({ code }) => code)).size).toBe(all.length);
        for (const { points, sentence } of all) {
          expect(points).not.toBe(0);
          expect(sentence).toMatch(/^[A-Z0-9].*\.$/);
        }
      }),
      { numRuns: 200 },
    );
  });
});

it.each([
  [["a"], "Used by a (sensitivity 5 of 15)."],
  [["a", "b", "c", "d", "e", "f", "g"], "Used by a, b, c, d and 3 others (sensitivity 5 of 15)."],
])("lists the departments %j in a sentence", (departments, sentence) => {
  expect(assessRisk(riskInputs({ departments, departmentSensitivity: 5 })).factors[0]?.sentence).toBe(sentence);
});

import { describe, expect, test } from "vitest";
import { assessRisk, RiskInputs } from "@/lib/domains/shadow-ai/analysis";
import type { Decision, Situation } from "@/lib/domains/shadow-ai/detect/decide";
import { describeUse } from "@/lib/domains/shadow-ai/detect/describe-use";
import { emptyStats } from "@/lib/domains/shadow-ai/detect/stats";
import {
  currentDetection,
  dayOf,
  dnsDayOf,
  factsOfUse,
  situationOf,
} from "@/lib/domains/shadow-ai/detect/testing/situations";
import { defaultSettings } from "@/lib/domains/shadow-ai/schemas-settings";

const open: Decision = { kind: "open", reason: "NEW" };
const update: Decision = { kind: "update" };
const day = (some = {}, date = "2026-11-18") => dayOf(date, { 9: 4, 23: 6 }, some);
const inputsOf = (days: Situation["days"], some: Partial<Situation> = {}, decision: Decision = open) =>
  describeUse(situationOf(days, some), decision).inputs;

test("a detection has the metrics of all its traffic", () => {
  const days = [
    day({ bytesOut: 1_000, bytesIn: 9_000, userAgents: ["curl/8"], ranges: [["10.1.1.x", 1]], reasons: ["B"] }),
    day(
      {
        bytesOut: 500,
        bytesIn: 700,
        userAgents: ["openai-python/1"],
        ranges: [["10.1.2.x", 2]],
        departments: ["Risk"],
        reasons: ["A"],
      },
      "2026-11-19",
    ),
  ];
  const description = describeUse(situationOf(days), open);
  expect(description).toMatchObject({
    source: "PROXY",
    calls: 20,
    bytesOut: 1_500,
    bytesIn: 9_700,
    firstSeenAt: new Date("2026-11-18T09:00:00.000Z"),
    lastSeenAt: new Date("2026-11-19T23:59:00.000Z"),
    userAgents: ["curl/8", "openai-python/1"],
    ipRanges: ["10.1.1.x", "10.1.2.x"],
    registered: false,
    reasons: ["A", "B"],
  });
  expect(description.inputs).toMatchObject({
    totalCalls: 20,
    departments: ["Risk"],
    busiestDay: { calls: 10, bytesOut: 1_000 },
    matchConfidence: 0.95,
  });
  expect(description.assessment).toEqual(assessRisk(description.inputs));
  expect(RiskInputs.parse(JSON.parse(JSON.stringify(description.inputs)))).toEqual(description.inputs);
  expect(describeUse({ ...situationOf([]), total: emptyStats() }, open).calls).toBe(0);
});

const rich = Array.from({ length: 15 }, (_, index) =>
  dayOf(`2026-11-${String(index + 1).padStart(2, "0")}`, { 9: index < 14 ? 10 : 400 }),
);
const { departments: _, ...others } = defaultSettings;

describe("score inputs", () => {
  const opinions = {
    ...others,
    departments: [{ name: "Risk", ranges: [], sensitivity: 12 }],
    allowedJurisdictions: ["GB"],
    highCostUSD: 5,
  };
  const model = (allowedEndpoints: Situation["models"][number]["allowedEndpoints"]) => [
    { id: "mdl_1", provider: "OpenAI", allowedEndpoints },
  ];

  const unknown = { id: "x", name: "X", jurisdiction: null, trainsOnInputs: "UNKNOWN", dpa: "UNKNOWN" } as const;
  const recurred = { detection: currentDetection({ reopenedFor: "RECURRENCE" }) };
  const legal = [{ host: "api.openai.com", departments: ["Legal"] }];

  test.each<[string, Partial<RiskInputs>, Partial<Situation>, Decision?]>([
    ["nothing unusual", { recurrence: false, exceptionBreached: false, behaviour: null, burst: null }, {}],
    ["an unregistered provider", { providerRegistered: false, endpointAllowed: false }, {}],
    ["a registered provider", { providerRegistered: true, endpointAllowed: false }, { models: model([]) }],
    ["an allowed host", { providerRegistered: true, endpointAllowed: true }, { models: model(legal) }],
    ["a sensitive department", { departments: ["Risk"], departmentSensitivity: 12 }, { settings: opinions }],
    ["a jurisdiction outside the policy", { jurisdictionOutsidePolicy: true }, { settings: opinions }],
    ["no policy", { jurisdictionOutsidePolicy: false }, {}],
    ["an unknown jurisdiction", { jurisdictionOutsidePolicy: false }, { settings: opinions, provider: unknown }],
    [
      "known properties",
      { trainsOnInputs: "YES", dpa: "NO" },
      { provider: { ...unknown, trainsOnInputs: "YES", dpa: "NO" } },
    ],
    ["a recurrence", { recurrence: true }, {}, { kind: "reopen", reason: "RECURRENCE" }],
    ["an earlier recurrence", { recurrence: true }, recurred, update],
    [
      "a breach",
      { exceptionBreached: true, recurrence: false },
      recurred,
      { kind: "reopen", reason: "EXCEPTION_BREACHED" },
    ],
  ])("%s", (_, expected, some, decision = open) => {
    expect(inputsOf([day()], some, decision)).toMatchObject(expected);
  });

  test.each<[string, Partial<RiskInputs>, Situation["days"]]>([
    ["a burst", { burst: { calls: 400, z: 123.33 } }, rich],
    ["off-hours", { offHoursShare: 0.6 }, [day({ offHoursCalls: 6 })]],
    ["long streams", { longStreams: 14 }, [day({ longStreams: 14 })]],
    ["blocked calls at the end", { allowedAfterBlocked: false }, [day({ firstBlockedAtMs: 20, lastAllowedAtMs: 10 })]],
    [
      "allowed calls after blocked ones",
      { allowedAfterBlocked: true },
      [day({ firstBlockedAtMs: 20, lastAllowedAtMs: 30 })],
    ],
    [
      "blocked calls only",
      { blockedCalls: 10, allowedAfterBlocked: false },
      [day({ blockedCalls: 10, firstBlockedAtMs: 20 })],
    ],
    ["programs", { automated: true, agentic: false }, [day({ automatedCalls: 10 })]],
    ["agents", { automated: true, agentic: true }, [day({ automatedCalls: 10, agentCalls: 2 })]],
    ["uploads", { uploads: ["FILE_UPLOAD", "FINE_TUNING"] }, [day({ fileUploads: 1, fineTunings: 1 })]],
    ["DNS only", { dnsOnly: true, source: "DNS", totalCalls: 30 }, [dnsDayOf("2026-11-18", { 9: 30 })]],
    ["DNS and other traffic", { dnsOnly: false, totalCalls: 10 }, [day({ dnsQueries: 70 })]],
  ])("the window has %s", (_, expected, days) => {
    const use = factsOfUse({ vantage: expected.source === "DNS" ? "DNS" : "PROXY" });
    expect(inputsOf(days, { use })).toMatchObject(expected);
  });

  test("calls never decrease, except when they replace DNS queries of an open detection", () => {
    const [days, absorb] = [[day({ dnsQueries: 70 })], { kind: "absorb", why: "" } as const];
    const detection = currentDetection({ calls: 70 });
    expect(inputsOf(days, { detection }, update).totalCalls).toBe(70);
    expect(inputsOf(days, { detection }, open).totalCalls).toBe(10);
    const dnsOnly = currentDetection({ calls: 70, dnsOnly: true });
    expect(inputsOf(days, { detection: dnsOnly }, update).totalCalls).toBe(10);
    expect(inputsOf(days, { detection: dnsOnly }, absorb).totalCalls).toBe(70);
  });

  test("behaviour determines reasons and confidence if nothing else is known", () => {
    const use = factsOfUse({ category: "UNKNOWN", entryId: null, providerId: "unknown:brightloom.example" });
    const parts = { points: [{ points: 0.83, sentence: "Small packets" }], possible: 1, penalties: [], limit: 1 };
    const windows = { alike: 4, scored: 5, score: 0.83, reasons: ["Small packets"], parts };
    const description = describeUse(
      situationOf([day({ candidateCalls: 10, bestConfidence: 0 })], { use, windows }),
      open,
    );
    expect(description).toMatchObject({ source: "BEHAVIOURAL_ANALYSIS", reasons: ["Small packets"] });
    expect(description.inputs).toMatchObject({
      behaviour: { score: 0.83, reasons: ["Small packets"], parts },
      matchConfidence: 0.83,
    });
    expect(inputsOf([day({ candidateCalls: 3 })], { use, windows }).behaviour).toBeNull();
  });
});

describe("the monthly cost", () => {
  const tokens = { inputTokens: 40_000_000, outputTokens: 4_000_000, models: ["gpt-4o"] };
  const monthly = (days: Situation["days"]) => describeUse(situationOf(days), open);

  test("of a new use is projected from at least a week", () => {
    const { costCents, monthlyCostCents } = monthly([day(tokens)]);
    expect(costCents).toBeGreaterThan(0);
    expect(monthlyCostCents).toBe(Math.round((costCents * 30) / 7));
  });

  test("of fifteen days is doubled", () => {
    const { costCents, monthlyCostCents } = monthly([
      dayOf("2026-11-01", { 0: 1 }, tokens),
      dayOf("2026-11-15", { 23: 1 }, tokens),
    ]);
    expect(monthlyCostCents).toBe(costCents * 2);
  });

  test("covers the last thirty days and is in dollars in the inputs", () => {
    const { costCents, monthlyCostCents, inputs } = monthly([
      dayOf("2026-10-01", { 0: 1 }, tokens),
      dayOf("2026-11-15", { 23: 1 }, tokens),
    ]);
    expect(monthlyCostCents).toBe(costCents / 2);
    expect(inputs.monthlyCostUSD).toBe(monthlyCostCents / 100);
  });

  test("is unknown if the cost is unknown", () => {
    const use = factsOfUse({ accessKind: "WEB", category: "CHAT_APP", endpoint: "chatgpt.com" });
    const { costBasis, inputs } = describeUse(situationOf([day()], { use }), open);
    expect([costBasis, inputs.monthlyCostUSD]).toEqual(["UNKNOWN", null]);
  });
});

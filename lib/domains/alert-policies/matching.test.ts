import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { operators } from "@/lib/domains/alert-policies/enums";
import {
  CompiledPolicies,
  newState,
  type PolicyState,
  passes,
  subjectOf,
  takeEvent,
  type Watched,
  type WatchedPolicy,
} from "@/lib/domains/alert-policies/matching";
import { numberAt, parsePath } from "@/lib/domains/alert-policies/payload-path";
import { AlertRule } from "@/lib/domains/alert-policies/schemas";
import { alertsOf, type GivenEvent, meets } from "@/lib/domains/alert-policies/testing/naive";
import { eventTypes, severities } from "@/lib/domains/audit-chain/enums";
import { propertyRuns } from "@/lib/platform/core/testing";

function policyOf(rule: AlertRule, given: Partial<WatchedPolicy> = {}): WatchedPolicy {
  return { id: "pol_1", rule, ruleRevision: 1, activeFrom: 0, cooldownMinutes: 60, mutedUntilMs: null, ...given };
}

const base: GivenEvent = {
  eventType: "INFERENCE",
  severity: "HIGH",
  modelId: "mdl_1",
  tags: ["prod", "uk"],
  payload: { confidence: 0.41, latencyMs: "12", metrics: { psi: 0.3 }, scores: [0.1, 0.9], "a.b": 1, "": 2 },
};

function watched(event: GivenEvent, given: Partial<Watched> = {}): Watched {
  const { payload: _, ...outline } = event;
  return { ...outline, chainPosition: 1, recordedAtMs: 0, sourceKey: null, ...given };
}

/** The IDs of the policies that an event matches, according to the index. */
function matching(policies: WatchedPolicy[], event: GivenEvent, given: Partial<Watched> = {}): string[] {
  return new CompiledPolicies(policies)
    .candidates(watched(event, given))
    .filter((compiled) => compiled.payload === undefined || passes(compiled, event.payload) !== undefined)
    .map(({ policy }) => policy.id)
    .sort();
}

const payload = (path: string, operator: (typeof operators)[number], threshold: number) => ({
  payload: { path, operator, threshold },
});

describe("rule matching", () => {
  test.each<[AlertRule, boolean]>([
    [{ eventTypes: ["INFERENCE"] }, true],
    [{ eventTypes: ["ALERT", "INFERENCE"] }, true],
    [{ eventTypes: ["ALERT"] }, false],
    [{ minSeverity: "INFO" }, true],
    [{ minSeverity: "HIGH" }, true],
    [{ minSeverity: "CRITICAL" }, false],
    [{ modelIds: ["mdl_1"] }, true],
    [{ modelIds: ["mdl_2", "mdl_1"] }, true],
    [{ modelIds: ["mdl_2"] }, false],
    [{ tags: ["prod"] }, true],
    [{ tags: ["uk", "prod"] }, true],
    [{ tags: ["prod", "us"] }, false],
    [{ tags: ["PROD"] }, false],
    [payload("confidence", "LESS_THAN", 0.6), true],
    [payload("confidence", "LESS_THAN", 0.41), false],
    [payload("confidence", "LESS_OR_EQUAL", 0.41), true],
    [payload("confidence", "GREATER_THAN", 0.41), false],
    [payload("confidence", "GREATER_OR_EQUAL", 0.41), true],
    [payload("confidence", "EQUAL", 0.41), true],
    [payload("confidence", "NOT_EQUAL", 0.41), false],
    [payload("confidence", "NOT_EQUAL", 0.4), true],
    [payload("metrics.psi", "GREATER_THAN", 0.2), true],
    [payload("scores.1", "GREATER_THAN", 0.5), true],
    [payload("scores.2", "GREATER_THAN", -1), false],
    [payload("/metrics/psi", "GREATER_THAN", 0.2), true],
    [payload("/a.b", "EQUAL", 1), true],
    [payload("a.b", "EQUAL", 1), false],
    [payload("/", "EQUAL", 2), true],
    [payload("latencyMs", "GREATER_THAN", 0), false],
    [payload("metrics", "NOT_EQUAL", 0), false],
    [payload("missing", "NOT_EQUAL", 0), false],
    [payload("constructor.length", "GREATER_THAN", -1), false],
    [payload("scores.length", "GREATER_THAN", -1), false],
    [{ eventTypes: ["INFERENCE"], minSeverity: "MEDIUM", modelIds: ["mdl_1"], tags: ["uk"] }, true],
    [{ eventTypes: ["INFERENCE"], minSeverity: "MEDIUM", modelIds: ["mdl_2"], tags: ["uk"] }, false],
  ])("rule %j matches a HIGH inference of mdl_1: %s", (rule, expected) => {
    expect(matching([policyOf(rule)], base)).toEqual(expected ? ["pol_1"] : []);
  });

  test("starts with the event after the one that recorded the rule", () => {
    const policy = policyOf({ minSeverity: "INFO" }, { activeFrom: 7 });
    expect(matching([policy], base, { chainPosition: 7 })).toEqual([]);
    expect(matching([policy], base, { chainPosition: 8 })).toEqual(["pol_1"]);
  });

  test("ignores alerts raised by policies and matches other alerts", () => {
    const policy = policyOf({ eventTypes: ["ALERT"] });
    const alert = { ...base, eventType: "ALERT" };
    expect(matching([policy], alert, { sourceKey: "alert pol_2 evt_1" })).toEqual([]);
    expect(matching([policy], alert)).toEqual(["pol_1"]);
  });

  test.each<[string, Partial<GivenEvent>, Partial<Watched>]>([
    ["unknown severity", { severity: "NONE" }, {}],
    ["invalid time of receipt", {}, { recordedAtMs: Number.NaN }],
  ])("ignores a tampered row: %s", (_, event, outline) => {
    expect(matching([policyOf({ modelIds: ["mdl_1"] })], { ...base, ...event }, outline)).toEqual([]);
  });
});

test.each(["", ".", "a..b", "a.", ".a", "/~2", "/~", Array(17).fill("a").join(".")])(
  "%j is not a valid path",
  (text) => {
    expect(parsePath(text)).toBeUndefined();
    expect(AlertRule.safeParse(payload(text, "EQUAL", 1)).success).toBe(false);
  },
);

test.each<[string, unknown, number | undefined]>([
  ["/~0~1", { "~/": 3 }, 3],
  ["/a/0/b", { a: [{ b: 4 }] }, 4],
  ["a.00", { a: [5] }, undefined],
  ["a.-1", { a: [5] }, undefined],
  ["a.0", { a: { 0: 6 } }, 6],
  ["__proto__.x", {}, undefined],
  ["toString", {}, undefined],
])("path %s of %j is %s", (path, given, expected) => {
  expect(numberAt(given, parsePath(path) ?? [])).toBe(expected);
});

const models = ["mdl_1", "mdl_2", "mdl_3"];
const anyTags = fc.uniqueArray(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 2 });
const anyRule = fc
  .record(
    {
      eventTypes: fc.uniqueArray(fc.constantFrom(...eventTypes), { minLength: 1, maxLength: 3 }),
      minSeverity: fc.constantFrom(...severities),
      modelIds: fc.uniqueArray(fc.constantFrom(...models), { minLength: 1, maxLength: 2 }),
      tags: anyTags,
      payload: fc.record({
        path: fc.constantFrom("x", "y.z"),
        operator: fc.constantFrom(...operators),
        threshold: fc.integer({ min: -1, max: 2 }),
      }),
    },
    { requiredKeys: [] },
  )
  .filter((rule) => Object.keys(rule).length > 0);
const anyNumber = fc.constantFrom<unknown>(-1, 0, 0.5, 1, 2, "1", null, [1]);
const anyEvent: fc.Arbitrary<GivenEvent> = fc.record({
  eventType: fc.constantFrom(...eventTypes),
  severity: fc.constantFrom(...severities),
  modelId: fc.constantFrom(...models),
  tags: fc.uniqueArray(fc.constantFrom("a", "b", "c"), { maxLength: 3 }),
  payload: fc.record({ x: anyNumber, y: fc.record({ z: anyNumber }, { requiredKeys: [] }) }, { requiredKeys: [] }),
});

test("the index returns the same policies as a check of each policy", () => {
  fc.assert(
    fc.property(
      fc.array(anyRule, { maxLength: 30 }),
      fc.array(anyEvent, { minLength: 1, maxLength: 10 }),
      (rules, events) => {
        const policies = rules.map((rule, i) => policyOf(rule, { id: `pol_${i}` }));
        for (const event of events) {
          const expected = policies.filter(({ rule }) => meets(rule, event)).map(({ id }) => id);
          expect(matching(policies, event)).toEqual(expected.sort());
        }
      },
    ),
    { numRuns: propertyRuns(300) },
  );
});

const minute = 60_000;

/** The outcome for each event of one model received at these times, in milliseconds. */
function watch(policy: WatchedPolicy, times: number[], state: PolicyState = newState(1)): string[] {
  return times.map((at) => takeEvent(policy, state, at));
}

describe("a rule with a count", () => {
  const rule: AlertRule = { count: { atLeast: 3, withinMinutes: 5, per: "MODEL" } };

  test.each<[string, number[], string]>([
    ["the last event of the window raises an alert", [0, 1, 5 * minute - 1], "alert"],
    ["an event exactly as old as the window is not counted", [0, 1, 5 * minute], "not-yet"],
    ["events of the same millisecond are counted", [7, 7, 7], "alert"],
    ["one event too few raises no alert", [0, 1], "not-yet"],
    ["the window moves with the events", [0, 4 * minute, 5 * minute, 5 * minute + 1], "alert"],
  ])("%s", (_, times, last) => {
    expect(watch(policyOf(rule), times).at(-1)).toBe(last);
  });

  test("starts again when the rule changes", () => {
    const state = newState(1);
    watch(policyOf(rule), [0, 1], state);
    expect(watch(policyOf(rule, { ruleRevision: 2 }), [2, 3, 4], state)).toEqual(["not-yet", "not-yet", "alert"]);
  });
});

describe("the cooldown", () => {
  const policy = policyOf({ minSeverity: "INFO" }, { cooldownMinutes: 1 });

  test("allows one alert, and the next when it ends", () => {
    const times = [0, 1, minute - 1, minute, minute + 1];
    expect(watch(policy, times)).toEqual(["alert", "suppressed", "suppressed", "alert", "suppressed"]);
  });

  test("does not start with a muted match", () => {
    const state = newState(1);
    expect(watch({ ...policy, mutedUntilMs: 10 }, [8, 9, 10, 11], state)).toEqual([
      "muted",
      "muted",
      "alert",
      "suppressed",
    ]);
    expect(state).toMatchObject({ alerts: 1, suppressed: 1, muted: 2 });
  });
});

test("incremental counting raises the same alerts as recounting for each event", () => {
  const anyCount = fc.option(
    fc.record({
      atLeast: fc.integer({ min: 1, max: 5 }),
      withinMinutes: fc.integer({ min: 1, max: 3 }),
      per: fc.constantFrom("MODEL" as const, "ORGANISATION" as const),
    }),
    { nil: undefined },
  );
  const anySteps = fc.array(
    fc.record({
      stepMs: fc.constantFrom(0, 1, 30_000, minute - 1, minute, minute + 1),
      modelId: fc.constantFrom(...models),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(anyCount, fc.integer({ min: 1, max: 3 }), anySteps, (count, cooldownMinutes, steps) => {
      let at = 0;
      const events = steps.map(({ stepMs, modelId }) => {
        at += stepMs;
        return { at, modelId };
      });
      const policy = policyOf({ minSeverity: "INFO", ...(count && { count }) }, { cooldownMinutes });
      const states = new Map<string, PolicyState>();
      const fired = events.flatMap((event, i) => {
        const subject = subjectOf(policy, event.modelId);
        const state = states.get(subject) ?? newState(1);
        states.set(subject, state);
        return takeEvent(policy, state, event.at) === "alert" ? [i] : [];
      });
      expect(fired).toEqual(alertsOf(policy.rule, cooldownMinutes, events));
    }),
    { numRuns: propertyRuns(300) },
  );
});

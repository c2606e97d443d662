import { describe, expect, test } from "vitest";
import {
  type CurrentDetection,
  type Decision,
  decide,
  decisions,
  type Finding,
  findingOf,
  findings,
  type Situation,
  stateOf,
  type UseState,
} from "@/lib/domains/shadow-ai/detect/decide";
import { noRange } from "@/lib/domains/shadow-ai/detect/stats";
import { morningMs } from "@/lib/domains/shadow-ai/detect/testing/records";
import {
  currentDetection,
  dayOf,
  dnsDayOf,
  factsOfUse,
  situationOf,
  trafficOf,
} from "@/lib/domains/shadow-ai/detect/testing/situations";
import { defaultSettings } from "@/lib/domains/shadow-ai/schemas-settings";

const at = (time: string) => Date.parse(time);
const resolvedAtMs = at("2026-11-18T10:30:00.000Z");
const resolved = (resolution: CurrentDetection["resolution"], some: Partial<CurrentDetection> = {}) =>
  currentDetection({ status: "RESOLVED", resolution, resolvedAtMs, ...some });

const detections: Record<UseState, CurrentDetection | null> = {
  NONE: null,
  OPEN: currentDetection(),
  INVESTIGATING: currentDetection({ status: "INVESTIGATING" }),
  DISMISSED: currentDetection({ status: "DISMISSED" }),
  FALSE_POSITIVE: resolved("FALSE_POSITIVE"),
  ONBOARDED: resolved("ONBOARDED"),
  STOPPED: resolved("STOPPED"),
  APPROVED_EXCEPTION: resolved("APPROVED_EXCEPTION", {
    exceptionCalls: 100,
    exceptionExpiresAtMs: at("2027-02-01T00:00:00Z"),
  }),
};
const states = Object.keys(detections) as UseState[];

type Hours = Record<number, number>;
const on18 = (hours: Hours, some = {}) => dayOf("2026-11-18", hours, some);
const on19 = (hours: Hours, some = {}) => dayOf("2026-11-19", hours, some);
const on20 = (hours: Hours, some = {}) => dayOf("2026-11-20", hours, some);
const dns18 = (hours: Hours) => dnsDayOf("2026-11-18", hours);
const dns19 = (hours: Hours) => dnsDayOf("2026-11-19", hours);

/** A model that may use the host, for one department. */
const model = {
  id: "mdl_1",
  provider: "OpenAI",
  allowedEndpoints: [{ host: "api.openai.com", departments: ["Risk"] }],
};

/** Days after the resolution and its grace period that lead to each finding. */
const situations: Record<Finding, Partial<Situation> & Pick<Situation, "days">> = {
  EXPIRED: { days: [on20({ 9: 1 })], nowMs: at("2027-02-01T00:00:00Z") },
  COVERED: { days: [on20({ 9: 5 })], models: [model] },
  BREACHED: { days: [on20({ 9: 200, 15: 101 })] },
  ENOUGH: { days: [on20({ 9: 5 })] },
  TOO_LITTLE: {
    days: [on20({ 9: 5 })],
    settings: { ...defaultSettings, opening: { ...defaultSettings.opening, apiCalls: 6 } },
  },
};

/** In these states, a situation leads to a different finding. */
function expectedFinding(finding: Finding, state: UseState): Finding {
  if (state === "APPROVED_EXCEPTION") return finding;
  return finding === "EXPIRED" || finding === "BREACHED" ? "ENOUGH" : finding;
}

const ignored = { kind: "ignore", why: expect.any(String) };
const absorbed = { kind: "absorb", why: expect.any(String) };
const updated = { kind: "update" };
const opened = { kind: "open", reason: "NEW" };
const outside = { kind: "open", reason: "OUTSIDE_ALLOWLIST" };
const reopened = (reason: string) => ({ kind: "reopen", reason });

/** Every cell of the decision table, specified a second time. In the order of `findings`. */
const table: Record<
  UseState,
  [expired: unknown, covered: unknown, breached: unknown, enough: unknown, tooLittle: unknown]
> = {
  NONE: [opened, ignored, opened, opened, ignored],
  OPEN: [updated, updated, updated, updated, updated],
  INVESTIGATING: [updated, updated, updated, updated, updated],
  DISMISSED: [absorbed, absorbed, absorbed, absorbed, absorbed],
  FALSE_POSITIVE: [absorbed, absorbed, absorbed, absorbed, absorbed],
  ONBOARDED: [outside, absorbed, outside, outside, absorbed],
  STOPPED: [reopened("RECURRENCE"), absorbed, reopened("RECURRENCE"), reopened("RECURRENCE"), absorbed],
  APPROVED_EXCEPTION: [reopened("EXCEPTION_EXPIRED"), absorbed, reopened("EXCEPTION_BREACHED"), absorbed, absorbed],
};

const cells = states.flatMap((state) =>
  findings.map((finding, column) => ({ state, finding, expected: table[state][column] })),
);

test.each(cells)("$state and $finding", ({ state, finding, expected }) => {
  const { days, ...some } = situations[finding];
  const situation = situationOf(days, { ...some, detection: detections[state] });
  expect(stateOf(situation.detection)).toBe(state);
  expect(findingOf(situation, state)).toBe(expectedFinding(finding, state));
  expect(decide(situation)).toEqual(expected);
  expect(decisions[state][finding]).toEqual(expected);
});

const kind = (days: Situation["days"], some: Partial<Situation> = {}): Decision["kind"] =>
  decide(situationOf(days, some)).kind;

describe("opening a use of a catalogue host", () => {
  const web = { use: factsOfUse({ accessKind: "WEB", category: "CHAT_APP", endpoint: "chatgpt.com" }) };
  const oneClient = { sessions: ["09 a"] };

  test.each<[string, Situation["days"], Partial<Situation>, Decision["kind"]]>([
    ["one API call opens a detection", [on18({ 9: 1 })], {}, "open"],
    [
      "one call of a coding assistant opens a detection",
      [on18({ 9: 1 })],
      { use: factsOfUse({ accessKind: "IDE" }) },
      "open",
    ],
    [
      "the threshold of the settings applies",
      [dayOf("2026-11-16", { 9: 3 }), on18({ 9: 3 })],
      situations.TOO_LITTLE.settings ? { settings: situations.TOO_LITTLE.settings } : {},
      "open",
    ],
    ["10 web application calls in 24 hours open a detection", [on18({ 9: 4, 11: 6 }, oneClient)], web, "open"],
    ["9 calls do not", [on18({ 9: 4, 11: 5 }, oneClient)], web, "ignore"],
    ["10 calls around midnight open a detection", [on18({ 22: 5 }), on19({ 1: 5 })], web, "open"],
    ["10 calls in 25 hours do not", [on18({ 9: 5 }), on19({ 9: 5 })], web, "ignore"],
    [
      "3 sessions in 24 hours open a detection",
      [on18({ 9: 2, 14: 1 }, { sessions: ["09 a", "09 b", "14 a"] })],
      web,
      "open",
    ],
    [
      "3 sessions around midnight open a detection",
      [on18({ 23: 2 }, { sessions: ["23 a", "23 b"] }), on19({ 2: 1 }, { sessions: ["02 c"] })],
      web,
      "open",
    ],
    ["2 sessions do not", [on18({ 9: 3 }, { sessions: ["09 a", "09 b"] })], web, "ignore"],
    ["20 DNS queries in 24 hours open a detection", [dns18({ 20: 12 }), dns19({ 3: 8 })], {}, "open"],
    ["19 DNS queries do not", [dns18({ 20: 12 }), dns19({ 3: 7 })], {}, "ignore"],
    ["file transfers do not", [on18({ 9: 0 }, { bytesOut: 5_000 })], {}, "ignore"],
  ])("%s", (_, days, some, expected) => {
    expect(kind(days, some)).toBe(expected);
  });
});

describe("a use that an allow list with ranges covers in part", () => {
  const ranged = { ...model, allowedEndpoints: [{ host: "api.openai.com", ipRanges: ["10.20.0.0/16"] }] };
  const many = (count: number) => Array.from({ length: count }, (_, n) => `10.20.${n}.x`);

  test.each<[string, string[], Decision["kind"]]>([
    ["is ignored within the ranges", many(49), "ignore"],
    ["is opened outside them", ["10.20.1.x", "10.99.1.x"], "open"],
    ["is opened by traffic without a client address", ["10.20.1.x", noRange], "open"],
    ["is opened if it has too many ranges to know all of them", many(50), "open"],
  ])("%s", (_, ranges, expected) => {
    const days = [on20({ 9: 5 }, { ranges: ranges.map((range) => [range, morningMs]) })];
    expect(kind(days, { models: [ranged] })).toBe(expected);
    expect(kind(days, { models: [{ ...model, allowedEndpoints: [{ host: "api.openai.com" }] }] })).toBe("ignore");
  });
});

describe("opening a use known only from traffic patterns", () => {
  const candidates = (calls: number) => [on18({ 9: calls }, { candidateCalls: calls, bestConfidence: 0 })];
  const parts = { points: [], possible: 1, penalties: [], limit: 1 };
  const windows = (alike: number, scored: number) => ({
    windows: { alike, scored, score: 0.82, reasons: ["Steady stream"], parts },
  });

  test.each<[string, Decision["kind"], number, Partial<Situation>]>([
    ["3 similar windows open a detection", "open", 9, windows(3, 4)],
    ["2 similar windows do not", "ignore", 9, windows(2, 2)],
    ["3 similar windows among many do not, because they may be chance", "ignore", 90, windows(3, 13)],
    ["a quarter of many windows opens a detection", "open", 90, windows(10, 40)],
    ["no similar windows open none", "ignore", 90, { windows: null }],
    ["a use that a model covers is not opened", "ignore", 9, { ...windows(3, 4), models: [model] }],
  ])("%s", (_, expected, calls, some) => {
    expect(kind(candidates(calls), some)).toBe(expected);
  });

  // 14 kB per second, one connection at a time through a proxy.
  const seconds = [2.1, 8.4, 3.3, 5.7, 1.9, 12.2, 6.8, 4.4, 9.9, 2.8];
  const samples = seconds.map(
    (length, index) =>
      `${morningMs + index * 900_000},${length * 1_000},${3_000 + ((index * 37) % 11) * 400},${5_000 + length * 14_000},,,1`,
  );
  const spread = { candidateCalls: 10, bestConfidence: 0, samples };

  test("a day with few connections per window opens a detection if they are similar in total", () => {
    expect(kind([on18({ 9: 4, 10: 3, 11: 3 }, spread)])).toBe("open");
  });

  test.each<[string, Situation["days"]]>([
    ["with all calls in one hour", [on18({ 9: 10 }, spread)]],
    [
      "with fewer connections",
      [on18({ 9: 4, 10: 3, 11: 2 }, { ...spread, candidateCalls: 9, samples: samples.slice(1) })],
    ],
    [
      "with dissimilar connections",
      [
        on18(
          { 9: 4, 10: 3, 11: 3 },
          {
            ...spread,
            samples: samples.map((sample, index) =>
              sample.replace(/,[0-9.]+,/, `,${((index * 7_919) % 9_000) + 1_000},`),
            ),
          },
        ),
      ],
    ],
  ])("a day %s does not open a detection", (_, days) => {
    expect(kind(days)).toBe("ignore");
  });

  test("one recognised call is sufficient", () => {
    expect(kind([on18({ 9: 2 }, { candidateCalls: 1 })])).toBe("open");
  });
});

describe("a stopped use", () => {
  const detection = detections.STOPPED;
  const reason = (days: Situation["days"], some: Partial<Situation> = {}) =>
    decide(situationOf(days, { detection, ...some })).kind;
  const before = on18({ 8: 50 });

  test.each<[string, Situation["days"], Decision["kind"]]>([
    ["stays stopped without traffic", [before], "absorb"],
    ["may continue for a day", [before, on19({ 9: 30 })], "absorb"],
    ["recurs after the grace period", [before, on19({ 9: 30, 11: 1 })], "reopen"],
    ["recurs in the hour in which the grace period ends, if certain", [on19({ 10: 3 })], "reopen"],
    ["does not recur by late records of earlier traffic", [dayOf("2026-11-17", { 12: 400 }), before], "absorb"],
  ])("%s", (_, days, expected) => {
    expect(reason(days)).toBe(expected);
  });

  test("recurs immediately without a grace period, with the thresholds of a new use", () => {
    const settings = { ...defaultSettings, stoppedGraceHours: 0 };
    const web = { settings, use: factsOfUse({ accessKind: "WEB" as const }) };
    expect(reason([before, on18({ 12: 1 })], { settings })).toBe("reopen");
    expect(reason([before, on19({ 12: 9 })], web)).toBe("absorb");
    expect(reason([before, on19({ 12: 10 })], web)).toBe("reopen");
    // The order of events within the hour in which the use was stopped is unknown.
    expect(reason([on18({ 10: 50, 12: 9 })], web)).toBe("absorb");
  });

  test("outside an allow list, does not recur by traffic that the list covers", () => {
    const web = { use: factsOfUse({ accessKind: "WEB" as const }) };
    const busy = [before, on19({ 12: 500 })];
    expect(reason(busy, { ...web, own: trafficOf([on19({ 12: 1 })]) })).toBe("absorb");
    expect(reason(busy, { ...web, own: trafficOf([on19({ 12: 10 })]) })).toBe("reopen");
  });
});

describe("an onboarded use", () => {
  const detection = detections.ONBOARDED;
  const ranged = { ...model, allowedEndpoints: [{ host: "api.openai.com", ipRanges: ["10.20.0.0/16"] }] };
  const seen = (ranges: [string, number][]) => [on20({ 9: 5 }, { ranges })];
  const later = resolvedAtMs + 86_400_000;

  test.each<[string, [string, number][], Decision["kind"]]>([
    ["is absorbed within the allow-list", [["10.20.30.x", later]], "absorb"],
    [
      "ignores earlier traffic outside the allow-list",
      [
        ["10.20.30.x", later],
        ["10.99.1.x", resolvedAtMs - 1],
      ],
      "absorb",
    ],
    [
      "is not absorbed with traffic without a client address",
      [
        ["10.20.30.x", later],
        [noRange, later],
      ],
      "open",
    ],
    [
      "is opened outside the allow-list",
      [
        ["10.20.30.x", later],
        ["10.99.1.x", later],
      ],
      "open",
    ],
  ])("%s", (_, ranges, expected) => {
    expect(kind(seen(ranges), { detection, models: [ranged] })).toBe(expected);
  });

  test("is opened by new traffic if its model no longer exists", () => {
    expect(kind([on20({ 9: 5 })], { detection })).toBe("open");
    expect(kind([on18({ 8: 5 })], { detection })).toBe("absorb");
  });
});

describe("an approved exception", () => {
  const detection = detections.APPROVED_EXCEPTION;
  const days = (calls: number) => [dayOf("2026-11-17", { 9: 5_000 }), on20({ 9: calls })];

  test.each<[string, Situation["days"], Partial<Situation>, Decision["kind"]]>([
    ["allows up to three times the approved calls", days(300), {}, "absorb"],
    ["is breached by more calls on one day", days(301), {}, "reopen"],
    ["is not breached by more calls over two days", [...days(200), dayOf("2026-11-21", { 9: 200 })], {}, "absorb"],
    [
      "applies the factor of the settings",
      days(301),
      { settings: { ...defaultSettings, exceptionCallsFactor: 4 } },
      "absorb",
    ],
    ["has no limit if no volume was approved", days(90_000), { detection: resolved("APPROVED_EXCEPTION") }, "absorb"],
    [
      "does not expire without an end",
      days(1),
      { detection: resolved("APPROVED_EXCEPTION"), nowMs: at("2126-01-01T00:00:00Z") },
      "absorb",
    ],
    ["is not breached by calls on the day before its approval", [on18({ 8: 900, 12: 10 })], {}, "absorb"],
  ])("%s", (_, traffic, some, expected) => {
    expect(kind(traffic, { detection, ...some })).toBe(expected);
  });

  test("outside an allow list, is not breached by traffic that the list covers", () => {
    const busy = { detection, since: trafficOf([on20({ 9: 9_000 })]) };
    expect(kind(days(9_000), { ...busy, own: trafficOf([on20({ 9: 300 })]) })).toBe("absorb");
    expect(kind(days(9_000), { ...busy, own: trafficOf([on20({ 9: 301 })]) })).toBe("reopen");
  });
});

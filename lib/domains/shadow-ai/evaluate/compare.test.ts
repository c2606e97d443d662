import { expect, test } from "vitest";
import type { UseFacts } from "@/lib/domains/shadow-ai/detect";
import { compare, type Expectation, type ExpectedUse } from "@/lib/domains/shadow-ai/evaluate/compare";
import { addUp, missedGoals } from "@/lib/domains/shadow-ai/evaluate/report";
import type { UseKind } from "@/lib/domains/shadow-ai/simulate/flow";

const use = (kind: UseKind, host: string, scope: string, catalogue = true): ExpectedUse => ({
  use: { id: 0, kind, host, alsoHosts: [`files.${host}`], scope, catalogue, instrumented: false, clients: [] },
  expected: kind !== "casual_visit",
});

const truth: Expectation = {
  uses: [
    use("chat_app", "www.chat.example", "Risk"),
    use("chat_app", "www.chat.example", "Legal"),
    use("unknown_api", "api.unused.example", "Risk", false),
    use("casual_visit", "once.example", "Sales"),
  ],
  others: new Map([["event_stream", 4]]),
  kindOfHost: new Map([["live.example", "event_stream"]]),
};

function detected(endpoint: string, scope: string, entryId: string | null = "entry"): UseFacts {
  const rest = {
    organisationId: "o",
    fingerprint: endpoint + scope,
    unit: endpoint + scope,
    providerId: "p",
    provider: "P",
    catalogueVersion: "1",
  };
  return {
    ...rest,
    endpoint,
    scope,
    entryId,
    accessKind: "WEB",
    category: "CHAT_APP",
    department: scope,
    vantage: "PROXY",
  };
}

function result(...found: UseFacts[]) {
  const comparison = compare(found, truth);
  return {
    comparison,
    total: addUp([{ format: "zeek", lines: 1, bad: new Map(), severities: new Map(), ...comparison }]),
  };
}

test("matches a use by host, with or without a leading label, and department", () => {
  const { comparison } = result(detected("chat.example", "Risk"), detected("files.www.chat.example", "Legal"));
  expect(comparison.kinds.get("chat_app")).toEqual({ expected: 2, found: 2, right: 2, wrong: 0 });
  expect(comparison.missed).toEqual(["unknown_api api.unused.example Risk"]);
  expect(comparison.alarms).toEqual([]);
});

test("does not match a host with the same suffix", () => {
  const { comparison } = result(detected("nochat.example", "Risk"));
  expect(comparison.kinds.get("chat_app")).toMatchObject({ found: 0, right: 0 });
  expect(comparison.alarms).toEqual(["nothing that happened nochat.example Risk CHAT_APP"]);
});

test("counts a department without the use as a false detection of its kind", () => {
  const { comparison, total } = result(detected("www.chat.example", "Sales"));
  expect(comparison.kinds.get("chat_app")).toEqual({ expected: 2, found: 0, right: 0, wrong: 1 });
  expect(total.shares.precision).toBe(0);
});

test("does not count a catalogue host that was only found by its behaviour", () => {
  const { comparison } = result(
    detected("www.chat.example", "Risk", null),
    detected("api.unused.example", "Risk", null),
  );
  expect(comparison.kinds.get("chat_app")).toMatchObject({ found: 0, right: 1, wrong: 0 });
  expect(comparison.kinds.get("unknown_api")).toMatchObject({ found: 1 });
});

test("counts a single visit neither as missed nor as a false detection", () => {
  expect(result().comparison.missed).not.toContain("casual_visit once.example Sales");
  expect(result(detected("once.example", "Sales")).comparison.alarms).toEqual([]);
});

test("counts a detected confuser against precision", () => {
  const { comparison, total } = result(detected("live.example", "Risk"), detected("www.chat.example", "Risk"));
  expect(comparison.confusers.get("event_stream")).toEqual({ pairs: 4, alarms: 1 });
  expect(total.shares.precision).toBe(0.5);
});

test("lists each missed goal with the actual value", () => {
  const { total } = result(detected("live.example", "Risk"), detected("www.chat.example", "Risk"));
  expect(missedGoals("zeek", total)).toEqual([
    "zeek: recall of catalogue hosts is 0.500, and should be at least 0.95.",
    "zeek: recall of unknown services is 0.000, and should be at least 0.75.",
    "zeek: precision of unknown services is 0.000, and should be at least 0.95.",
    "zeek: precision is 0.500, and should be at least 0.95.",
  ]);
});

test("excludes uses that a log format cannot show", () => {
  const nothing = { ...truth, uses: truth.uses.map((one) => ({ ...one, expected: false })) };
  const total = addUp([{ format: "otel", lines: 0, bad: new Map(), severities: new Map(), ...compare([], nothing) }]);
  expect(missedGoals("otel", total)).toEqual([]);
});

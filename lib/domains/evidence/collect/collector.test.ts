import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventTypes } from "@/lib/domains/audit-chain/enums";
import type { CollectedEvent } from "@/lib/domains/evidence/collect/collector";
import { modelVersionsMax, registerRowsMax } from "@/lib/domains/evidence/collect/payload";
import { isLate } from "@/lib/domains/evidence/collect/recording";
import { anyGiven, collect, collector, events, year } from "@/lib/domains/evidence/collect/testing/events";
import { frameworkIds } from "@/lib/domains/evidence/enums";
import { frameworkOf, sectionIds } from "@/lib/domains/evidence/frameworks";
import { FrameworkReport, type SectionReport, Statistics } from "@/lib/domains/evidence/schemas-bundle";
import { propertyRuns } from "@/lib/platform/core/testing";
import { jcs } from "@/lib/platform/crypto/jcs";

const known = new Set<string>(eventTypes);

describe("the collector", () => {
  test("lists and numbers all events within the period, including both ends", () => {
    const { added, collected } = collect([
      { timestamp: "2025-12-31T23:59:59.999Z" },
      { timestamp: year.from },
      { timestamp: "2026-05-01T00:00:00.000Z", eventType: "HUMAN_REVIEW" },
      { timestamp: year.to },
      { timestamp: "2027-01-01T00:00:00.000Z" },
    ]);
    expect(added).toEqual([
      { evidenceId: null, disclosure: "outside_period" },
      { evidenceId: "E-0001", disclosure: "listed" },
      { evidenceId: "E-0002", disclosure: "listed" },
      { evidenceId: "E-0003", disclosure: "listed" },
      { evidenceId: null, disclosure: "outside_period" },
    ]);
    expect(collected).toMatchObject({ listed: 3, withheld: 0, outsidePeriod: 2 });
  });

  test("withholds human reviews on request", () => {
    const { added } = collect(
      [{ eventType: "HUMAN_REVIEW" }, {}, { eventType: "HUMAN_REVIEW", timestamp: "2025-01-01" }],
      {
        includeHumanOversight: false,
      },
    );
    expect(added).toEqual([
      { evidenceId: null, disclosure: "withheld" },
      { evidenceId: "E-0001", disclosure: "listed" },
      { evidenceId: null, disclosure: "outside_period" },
    ]);
  });
});

describe("withheld reviews", () => {
  const given = [
    { eventType: "HUMAN_REVIEW", payload: { overridden: true, kind: "VALIDATION", reviewer: "r-1" } },
    { eventType: "ALERT", payload: { metric: "psi" } },
  ];
  const framework = frameworkOf("FCA_SS1_23");
  const shown = collect(given, { framework }).collected;
  const withheld = collect(given, { framework, includeHumanOversight: false }).collected;

  test("count in the summary, statistics and coverage like listed reviews", () => {
    expect(withheld.counts).toEqual(shown.counts);
    expect(withheld.statistics).toEqual(shown.statistics);
    expect(withheld.framework.coverage).toEqual(shown.framework.coverage);
    const review = withheld.framework.requirements.find(({ id }) => id === "4.2");
    expect(review).toMatchObject({ status: "PARTIAL", events: 1, first: null, last: null });
  });

  test("do not appear in the register", () => {
    expect(shown.register.total).toBe(2);
    expect(withheld.register.rows.map(({ eventType }) => eventType)).toEqual(["ALERT"]);
    expect(withheld.register.total).toBe(1);
    expect(sectionOf(withheld.framework.sections, "INDEPENDENT_VALIDATION")?.events).toBe(2);
  });
});

test("events outside the period do not change any result", () => {
  const given = [{ eventType: "ALERT", timestamp: "2025-06-01T00:00:00.000Z", payload: { metric: "psi" } }];
  const { collected } = collect(given);
  const none = collect([]).collected;
  expect({ ...collected, outsidePeriod: 0, link: null }).toEqual(none);
  expect(collected.outsidePeriod).toBe(1);
});

test("an event appears in the register, references, statistics, sections and requirements", () => {
  const { collected } = collect([
    {
      eventType: "ALERT",
      severity: "HIGH",
      actor: { type: "SYSTEM", id: "drift-monitor", displayName: "Drift monitor" },
      payload: { metric: "psi", observed: 0.31, threshold: 0.2, resolvedAt: "2026-03-03T10:00:00.000Z" },
    },
  ]);
  const row = {
    evidenceId: "E-0001",
    chainPosition: 10,
    timestamp: "2026-03-02T09:00:00.000Z",
    recordedAt: "2026-03-02T09:00:01.000Z",
    eventType: "ALERT",
    severity: "HIGH",
    actor: "Drift monitor",
    detail: "metric psi, value 0.31, threshold 0.2, resolved 2026-03-03T10:00:00.000Z",
    blockHash: "sha256:block0",
  };
  expect(collected.register).toEqual({ rows: [row], total: 1 });
  expect(collected.references["alert.measured"]).toEqual([{ evidenceId: "E-0001", chainPosition: 10 }]);
  expect(collected.statistics.alerts).toEqual({
    bySeverity: { INFO: 0, MEDIUM: 0, HIGH: 1, CRITICAL: 0 },
    acknowledged: 0,
    resolved: 1,
  });
  expect(sectionOf(collected.framework.sections, "RISK_MANAGEMENT")).toMatchObject({
    included: true,
    events: 1,
    strong: 1,
  });
  expect(collected.framework.requirements.find(({ id }) => id === "5")).toMatchObject({
    status: "PARTIAL",
    first: "E-0001",
    last: "E-0001",
  });
});

test("an event with unreadable content is listed as such and supports only requirements that need no content", () => {
  const { collected } = collect([{ eventType: "ALERT", isUnreadable: true }], { framework: frameworkOf("ISO_42001") });
  expect(collected.register.rows[0]).toMatchObject({
    evidenceId: "E-0001",
    actor: "",
    detail: "The stored content is not valid event content.",
  });
  expect(collected.statistics.actors).toBe(0);
  const speaking = collected.framework.requirements.filter(({ events: count }) => count > 0).map(({ id }) => id);
  expect(speaking).toEqual(["A.6.2.6", "A.6.2.8"]);
});

describe("the register", () => {
  const many = (eventType: string, count: number, payload: unknown = {}) =>
    Array.from({ length: count }, () => ({ eventType, payload }));
  const incident = { eventType: "ALERT", payload: { seriousIncident: true, authorityNotifiedAt: "2026-03-03" } };
  const override = { eventType: "HUMAN_REVIEW", payload: { outcome: "OVERRIDDEN" } };
  const adverse = { eventType: "CONFIG_CHANGE", payload: { field: "threshold", approvedBy: null } };

  test("lists every event once, in chain order, if all events fit", () => {
    const { register } = collect([...many("INFERENCE", 3), incident, ...many("ALERT", 2)]).collected;
    expect(register.total).toBe(6);
    expect(register.rows.map(({ chainPosition }) => chainPosition)).toEqual([10, 13, 16, 19, 22, 25]);
  });

  test("keeps incidents, overrides and adverse evidence of any age, and then the newest events", () => {
    const { register } = collect([
      ...[incident, override, adverse],
      ...many("DATA_ACCESS", 600),
      ...many("INFERENCE", 5_000),
    ]).collected;
    expect(register.total).toBe(5_603);
    expect(register.rows).toHaveLength(registerRowsMax);
    expect(register.rows.slice(0, 3).map(({ evidenceId }) => evidenceId)).toEqual(["E-0001", "E-0002", "E-0003"]);
    expect(countsOf(register.rows.slice(3))).toEqual({ DATA_ACCESS: registerRowsMax - 3 });
    expect(register.rows[3]?.evidenceId).toBe("E-0107");
    expect(register.rows.at(-1)?.evidenceId).toBe("E-0603");
  });

  test("fills the remaining rows with the newest inferences and prefers incidents to all other events", () => {
    const inferences = collect([...many("INFERENCE", 5_000), ...many("ALERT", 2)]).collected.register;
    expect(countsOf(inferences.rows)).toEqual({ INFERENCE: registerRowsMax - 2, ALERT: 2 });
    expect(inferences.rows[0]?.evidenceId).toBe("E-4503");
    const changes = collect([incident, ...many("CONFIG_CHANGE", 3_000, adverse.payload)]).collected.register;
    expect(changes.rows[0]?.evidenceId).toBe("E-0001");
  });

  test("does not depend on the requested sections", () => {
    const { collected } = collect(many("ALERT", 1), { sections: ["POST_MARKET_MONITORING", "NO_SUCH"] });
    expect(collected.register.total).toBe(1);
    expect(collected.framework.sections.map(({ id, included }) => [id, included])).toEqual([
      ["TECHNICAL_DOCUMENTATION", false],
      ["RISK_MANAGEMENT", false],
      ["DATA_GOVERNANCE", false],
      ["HUMAN_OVERSIGHT", false],
      ["POST_MARKET_MONITORING", true],
    ]);
    expect(collected.framework.requirements.find(({ id }) => id === "1")?.status).toBe("OUT_OF_SCOPE");
  });
});

test("references contain the first event and the newest events of a kind", () => {
  const { references } = collect(
    Array.from({ length: 9 }, () => ({ eventType: "DEPLOYMENT", payload: { tier: 1 } })),
  ).collected;
  expect(references["deployment.tier"]?.map(({ evidenceId }) => evidenceId)).toEqual([
    "E-0001",
    "E-0007",
    "E-0008",
    "E-0009",
  ]);
});

describe("the link example", () => {
  const outside = { timestamp: "2025-06-01T00:00:00.000Z" };
  const linkOf = (chain: readonly CollectedEvent[]) => {
    const made = collector();
    for (const event of chain) made.add(event);
    return made.finish().link;
  };

  test("uses the first two consecutive listed events", () => {
    const chain = events([outside, outside, {}, outside, {}, {}, {}]);
    expect(linkOf(chain)).toEqual({
      before: {
        id: "evt_4",
        chainPosition: 22,
        previousModelHash: "sha256:block3",
        blockHash: "sha256:block4",
        contentHash: "sha256:content4",
      },
      after: {
        id: "evt_5",
        chainPosition: 25,
        previousModelHash: "sha256:block4",
        blockHash: "sha256:block5",
        contentHash: "sha256:content5",
      },
    });
  });

  test("is null if no event refers to the previous one", () => {
    const chain = events([{}, {}, {}]).filter((_event, i) => i !== 1);
    expect(linkOf(chain)).toBeNull();
    expect(linkOf(events([{}]))).toBeNull();
  });
});

describe("statistics", () => {
  const statisticsOf = (given: Parameters<typeof collect>[0]) => collect(given).collected.statistics;
  const reviewsOf = (...payloads: unknown[]) =>
    statisticsOf(payloads.map((payload) => ({ eventType: "HUMAN_REVIEW", payload }))).oversight;

  test("count reviewers by the name in the payload, or by the actor if it has none", () => {
    expect(reviewsOf({ reviewerPseudonym: "a" }, { reviewedBy: "a" }, { reviewer: "b" }, {}, {}).reviewers).toBe(3);
  });

  test("count events that were recorded late", () => {
    const { collected } = collect([{}, { timestamp: "2026-02-20T09:00:00.000Z" }]);
    expect([collected.counts.recordedLate, collected.statistics.recording?.late]).toEqual([1, 1]);
    expect(collected.register.rows[1]).toMatchObject({ recordedAt: "2026-03-02T09:00:01.000Z" });
  });

  test("list model versions in order of appearance, with their first and last time", () => {
    const at = (day: number) => `2026-03-0${day}T00:00:00.000Z`;
    const given = [
      { payload: { modelVersion: "2" }, timestamp: at(5) },
      { payload: { modelVersion: 1 }, timestamp: at(4) },
      { payload: { modelVersion: "2" }, timestamp: at(3) },
      { payload: { modelVersion: ["3"] }, timestamp: at(6) },
      { payload: { modelVersion: "" }, timestamp: at(6) },
    ];
    expect(statisticsOf(given).modelVersions).toEqual([
      { version: "2", events: 2, firstAt: at(3), lastAt: at(5) },
      { version: "1", events: 1, firstAt: at(4), lastAt: at(4) },
    ]);
    const versions = Array.from({ length: 80 }, (_, i) => ({ payload: { modelVersion: `v${i}` } }));
    expect(statisticsOf(versions).modelVersions).toHaveLength(modelVersionsMax);
  });

  test("count unknown types in altered rows by name, up to a limit, and invalid ones as UNREADABLE", () => {
    const { byType, bySeverity, buckets } = statisticsOf([
      { eventType: "DROPPED", timestamp: "2026-02-30T00:00:00.000Z" },
      { eventType: "__proto__", severity: "" },
      ...Array.from({ length: 60 }, (_, i) => ({ eventType: `T${i}` })),
    ]);
    expect(byType).toMatchObject({ INFERENCE: 0, DROPPED: 1, UNREADABLE: 1, T0: 1, FURTHER: 42 });
    expect(bySeverity).toMatchObject({ INFO: 61, UNREADABLE: 1 });
    expect(buckets.reduce((sum, { events: count }) => sum + count, 0)).toBe(61);
  });

  test("count actors by type and id", () => {
    const actors = [
      { type: "USER", id: "a" },
      { type: "SERVICE", id: "a" },
      { type: "USER", id: "a", displayName: "Another name" },
      { type: "USER", id: "x".repeat(5_000) },
      { type: "USER", id: `${"x".repeat(4_999)}y` },
    ];
    expect(statisticsOf(actors.map((actor) => ({ actor }))).actors).toBe(4);
  });
});

describe("for any events,", () => {
  test("the results match an independent count", () => {
    fc.assert(
      fc.property(fc.array(anyGiven, { maxLength: 40 }), fc.boolean(), (given, includeHumanOversight) => {
        const chain = events(given);
        const made = collector({ includeHumanOversight, framework: frameworkOf("ISO_42001") });
        const added = chain.map((event) => made.add(event));
        const collected = made.finish();
        const counted = chain.filter((_event, i) => added[i]?.disclosure !== "outside_period");
        expect(counted).toEqual(
          chain.filter(({ header }) => header.timestamp >= year.from && header.timestamp <= year.to),
        );
        const of = (type: string) => counted.filter(({ header }) => header.eventType === type);
        expect(collected.counts).toEqual({
          totalEvents: counted.length,
          inferences: of("INFERENCE").length,
          configChanges: of("CONFIG_CHANGE").length,
          deployments: of("DEPLOYMENT").length,
          humanReviews: of("HUMAN_REVIEW").length,
          alerts: of("ALERT").length,
          recordedLate: counted.filter(({ header }) => isLate(header)).length,
        });
        for (const type of eventTypes) expect(collected.statistics.byType[type]).toBe(of(type).length);
        expect(sumOf(collected.statistics.byType)).toBe(counted.length);
        expect(sumOf(collected.statistics.bySeverity)).toBe(counted.length);
        expect(sumOf(collected.statistics.alerts.bySeverity)).toBe(of("ALERT").length);
        expect(collected.withheld).toBe(includeHumanOversight ? 0 : of("HUMAN_REVIEW").length);
        expect(collected.listed + collected.withheld).toBe(counted.length);
        expect(collected.register.rows.map(({ chainPosition }) => chainPosition)).toEqual(
          chain.filter((_event, i) => added[i]?.disclosure === "listed").map(({ header }) => header.chainPosition),
        );
        const log = collected.framework.requirements.find(({ id }) => id === "A.6.2.8");
        expect(log?.events).toBe(eventTypes.reduce((sum, type) => sum + of(type).length, 0));
        const ids = collected.register.rows
          .filter(({ eventType }) => known.has(eventType))
          .map(({ evidenceId }) => evidenceId);
        expect([log?.first, log?.last]).toEqual([ids.at(0) ?? null, ids.at(-1) ?? null]);
        for (const section of collected.framework.sections) {
          for (const { type, events: count } of section.eventTypes) expect(count).toBe(of(type).length);
        }
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  test.each(frameworkIds)(
    "the result for %s matches the bundle schema, is canonical JSON and is deterministic",
    (id) => {
      const framework = frameworkOf(id);
      fc.assert(
        fc.property(fc.array(anyGiven, { maxLength: 20 }), fc.subarray(sectionIds(id)), (given, sections) => {
          const { collected } = collect(given, { framework, sections });
          expect(FrameworkReport.parse(collected.framework)).toEqual(collected.framework);
          expect(Statistics.parse(collected.statistics)).toEqual(collected.statistics);
          const text = jcs(collected);
          expect(jcs(JSON.parse(text))).toBe(text);
          expect(jcs(collect(given, { framework, sections }).collected)).toBe(text);
        }),
        { numRuns: propertyRuns(60) },
      );
    },
  );
});

test("deep, wide and long payloads are processed within the time limit", () => {
  const deep = JSON.parse(`${'{"datasets":'.repeat(5_000)}1${"}".repeat(5_000)}`);
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`member${i}`, i]));
  const long = {
    kind: "x".repeat(1_000_000),
    modelVersion: "y".repeat(1_000_000),
    datasets: Array(100_000).fill({ a: [] }),
  };
  const given = eventTypes.flatMap((eventType) =>
    [deep, wide, long, [deep], "x".repeat(1_000_000)].map((payload) => ({ eventType, payload })),
  );
  const begun = performance.now();
  const { collected } = collect(given, { framework: frameworkOf("ISO_42001") });
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(collected.counts.totalEvents).toBe(45);
  for (const { detail } of collected.register.rows) expect(detail.length).toBeLessThanOrEqual(160);
});

function sectionOf(sections: readonly SectionReport[], id: string): SectionReport | undefined {
  return sections.find((section) => section.id === id);
}

function countsOf(rows: readonly { eventType: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { eventType } of rows) counts[eventType] = (counts[eventType] ?? 0) + 1;
  return counts;
}

function sumOf(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

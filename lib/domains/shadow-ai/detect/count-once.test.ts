import fc from "fast-check";
import { expect, test } from "vitest";
import {
  countOnce,
  type SourceTraffic,
  type SumsBySource,
  sourcesMax,
} from "@/lib/domains/shadow-ai/detect/count-once";
import { emptyStats, mergeStats, type TrafficStats } from "@/lib/domains/shadow-ai/detect/stats";

/** Traffic in an hour of the day. */
function traffic(calls: number, given: Partial<TrafficStats> & { hour?: number } = {}): TrafficStats {
  const { hour = 9, ...stats } = given;
  const callsByHour = calls === 0 ? [] : [...new Array<number>(hour).fill(0), calls];
  return { ...emptyStats(), calls, callsByHour, ...stats };
}

function reported(byRange: Record<string, TrafficStats>): SourceTraffic {
  return { stats: Object.values(byRange).reduce(mergeStats), ranges: new Map(Object.entries(byRange)) };
}

/** The counts after reports of sources in this order. */
function countAll(reports: [source: string, SourceTraffic][]): TrafficStats {
  let sources: SumsBySource = {};
  let total = emptyStats();
  for (const [source, added] of reports) {
    const counted = countOnce(sources, source, added);
    sources = counted.sources;
    total = mergeStats(total, counted.increase);
  }
  return total;
}

const london = "10.1.1.x";
const paris = "10.2.2.x";

test.each<[string, [string, SourceTraffic][], Partial<TrafficStats>]>([
  [
    "adds up the reports of one source",
    [
      ["proxy", reported({ [london]: traffic(3, { bytesOut: 30 }) })],
      ["proxy", reported({ [london]: traffic(4, { bytesOut: 40, hour: 10 }) })],
    ],
    { calls: 7, bytesOut: 70, callsByHour: [0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 4] },
  ],
  [
    "counts the same traffic of two sources once, each count by its highest value",
    [
      ["proxy", reported({ [london]: traffic(12, { httpCalls: 12, automatedCalls: 12, bytesIn: 900 }) })],
      ["sensor", reported({ [london]: traffic(4, { connections: 4, bytesOut: 50, bytesIn: 950, hour: 8 }) })],
    ],
    {
      calls: 12,
      httpCalls: 12,
      automatedCalls: 12,
      connections: 4,
      bytesOut: 50,
      bytesIn: 950,
      callsByHour: traffic(12).callsByHour,
    },
  ],
  [
    "adds up different ranges of two sources",
    [
      ["sensor-london", reported({ [london]: traffic(5) })],
      ["sensor-paris", reported({ [paris]: traffic(6) })],
    ],
    { calls: 11 },
  ],
  [
    "counts a partial overlap once",
    [
      ["proxy", reported({ [london]: traffic(5), [paris]: traffic(2) })],
      ["sensor", reported({ [paris]: traffic(6) })],
    ],
    { calls: 11 },
  ],
  [
    "keeps DNS queries apart from calls",
    [
      ["resolver", reported({ [london]: traffic(0, { dnsQueries: 40, dnsByHour: [40] }) })],
      ["proxy", reported({ [london]: traffic(9, { bytesOut: 70 }) })],
    ],
    { calls: 9, dnsQueries: 40, bytesOut: 70 },
  ],
])("%s", (_name, reports, expected) => {
  expect(countAll(reports)).toMatchObject(expected);
  expect(countAll(reports.toReversed())).toMatchObject(expected);
});

test("sources and ranges above the limits are counted together, in any order", () => {
  const ranges = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`10.0.${n}.x`, traffic(1)]));
  const reports = Array.from({ length: sourcesMax + 5 }, (_, n): [string, SourceTraffic] => [
    `src_${n}`,
    reported(ranges),
  ]);
  const { sources } = countOnce({}, "src_0", reported(ranges));
  expect(Object.keys(sources.src_0 ?? {})).toHaveLength(251);
  const calls = countAll(reports).calls;
  expect(calls).toBeGreaterThanOrEqual(300);
  expect(countAll(reports.toReversed()).calls).toBe(calls);
});

test("the counts don't decrease if a source reports more ranges than the limit", () => {
  const ranges = (network: number, count: number, calls: number) =>
    reported(Object.fromEntries(Array.from({ length: count }, (_, n) => [`10.${network}.${n}.x`, traffic(calls)])));
  const reports: [string, SourceTraffic][] = [
    ["sensor", ranges(1, 300, 10)],
    ["proxy", ranges(2, 250, 10)],
    ["proxy", ranges(3, 50, 1)],
  ];
  expect(countAll(reports.slice(0, 2)).calls).toBe(5_500);
  expect(countAll(reports).calls).toBeGreaterThanOrEqual(5_500);
});

const report = fc.record({
  source: fc.constantFrom("a", "b", "c"),
  range: fc.constantFrom(london, paris),
  calls: fc.nat(50),
  bytesOut: fc.nat(1_000_000),
  hour: fc.nat(23),
});

test("the counts don't depend on the order, never decrease, and are at least those of each source", () => {
  const toReport = ({
    source,
    range,
    calls,
    bytesOut,
    hour,
  }: typeof report extends fc.Arbitrary<infer T> ? T : never) =>
    [source, reported({ [range]: traffic(calls, { bytesOut, hour }) })] as [string, SourceTraffic];
  const property = fc.property(
    fc.array(report, { minLength: 1, maxLength: 12 }).chain((all) => {
      return fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }));
    }),
    ([one, other]) => {
      const counted = countAll(one.map(toReport));
      expect(countAll(other.map(toReport))).toEqual(counted);
      expect(counted.callsByHour.reduce((sum, calls) => sum + calls, 0)).toBe(counted.calls);
      const fewer = countAll(one.slice(1).map(toReport));
      expect(counted.calls).toBeGreaterThanOrEqual(fewer.calls);
      expect(counted.bytesOut).toBeGreaterThanOrEqual(fewer.bytesOut);
      for (const source of ["a", "b", "c"]) {
        const own = countAll(one.filter((each) => each.source === source).map(toReport));
        expect(counted.calls).toBeGreaterThanOrEqual(own.calls);
        expect(counted.bytesOut).toBeGreaterThanOrEqual(own.bytesOut);
      }
    },
  );
  fc.assert(property);
});

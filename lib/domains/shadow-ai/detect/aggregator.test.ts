import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeCatalogue } from "@/lib/domains/shadow-ai/catalogue";
import { bucketMs, TrafficAggregator, type UseTraffic } from "@/lib/domains/shadow-ai/detect/aggregator";
import { emptyStats, mergeStats, noRange } from "@/lib/domains/shadow-ai/detect/stats";
import { morningMs, officeRecord } from "@/lib/domains/shadow-ai/detect/testing/records";
import { bestVantage, fingerprintOf } from "@/lib/domains/shadow-ai/detect/use-directory";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";
import { defaultSettings } from "@/lib/domains/shadow-ai/schemas-settings";
import { propertyRuns } from "@/lib/platform/core/testing";

const catalogue = makeCatalogue();
const aggregator = (settings = defaultSettings) =>
  new TrafficAggregator({ organisationId: "org_1", catalogue, settings });

function drained(records: TrafficRecord[], into = aggregator()): UseTraffic[] {
  for (const record of records) {
    const classified = into.classify(record);
    if (classified !== null) into.add(classified);
  }
  return into.drain().sort((a, b) => (a.use.fingerprint < b.use.fingerprint ? -1 : 1));
}

const openAi = (some: Partial<TrafficRecord> = {}) => officeRecord({ host: "api.openai.com", ...some });
/** A streamed response of about 200 tokens. */
const answer = { bytesOut: 3_200, bytesIn: 58_000, packetsOut: 160, packetsIn: 230, durationMs: 4_300 };
const candidate = (some: Partial<TrafficRecord> = {}) => officeRecord({ ...answer, ...some });

describe("classify", () => {
  test("identifies a use of a catalogue host", () => {
    const [traffic] = drained([openAi({ department: "Risk" })]);
    expect(traffic?.use).toMatchObject({
      organisationId: "org_1",
      providerId: "openai",
      provider: "OpenAI",
      endpoint: "api.openai.com",
      accessKind: "API",
      category: "LLM_API",
      scope: "Risk",
      department: "Risk",
      catalogueVersion: catalogue.version,
      vantage: "NETWORK_TRAFFIC",
    });
    expect(traffic?.use.fingerprint).toBe(fingerprintOf(traffic?.use ?? fail()));
    expect(traffic?.total).toMatchObject({ calls: 1, candidateCalls: 0, bestConfidence: expect.closeTo(0.95, 1) });
  });

  test.each([
    ["the department", { department: "Risk", range: "10.1.1.x" }, "Risk"],
    ["the masked range without a department", { department: null, range: "10.1.1.x" }, "10.1.1.x"],
    ["unknown without either", { department: null, range: null }, "unknown"],
  ])("the scope is %s", (_, some, scope) => {
    expect(drained([openAi(some)])[0]?.use.scope).toBe(scope);
  });

  test("separates departments, but not ranges of one department", () => {
    const uses = drained([
      openAi({ department: "Risk", range: "10.1.1.x" }),
      openAi({ department: "Risk", range: "10.1.2.x" }),
      openAi({ department: "Legal" }),
    ]);
    expect(uses.map(({ total }) => total.calls).sort()).toEqual([1, 2]);
  });

  test("limits a user's bytes to the largest safe integer", () => {
    const record = openAi({ user: "user_7f3a9c0e51b2d486", bytesOut: Number.MAX_SAFE_INTEGER });
    expect(drained([record, record])[0]?.users).toMatchObject([{ requests: 2, bytesOut: Number.MAX_SAFE_INTEGER }]);
  });

  test("keeps traffic without a client address together with a department's ranges", () => {
    const some = { department: "Risk", atMs: morningMs };
    const [use] = drained([openAi({ ...some, range: "10.1.1.x" }), openAi({ ...some, range: null })]);
    expect(use?.total.ranges.map(([range]) => range).sort()).toEqual([noRange, "10.1.1.x"]);
  });

  test("an unknown host with model-like traffic is a candidate for its registrable domain", () => {
    const [traffic] = drained([candidate({ host: "llm.eu.brightloom.co.uk" })]);
    expect(traffic?.use).toMatchObject({
      providerId: "unknown:brightloom.co.uk",
      provider: "brightloom.co.uk",
      endpoint: "llm.eu.brightloom.co.uk",
      accessKind: "API",
      category: "UNKNOWN",
      entryId: null,
    });
    expect(traffic?.total).toMatchObject({ calls: 1, candidateCalls: 1, bestConfidence: 0 });
  });

  test.each<[string, Partial<TrafficRecord>]>([
    ["no host", { host: null }],
    ["no bytes and no duration", { bytesIn: null, durationMs: null }],
    ["a DNS query", { vantage: "DNS" }],
    ["a blocked connection", { action: "BLOCKED" }],
    ["a short connection", { durationMs: 400 }],
    ["a connection of half an hour", { durationMs: 1_800_000, bytesIn: 9_000_000 }],
    ["a handshake without data", { bytesIn: 1_200, packetsIn: 9 }],
    ["full packets", { packetsIn: 45 }],
    ["a download", { bytesIn: 9_000_000, packetsIn: 20_000 }],
    ["an upload", { bytesOut: 20_000_000 }],
    ["too few bytes sent", { bytesOut: 120 }],
    ["UDP on another port", { transport: "UDP", port: 3_478 }],
    ["another port", { port: 5_432 }],
    ["a public address without a name", { host: "203.0.113.9" }],
    ["a private host", { host: "grafana.corp" }],
    ["a masked private address", { host: "10.9.8.x" }],
    ["a name that indicates other traffic", { host: "telemetry.brightloom.example" }],
  ])("ignores an unknown host with %s", (_, some) => {
    expect(aggregator().classify(candidate(some))).toBeNull();
  });

  test.each<[string, Partial<TrafficRecord>]>([
    ["HTTP/3", { transport: "UDP", port: 443 }],
    [
      "a proxy's tunnel, without packets and port",
      { method: "CONNECT", port: null, packetsIn: null, packetsOut: null, transport: null },
    ],
    ["a line without sent bytes", { bytesOut: null, packetsIn: null, packetsOut: null }],
    [
      "a line that represents five connections",
      { calls: 5, bytesOut: 16_000, bytesIn: 290_000, packetsIn: 1_150, durationMs: 21_500 },
    ],
  ])("keeps an unknown host with %s", (_, some) => {
    expect(aggregator().classify(candidate(some))).not.toBeNull();
  });

  test("a catalogue host without AI traffic and an ignored host are never candidates", () => {
    const quiet = makeCatalogue([{ host: "api.brightloom.example", override: { ignore: true } }]);
    const quietly = new TrafficAggregator({ organisationId: "org_1", catalogue: quiet, settings: defaultSettings });
    expect(quietly.classify(candidate())).toBeNull();
    expect(aggregator().classify(candidate())).not.toBeNull();
    const mixed = catalogue.entries.find(
      ({ mixedUse, host, signals }) => mixedUse && /^[a-z.-]+$/.test(host) && (signals?.bytesOut ?? 1e9) > 1e5,
    );
    expect(aggregator().classify(candidate({ host: mixed?.host ?? fail() }))).toBeNull();
  });

  test("file transfers are attributed to the service but are not calls", () => {
    const supporting = catalogue.entries.find(
      ({ category, canonicalHost, host }) => category === "SUPPORTING" && canonicalHost && !host.includes("*"),
    );
    const [traffic] = drained([officeRecord({ host: supporting?.host ?? fail(), bytesOut: 900_000 })]);
    expect(traffic?.use.endpoint).toBe(supporting?.canonicalHost);
    expect(traffic?.total).toMatchObject({ calls: 0, bytesOut: 900_000 });
  });
});

describe("add and drain", () => {
  const arbitrary = fc
    .record({
      atMs: fc.nat(2 * 86_400_000).map((ms) => morningMs + ms),
      host: fc.constantFrom("api.openai.com", "chatgpt.com", "api.brightloom.example", "www.example.org"),
      department: fc.constantFrom(null, "Risk", "Legal"),
      vantage: fc.constantFrom("NETWORK_TRAFFIC" as const, "PROXY" as const, "DNS" as const),
      userAgent: fc.constantFrom(null, "openai-python/1", "Chrome/126", "curl/8"),
      calls: fc.integer({ min: 1, max: 3 }),
    })
    .map((some) => candidate(some));

  test("the result does not depend on the order of records and drains", () => {
    fc.assert(
      fc.property(fc.array(arbitrary, { maxLength: 40 }), fc.nat(), fc.nat(40), (records, seed, cut) => {
        const once = drained(records);
        const shuffled = [...records].sort((a, b) => ((a.atMs * 31 + seed) % 97) - ((b.atMs * 31 + seed) % 97));
        expect(drained(shuffled)).toEqual(once);
        const totals = new Map(once.map(({ use, total }) => [use.fingerprint, total]));
        const parts = [...drained(records.slice(0, cut)), ...drained(records.slice(cut))];
        for (const [fingerprint, total] of totals) {
          const own = parts.filter(({ use }) => use.fingerprint === fingerprint);
          expect(own.map((part) => part.total).reduce(mergeStats, emptyStats())).toEqual(total);
        }
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  test("buckets and days add up to the total", () => {
    fc.assert(
      fc.property(fc.array(arbitrary, { minLength: 1, maxLength: 40 }), (records) => {
        for (const { buckets, days, total } of drained(records)) {
          expect([...buckets.values()].reduce(mergeStats, emptyStats())).toEqual(total);
          expect([...days.values()].reduce(mergeStats, emptyStats())).toEqual(total);
        }
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  test("records are added to the bucket and day of their time", () => {
    const times = [
      "2026-11-18T10:04:59.999Z",
      "2026-11-18T10:05:00.000Z",
      "2026-11-16T23:59:59.999Z",
      "2026-11-18T10:00:00.000Z",
    ];
    const [traffic] = drained(times.map((at) => openAi({ atMs: Date.parse(at) })));
    expect([...(traffic?.buckets ?? [])].map(([at, { calls }]) => [new Date(at).toISOString(), calls]).sort()).toEqual([
      ["2026-11-16T23:55:00.000Z", 1],
      ["2026-11-18T10:00:00.000Z", 2],
      ["2026-11-18T10:05:00.000Z", 1],
    ]);
    expect([...(traffic?.days ?? [])].map(([day, { calls }]) => [day, calls]).sort()).toEqual([
      ["2026-11-16", 1],
      ["2026-11-18", 3],
    ]);
    expect(bucketMs).toBe(300_000);
  });

  test("keeps the best vantage, and a recognised record turns a candidate into a use", () => {
    const sdk = candidate({ vantage: "PROXY", userAgent: "openai-python/1" });
    for (const records of [
      [candidate(), sdk],
      [sdk, candidate()],
    ]) {
      const [traffic, ...others] = drained(records);
      expect(others).toEqual([]);
      expect(traffic?.use).toMatchObject({ vantage: "PROXY", category: "UNKNOWN" });
      expect(traffic?.total).toMatchObject({ calls: 2, candidateCalls: 1 });
    }
  });

  test("applies the office hours of the settings", () => {
    const settings = { ...defaultSettings, officeHours: { ...defaultSettings.officeHours, fromHour: 11 } };
    expect(drained([openAi()], aggregator(settings))[0]?.total.offHoursCalls).toBe(1);
    expect(drained([openAi()])[0]?.total.offHoursCalls).toBe(0);
  });
});

function fail(): never {
  throw new Error("the host is not in the catalogue");
}

const use = {
  organisationId: "org_1",
  providerId: "openai",
  endpoint: "api.openai.com",
  accessKind: "API",
  scope: "Risk",
} as const;

test("fingerprints are pinned, because they identify stored uses", () => {
  expect(fingerprintOf(use)).toMatchInlineSnapshot(
    `"72d7f7fe636f24367f133640f5f3825bb215b87e43c4de06e65f311ef232b0eb"`,
  );
});

test.each([
  { organisationId: "org_2" },
  { providerId: "openai2" },
  { endpoint: "eu.api.openai.com" },
  { accessKind: "WEB" as const },
  { scope: "Legal" },
])("a different %o gives a different fingerprint", (other) => {
  expect(fingerprintOf({ ...use, ...other })).not.toBe(fingerprintOf(use));
});

test("adjacent values cannot be confused", () => {
  const one = fingerprintOf({ ...use, endpoint: "a", scope: 'b","c' });
  expect(fingerprintOf({ ...use, endpoint: 'a","b', scope: "c" })).not.toBe(one);
});

test("proxy logs rank above network logs, which rank above DNS logs", () => {
  expect(bestVantage("NETWORK_TRAFFIC", "PROXY")).toBe("PROXY");
  expect(bestVantage("NETWORK_TRAFFIC", "DNS")).toBe("NETWORK_TRAFFIC");
  expect(bestVantage("DNS", "DNS")).toBe("DNS");
});

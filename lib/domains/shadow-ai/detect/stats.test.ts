import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RecognisedUse } from "@/lib/domains/shadow-ai/catalogue";
import { type RecordRole, statsOf } from "@/lib/domains/shadow-ai/detect/record-stats";
import { boundedItems, hash32, mergeItems, mergeTallies, type Tally } from "@/lib/domains/shadow-ai/detect/statistics";
import { emptyStats, mergeStats, TrafficStats } from "@/lib/domains/shadow-ai/detect/stats";
import { morningMs, officeRecord } from "@/lib/domains/shadow-ai/detect/testing/records";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";
import { propertyRuns } from "@/lib/platform/core/testing";

const openAi: RecognisedUse = {
  entryId: "api-openai-com",
  provider: { id: "openai", name: "OpenAI", jurisdiction: "US", trainsOnInputs: "UNKNOWN", dpa: "UNKNOWN" },
  endpoint: "api.openai.com",
  category: "LLM_API",
  accessKind: "API",
  confidence: 0.95,
  reasons: ["Catalogue host", "AI client"],
};

const figure = fc.option(fc.nat(5_000_000));
const name = (prefix: string, count: number) => fc.option(fc.nat(count).map((number) => `${prefix}${number}`));
const record: fc.Arbitrary<TrafficRecord> = fc
  .record({
    atMs: fc.nat(3 * 86_400_000).map((ms) => morningMs + ms),
    vantage: fc.constantFrom("NETWORK_TRAFFIC" as const, "PROXY" as const, "DNS" as const),
    range: name("10.20.", 80).map((range) => (range === null ? null : `${range}.x`)),
    clientKey: name("client", 200),
    department: name("Department ", 30),
    method: fc.constantFrom(null, "GET", "POST", "CONNECT"),
    path: fc.constantFrom(
      null,
      "/v1/files",
      "/v1/fine_tuning/jobs",
      "/v1/chat/completions",
      "/openai/deployments/small/x",
    ),
    bytesOut: figure,
    bytesIn: figure,
    packetsOut: figure,
    packetsIn: figure,
    durationMs: figure,
    userAgent: fc.option(
      fc.oneof(
        fc.constantFrom("openai-python/1", "Chrome/126", "curl/8"),
        fc.nat(40).map((n) => `Agent/${n}`),
      ),
    ),
    action: fc.constantFrom("ALLOWED" as const, "BLOCKED" as const, "UNKNOWN" as const),
    calls: fc.integer({ min: 1, max: 40 }),
    ai: fc.option(
      fc.record({
        provider: fc.constant("openai"),
        model: name("model", 40),
        operation: fc.constant("chat"),
        inputTokens: figure,
        outputTokens: figure,
      }),
    ),
  })
  .map(officeRecord);
const role: fc.Arbitrary<RecordRole> = fc.record({
  recognised: fc.option(
    fc
      .nat(20)
      .map((number) => ({ ...openAi, confidence: number / 20, reasons: [`Reason ${number}`, ...openAi.reasons] })),
  ),
  files: fc.boolean(),
  offHours: fc.boolean(),
});
const one = fc.tuple(record, role).map(([seen, what]) => statsOf(seen, what));
const many = fc.array(one, { maxLength: 40 });
const total = (all: TrafficStats[]) => all.reduce(mergeStats, emptyStats());

describe("statistics", () => {
  test("merging does not depend on order and grouping", () => {
    fc.assert(
      fc.property(many, many, many, (a, b, c) => {
        const merged = mergeStats(mergeStats(total(a), total(b)), total(c));
        expect(mergeStats(total(c), mergeStats(total(b), total(a)))).toEqual(merged);
        expect(total([...c, ...a, ...b].reverse())).toEqual(merged);
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  test("merging with empty statistics changes nothing", () => {
    fc.assert(
      fc.property(one, (stats) => {
        expect(mergeStats(stats, emptyStats())).toEqual(stats);
        expect(mergeStats(emptyStats(), stats)).toEqual(stats);
      }),
    );
  });

  test("can be stored as JSON and respect their limits", () => {
    fc.assert(
      fc.property(fc.array(one, { minLength: 60, maxLength: 120 }), (all) => {
        const stats = total(all);
        expect(TrafficStats.parse(JSON.parse(JSON.stringify(stats)))).toEqual(stats);
        expect(JSON.stringify(stats).length).toBeLessThan(8_000);
      }),
      { numRuns: propertyRuns(20) },
    );
  });

  test("store at most 16 samples, from the source with the most packet counts, in any order", () => {
    const ofSource = (source: string, packetsIn: number | null) =>
      total(
        Array.from({ length: 20 }, (_, n) => {
          const seen = officeRecord({ atMs: morningMs + n, durationMs: 4_200, bytesIn: 61_000, packetsIn });
          return statsOf(seen, { recognised: null, files: false, offHours: false, source });
        }),
      );
    const [sensor, proxies] = [ofSource("sensor", 250), [ofSource("proxy", null), ofSource("gateway", null)]];
    expect(sensor.samples).toHaveLength(16);
    for (const all of [
      [sensor, ...proxies],
      [...proxies, sensor],
    ]) {
      expect(TrafficStats.parse(total(all)).samples).toEqual(sensor.samples);
    }
  });

  test("merging does not change its inputs", () => {
    fc.assert(
      fc.property(one, one, (a, b) => {
        const before = JSON.stringify([a, b]);
        mergeStats(a, b);
        expect(JSON.stringify([a, b])).toBe(before);
      }),
    );
  });

  test("sums stop at the greatest safe integer", () => {
    const huge = { ...emptyStats(), bytesOut: Number.MAX_SAFE_INTEGER };
    expect(mergeStats(huge, huge).bytesOut).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe("statistics of one record", () => {
  const known = { recognised: openAi, files: false, offHours: false };

  test.each<[string, Partial<TrafficRecord>, Partial<TrafficStats>]>([
    ["a connection", {}, { calls: 1, connections: 1, httpCalls: 0, callsByHour: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] }],
    ["a tunnel", { method: "CONNECT" }, { calls: 1, connections: 1, httpCalls: 0 }],
    ["a request", { method: "POST" }, { calls: 1, connections: 0, httpCalls: 1 }],
    ["a line with a count of 7", { calls: 7 }, { calls: 7, connections: 7 }],
    [
      "a DNS query",
      { vantage: "DNS", calls: 2 },
      { calls: 0, dnsQueries: 2, sessions: [], dnsByHour: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2] },
    ],
    ["a blocked call", { action: "BLOCKED" }, { blockedCalls: 1, firstBlockedAtMs: morningMs, lastAllowedAtMs: null }],
    ["a call with an unknown action", { action: "UNKNOWN" }, { blockedCalls: 0, lastAllowedAtMs: morningMs }],
    ["a call of an SDK", { userAgent: "openai-python/1" }, { automatedCalls: 1, aiSdkCalls: 1, browserCalls: 0 }],
    ["a call of an HTTP library", { userAgent: "python-requests/2" }, { automatedCalls: 1, aiSdkCalls: 0 }],
    ["a call of a browser", { userAgent: "Chrome/126" }, { automatedCalls: 0, browserCalls: 1 }],
    ["a handshake without HTTP/2", { tlsFingerprint: "t13d1712h1_5b57614c22b0_3d5424432f57" }, { automatedCalls: 1 }],
    [
      "a handshake of a browser",
      { tlsFingerprint: "t13d1516h2_8daaf6152771_02713d6af862" },
      { automatedCalls: 0, browserCalls: 0 },
    ],
    ["a file upload", { method: "POST", path: "/v1/files" }, { fileUploads: 1, fineTunings: 0 }],
    ["a fine-tuning job", { method: "POST", path: "/v1/fine_tuning/jobs" }, { fineTunings: 1 }],
    [
      "a client",
      { clientKey: "k1", range: "10.0.0.x" },
      { clients: ["k1"], sessions: ["10 k1"], ranges: [["10.0.0.x", morningMs]] },
    ],
    ["a client without a key", { clientKey: null, range: "10.0.0.x" }, { clients: [], sessions: ["10 10.0.0.x"] }],
    [
      "fractions",
      { bytesOut: 10.6, bytesIn: 0.2, durationMs: 7.5 },
      { bytesOut: 11, bytesIn: 0, durationMs: 8, measured: 1, timed: 1 },
    ],
    [
      "a long stream",
      { bytesIn: 60_000, packetsIn: 220, durationMs: 6_000 },
      { longStreams: 1, streamedBytesIn: 60_000 },
    ],
    [
      "a short stream",
      { bytesIn: 20_000, packetsIn: 80, durationMs: 2_000 },
      { longStreams: 0, streamedBytesIn: 20_000 },
    ],
    ["a download", { bytesIn: 900_000, packetsIn: 660, durationMs: 8_000 }, { longStreams: 0, streamedBytesIn: 0 }],
    ["a stream without packets", { bytesIn: 90_000, durationMs: 9_000 }, { longStreams: 1, streamedBytesIn: 90_000 }],
    [
      "a complete response without packets",
      { bytesIn: 7_000, durationMs: 9_000 },
      { longStreams: 0, streamedBytesIn: 0 },
    ],
  ])("%s", (_, some, expected) => {
    expect(statsOf(officeRecord(some), known)).toMatchObject(expected);
  });

  test("a span has tokens and a model", () => {
    const ai = { provider: "openai", model: "small", operation: "chat", inputTokens: 900, outputTokens: 120 };
    expect(statsOf(officeRecord({ ai }), known)).toMatchObject({
      inputTokens: 900,
      outputTokens: 120,
      models: ["small"],
      automatedCalls: 1,
    });
  });

  test("file transfers count bytes, but not calls", () => {
    const stats = statsOf(officeRecord({ bytesOut: 5_000 }), { ...known, files: true });
    expect(stats).toMatchObject({ calls: 0, connections: 0, sessions: [], bytesOut: 5_000, bestConfidence: 0.95 });
  });

  test("a candidate has a sample, but no confidence", () => {
    const seen = officeRecord({ bytesOut: 2_400, bytesIn: 61_000, packetsIn: 250, durationMs: 4_200 });
    expect(statsOf(seen, { recognised: null, files: false, offHours: true })).toMatchObject({
      calls: 1,
      candidateCalls: 1,
      offHoursCalls: 1,
      bestConfidence: 0,
      samples: [`${morningMs},4200,2400,61000,,250,1`],
    });
  });
});

const word = fc.string({ maxLength: 3 });
const items = fc.array(word, { maxLength: 20 }).map((words) => boundedItems(words, 5));

test("merged sets do not depend on order and grouping, and respect their limit", () => {
  fc.assert(
    fc.property(items, items, items, (a, b, c) => {
      const left = mergeItems(mergeItems(a, b, 5), c, 5);
      expect(left).toEqual(mergeItems(a, mergeItems(c, b, 5), 5));
      expect(left).toEqual(boundedItems([...a, ...b, ...c], 5));
      expect(left.length).toBeLessThanOrEqual(5);
    }),
  );
});

test("merged tallies keep the largest number of each item, regardless of order and grouping", () => {
  const tally = fc
    .array(fc.tuple(word, fc.nat(9)), { maxLength: 8 })
    .map((pairs) => pairs.reduce<Tally>((all, pair) => mergeTallies(all, [pair], 4), []));
  fc.assert(
    fc.property(tally, tally, tally, (a, b, c) => {
      const left = mergeTallies(mergeTallies(a, b, 4), c, 4);
      expect(left).toEqual(mergeTallies(c, mergeTallies(b, a, 4), 4));
      for (const [item, number] of left) {
        const numbers = [...a, ...b, ...c].filter(([name]) => name === item).map(([, one]) => one);
        expect(number).toBe(Math.max(...numbers));
      }
    }),
  );
});

test("hashes are pinned, because they determined which items of stored sets were kept", () => {
  expect([hash32(""), hash32("10.20.30.x"), hash32("Chrome/126")]).toMatchInlineSnapshot(`
    [
      2872998923,
      3643350605,
      505394372,
    ]
  `);
});

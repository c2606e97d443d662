import { describe, expect, test } from "vitest";
import { makeCatalogue } from "@/lib/domains/shadow-ai/catalogue";
import { TrafficAggregator } from "@/lib/domains/shadow-ai/detect/aggregator";
import { type BehaviourScore, scoreBehaviour, scoreWindows } from "@/lib/domains/shadow-ai/detect/behaviour";
import { statsOf } from "@/lib/domains/shadow-ai/detect/record-stats";
import { emptyStats, mergeStats, type TrafficStats } from "@/lib/domains/shadow-ai/detect/stats";
import { morningMs, officeRecord } from "@/lib/domains/shadow-ai/detect/testing/records";
import {
  modelShapes,
  otherShapes,
  recordsOf,
  seeded,
  throughProxy,
} from "@/lib/domains/shadow-ai/detect/testing/traffic-shapes";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";
import { defaultSettings } from "@/lib/domains/shadow-ai/schemas-settings";

const catalogue = makeCatalogue();
const least = defaultSettings.opening.behaviourScore;
const program = { tlsFingerprint: "t13d1712h1_5b57614c22b0_3d5424432f57" };
const library = { ...throughProxy, userAgent: "python-requests/2" };

/** Statistics of a window; null if no connection is relevant. */
function windowOf(records: TrafficRecord[]): TrafficStats | null {
  const aggregator = new TrafficAggregator({ organisationId: "org_1", catalogue, settings: defaultSettings });
  for (const record of records) {
    const classified = aggregator.classify(record);
    if (classified !== null) aggregator.add(classified);
  }
  return aggregator.drain()[0]?.total ?? null;
}

function score(records: TrafficRecord[]): BehaviourScore | null {
  const stats = windowOf(records);
  return stats === null ? null : scoreBehaviour(stats);
}

/** Start and duration in seconds; bytes and packets sent and received. */
type Row = [at: number, seconds: number, bytesOut: number, bytesIn: number, packetsOut: number, packetsIn: number];

function connections(rows: Row[], some: Partial<TrafficRecord> = {}): TrafficRecord[] {
  return rows.map(([at, seconds, bytesOut, bytesIn, packetsOut, packetsIn]) =>
    officeRecord({
      atMs: morningMs + at * 1_000,
      durationMs: seconds * 1_000,
      bytesOut,
      bytesIn,
      packetsOut,
      packetsIn,
      ...some,
    }),
  );
}

const models = {
  // 60 tokens per second, 240 bytes each, first token after 0.6 s.
  "a script that streams": [
    [0, 3.1, 3_300, 41_000, 110, 165],
    [12, 6.4, 4_100, 88_500, 240, 372],
    [31, 1.5, 2_900, 17_800, 48, 66],
    [50, 9.8, 5_200, 138_000, 371, 560],
    [75, 4.2, 3_600, 56_900, 150, 232],
  ],
  "a single streamed response": [[40, 8.7, 3_900, 121_000, 330, 495]],
  // Compressed events of about 60 bytes; each request contains the conversation.
  "a chat with compressed responses": [
    [5, 7.2, 4_400, 28_000, 210, 405],
    [70, 11.5, 7_900, 44_500, 360, 690],
    [160, 4.1, 11_300, 17_600, 118, 212],
    [250, 9.0, 13_900, 35_200, 270, 520],
  ],
  "an agent with a growing context": [
    [0, 5.2, 41_000, 46_000, 190, 206],
    [9, 3.0, 44_800, 24_500, 125, 121],
    [15, 8.9, 49_300, 81_000, 300, 352],
    [28, 4.4, 53_900, 38_200, 188, 180],
    [36, 2.4, 61_000, 18_400, 116, 98],
    [42, 6.6, 66_200, 58_800, 251, 270],
    [52, 3.7, 70_100, 31_000, 170, 149],
    [59, 7.5, 77_700, 67_000, 284, 303],
  ],
  // 55 tokens per second, 4.5 characters each, all at the end.
  "a program without streaming": [
    [0, 4.9, 3_900, 6_500, 14, 14],
    [8, 11.8, 5_200, 8_400, 15, 15],
    [25, 2.2, 3_400, 5_800, 13, 13],
    [33, 19.5, 8_800, 10_300, 19, 18],
    [60, 7.7, 4_300, 7_300, 14, 14],
    [75, 14.1, 4_000, 8_900, 15, 16],
    [95, 3.3, 6_100, 6_100, 16, 14],
  ],
  // A token is an event of 250 bytes, and five are sent in a chunk.
  "a gateway that sends chunks": [
    [0, 8.2, 14_000, 30_000, 34, 36],
    [20, 4.1, 31_000, 15_500, 45, 22],
    [40, 12.5, 9_300, 46_000, 38, 55],
    [60, 6.0, 22_000, 22_500, 40, 30],
    [85, 9.4, 51_000, 34_000, 70, 44],
  ],
  // A request of 7 kB every 14 seconds, and a suggestion of a few tokens.
  "code completion in an editor": [[0, 420, 210_000, 136_000, 370, 650]],
  "a spoken conversation": [
    [0, 121, 574_000, 310_000, 3_700, 1_300],
    [130, 66, 314_000, 226_000, 2_100, 930],
    [200, 240, 1_137_000, 489_000, 7_200, 2_080],
    [450, 92, 437_000, 262_000, 2_900, 1_100],
  ],
} satisfies Record<string, Row[]>;

/** Other traffic that is not among `otherShapes`. */
const others = {
  // 20 quotes per second.
  "a ticker whose proxy closes connections every minute": [
    [0, 60.1, 2_600, 251_000, 700, 1_250],
    [60, 60.0, 2_600, 247_000, 690, 1_230],
    [120, 60.2, 2_600, 255_000, 712, 1_270],
    [180, 60.1, 2_600, 249_000, 697, 1_240],
  ],
  "a ticker that is opened for different times": [
    [0, 20.2, 2_610, 84_000, 240, 410],
    [40, 95, 2_640, 390_000, 1_100, 1_950],
    [140, 48, 2_600, 196_000, 560, 980],
    [200, 71, 2_630, 291_000, 820, 1_450],
  ],
  "a telephone over TLS": [
    [0, 121, 1_145_000, 1_150_000, 6_100, 6_150],
    [130, 66, 625_000, 629_000, 3_300, 3_340],
    [200, 240, 2_270_000, 2_275_000, 12_050, 12_100],
    [450, 92, 870_000, 876_000, 4_600, 4_660],
  ],
  "a program that sends single records": [
    [0, 1.6, 8_300, 5_800, 17, 18],
    [30, 4.1, 17_900, 7_600, 35, 36],
    [70, 8.9, 37_900, 11_350, 72, 73],
    [110, 18.2, 73_900, 18_100, 140, 141],
    [180, 28, 113_900, 25_600, 215, 216],
  ],
  "a game lobby over TLS": [[0, 240, 170_000, 380_000, 2_400, 2_500]],
  "a file sync that waits for changes": [
    [0, 60.3, 3_400, 5_000, 10, 10],
    [60, 60.1, 3_400, 5_000, 10, 10],
    [120, 60.2, 3_400, 5_000, 10, 10],
    [180, 60.2, 3_400, 5_000, 10, 10],
    [240, 60.4, 3_400, 5_000, 10, 10],
  ],
  "short calls with a keep-alive of five seconds": [
    [0, 5.3, 3_100, 7_900, 13, 14],
    [20, 5.2, 3_300, 6_300, 13, 13],
    [41, 5.4, 2_900, 9_400, 14, 15],
    [65, 5.3, 3_000, 5_700, 13, 12],
    [90, 5.2, 3_200, 8_800, 13, 14],
    [120, 5.3, 3_100, 7_100, 13, 14],
  ],
} satisfies Record<string, Row[]>;

/** The score of a window with these connections; 0 without a score. */
const points = (rows: Row[], some: Partial<TrafficRecord> = {}) => score(connections(rows, some))?.score ?? 0;

describe("a window with packet counts", () => {
  test.each(Object.entries(models))("resembles a model: %s", (_, rows) => {
    const result = score(connections(rows));
    expect(result?.score).toBeGreaterThanOrEqual(least);
    expect(result?.reasons.length).toBeGreaterThan(2);
    expect(points(rows, program)).toBeGreaterThanOrEqual(result?.score ?? 1);
  });

  test.each(Object.entries(others))("does not resemble a model: %s", (_, rows) => {
    for (const some of [{}, program]) expect(points(rows, some)).toBeLessThan(least);
  });
});

/** Doubles the connections, with longer durations and more bytes: without packet counts, fewer than six are insufficient. */
function twice(rows: Row[], longer: number, moreBytes: number): Row[] {
  const again = rows.map(([at, seconds, bytesOut, bytesIn, ...packets]): Row => {
    return [at + 7, seconds * longer, bytesOut, 5_000 + Math.round((bytesIn - 5_000) * moreBytes), ...packets];
  });
  return [...rows, ...again];
}

describe("a window without packet counts", () => {
  test.each(["a script that streams", "a chat with compressed responses", "an agent with a growing context"] as const)(
    "resembles a model: %s",
    (name) => {
      const result = points(twice(models[name], 1.5, 1.5), throughProxy);
      expect(result).toBeGreaterThanOrEqual(least);
      expect(result).toBeLessThanOrEqual(0.8);
    },
  );

  test("resembles a model without sent bytes, with a lower score", () => {
    const rows = twice(models["a script that streams"], 1.5, 1.5);
    const result = points(rows, { ...throughProxy, bytesOut: null });
    expect(result).toBeGreaterThanOrEqual(least);
    expect(result).toBeLessThanOrEqual(0.75);
  });

  test("complete responses resemble a model if the clients are programs", () => {
    const rows = models["a program without streaming"];
    expect(points(rows, library)).toBe(0.8);
    expect(points(rows, { ...throughProxy, userAgent: "Chrome/126" })).toBeLessThan(least);
  });

  test.each(Object.entries(others))("does not resemble a model: %s", (_, rows) => {
    for (const some of [throughProxy, library]) expect(points(twice(rows, 1.02, 1.1), some)).toBeLessThan(least);
  });

  test("has no score with fewer than six connections", () => {
    expect(score(connections(models["a script that streams"], throughProxy))).toBeNull();
  });
});

/** The share of windows in which traffic of a shape resembles a model. */
function shareAlike(
  shape: (random: () => number) => Parameters<typeof recordsOf>[0],
  some: Partial<TrafficRecord>,
): number {
  const windows = 40;
  let alike = 0;
  for (let seed = 1; seed <= windows; seed++)
    if ((score(recordsOf(shape(seeded(seed)), some))?.score ?? 0) >= least) alike += 1;
  return alike / windows;
}

describe("simulated traffic of varying speeds, sizes and lengths", () => {
  test.each(Object.entries(modelShapes))("%s is detected with packet counts", (_, shape) => {
    expect(shareAlike(shape, {})).toBeGreaterThanOrEqual(0.9);
  });

  test.each(Object.entries(otherShapes))("%s is rarely detected with packet counts", (_, shape) => {
    expect(shareAlike(shape, {})).toBeLessThanOrEqual(0.1);
    expect(shareAlike(shape, program)).toBeLessThanOrEqual(0.1);
  });

  test.each(["streamed API calls", "agent loop", "whole JSON answers"] as const)(
    "%s is detected by pace without packet counts",
    (name) => {
      expect(shareAlike(modelShapes[name], library)).toBeGreaterThanOrEqual(0.75);
    },
  );

  // Database reports, whose time grows with their size, have the pace of a model (see README.md).
  test.each(Object.entries(otherShapes).filter(([name]) => name !== "reports of a database"))(
    "%s is rarely detected without packet counts",
    (_, shape) => {
      expect(shareAlike(shape, throughProxy)).toBeLessThanOrEqual(0.2);
    },
  );
});

describe("a behaviour score", () => {
  test("is reduced by a host name that indicates other traffic", () => {
    const rows = models["a script that streams"];
    const plain = points(rows);
    expect(points(rows, { host: "metrics.brightloom.example" })).toBeCloseTo(plain - 0.4, 1);
    expect(points(rows, { host: "login.brightloom.example" })).toBeCloseTo(plain - 0.2, 1);
    expect(score(connections(rows, { host: "logs-eu2.brightloom.example" }))).toBeNull();
  });

  test("has reasons with values, most points first", () => {
    expect(score(connections(models["a script that streams"]))?.reasons).toMatchInlineSnapshot(`
      [
        "Small inbound packets: 246 bytes on average",
        "Response time proportional to size, about 14 kB per second",
        "Steady stream of 55 packets per second",
        "16 bytes received per byte sent",
        "Text generation speed: 14 kB per second",
        "Median connection duration: 4.2 s",
        "Streamed over TLS",
        "Repeated: 5 connections",
      ]
    `);
    expect(score(connections(models["a program without streaming"]))?.reasons).toMatchInlineSnapshot(`
      [
        "Each additional second of response time added 260 bytes",
        "Complete response in 14 packets",
        "Median connection duration: 7.7 s",
        "Repeated: 7 connections",
      ]
    `);
  });

  test.each(Object.entries({ ...models, ...others }))("can be recomputed from its published parts: %s", (_, rows) => {
    const found = score(connections(rows, { host: "metrics.brightloom.example" }));
    if (found === null) return;
    const { points: given, possible, penalties, limit } = found.parts;
    const sum = (parts: { points: number }[]) => parts.reduce((total, one) => total + one.points, 0);
    const share = possible === 0 ? 0 : Math.min(sum(given) / possible, 1);
    expect(found.score).toBeCloseTo(Math.min(Math.max(share - sum(penalties), 0), limit), 2);
    expect(given.map(({ sentence }) => sentence)).toEqual(expect.arrayContaining(found.reasons));
    expect(penalties.at(-1)).toEqual({ points: 0.4, sentence: "The host's name indicates another kind of service" });
  });

  test("is null without samples", () => {
    expect(scoreBehaviour(emptyStats())).toBeNull();
    expect(scoreBehaviour({ ...emptyStats(), calls: 1, samples: ["of another form", "1,2"] })).toBeNull();
  });
});

test("combines windows: number of similar windows, and the one with the median score", () => {
  const stats = (rows: Row[]) =>
    connections(rows)
      .map((record) => statsOf(record, { recognised: null, files: false, offHours: false }))
      .reduce(mergeStats, emptyStats());
  const model = stats(models["a script that streams"]);
  const single = stats(models["a single streamed response"]);
  const sync = stats(others["a file sync that waits for changes"]);
  expect(scoreWindows([single, sync, model, emptyStats()], { behaviourScore: least })).toEqual({
    alike: 2,
    scored: 3,
    ...scoreBehaviour(single),
  });
  expect(scoreWindows([sync], { behaviourScore: least })).toBeNull();
});

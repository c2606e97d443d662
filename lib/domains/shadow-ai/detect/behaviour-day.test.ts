import { describe, expect, test } from "vitest";
import { makeCatalogue } from "@/lib/domains/shadow-ai/catalogue";
import { TrafficAggregator } from "@/lib/domains/shadow-ai/detect/aggregator";
import { scoreBehaviour, scoreDay } from "@/lib/domains/shadow-ai/detect/behaviour";
import { morningMs, officeRecord } from "@/lib/domains/shadow-ai/detect/testing/records";
import { throughProxy } from "@/lib/domains/shadow-ai/detect/testing/traffic-shapes";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";
import { defaultSettings } from "@/lib/domains/shadow-ai/schemas-settings";

const catalogue = makeCatalogue();
const least = defaultSettings.opening.behaviourScore;

/** Seconds; bytes and packets sent and received. */
type Row = [seconds: number, bytesOut: number, bytesIn: number, packetsOut: number, packetsIn: number];

/** One connection every 20 minutes. */
function dayOf(rows: readonly Row[], some: Partial<TrafficRecord> = {}) {
  const aggregator = new TrafficAggregator({ organisationId: "org_1", catalogue, settings: defaultSettings });
  for (const [index, [seconds, bytesOut, bytesIn, packetsOut, packetsIn]] of rows.entries()) {
    const [atMs, durationMs] = [morningMs + index * 1_200_000, seconds * 1_000];
    const record = officeRecord({ atMs, durationMs, bytesOut, bytesIn, packetsOut, packetsIn, ...some });
    const classified = aggregator.classify(record);
    if (classified !== null) aggregator.add(classified);
  }
  return aggregator.drain()[0]?.total ?? null;
}

function scoreOf(rows: readonly Row[], some: Partial<TrafficRecord> = {}) {
  const day = dayOf(rows, some);
  return day && scoreDay(day, day, 1);
}

const seconds = [12, 44, 9.5, 27, 71, 15, 33, 19, 58, 11];
const sizes = [11, 46, 7.2, 24, 15, 62, 9.1, 33, 19, 13];

/** Durations and sizes of ten connections, in different orders so that they are independent. */
const rowsOf = (row: (seconds: number, size: number, index: number) => Row): Row[] =>
  seconds.map((length, index) => row(length, sizes[index] ?? 0, index));

const models: Record<string, Row[]> = {
  "complete responses after a wait": rowsOf((length, size, index) => {
    const received = 5_500 + ((index * 7) % 10) * 350;
    return [length, size * 1_000, received, Math.round(size * 0.75) + 8, Math.round(size / 2.8) + 9];
  }),
  // A question of three kilobytes and a response of 260 tokens each minute.
  "conversations on one connection": [160, 420, 290, 610, 350, 240].map((length, index): Row => {
    const questions = Math.round(length / (50 + (index % 3) * 9));
    return [length, 2_500 + questions * 3_100, 5_000 + questions * 62_000, 8 + questions * 135, 8 + questions * 262];
  }),
  "generated images": rowsOf((_, size, index) => {
    const received = 1_200_000 + ((index * 7) % 10) * 140_000;
    return [14 + (index % 4) * 5, 4_200 + size * 20, received, received / 2_780, received / 1_390];
  }),
};

const others: Record<string, Row[]> = {
  "telemetry with an idle timeout": rowsOf((_, size) => [61, size * 1_000, 5_300, size + 8, 16]),
  // A build runner sends parts of a log every three seconds.
  "parts of a build log": rowsOf((length, size) => {
    const parts = length * 0.9;
    return [length, 2_000 + parts * (1_500 + size * 20), 4_500 + parts * 440, 8 + parts * 3, 9 + parts * 2];
  }),
  "queries of a database": rowsOf((length, size) => {
    const bytes = 6_000 + length * size * 220;
    return [length * 8, 2_000 + length * 1_100, bytes, 8 + length * 4, bytes / 1_150];
  }),
  "shared documents": rowsOf((length, size) => [
    length * 11,
    length * size * 95,
    length * size * 480,
    length * size * 0.9,
    length * size * 1.4,
  ]),
  "remote desktops": rowsOf((length, size) => [
    length * 12,
    length * 12 * (400 + size * 30),
    length * 12 * (900 + size * 90),
    length * 80,
    length * 95,
  ]),
  "a ticker opened for different times": rowsOf((length) => [
    length * 10,
    2_600,
    length * 21_000,
    length * 50,
    length * 100,
  ]),
  "packages from a mirror": rowsOf((_, size, index) => {
    const bytes = size * 40_000;
    return [5.3 + (index % 3) * 0.4, 2_500, bytes, bytes / 2_780, bytes / 1_390];
  }),
  "downloads that take as long as their size": rowsOf((_, size) => [size, 2_500, size * 90_000, size * 33, size * 65]),
  "segments of a film": rowsOf((_, _size, index) => [12 + index * 0.01, 2_600, 1_800_000, 650, 1_295]),
  "pages with images": rowsOf((length, size) => [
    length * 2,
    4_500 + size * 40,
    260_000 + size * 30_000,
    200 + size * 10,
    200 + size * 22,
  ]),
};

describe("the connections of a day", () => {
  test.each(Object.entries(models))("resemble a model: %s", (_, rows) => {
    const found = scoreOf(rows);
    expect(found?.score).toBe(0.85);
    expect(found?.reasons).toHaveLength(3);
    expect(found?.parts).toMatchObject({ possible: 1, penalties: [], limit: 0.85 });
  });

  test.each(Object.entries(others))("do not resemble a model: %s", (_, rows) => {
    expect(scoreOf(rows)?.score ?? 0).toBeLessThan(least);
  });

  test.each(Object.entries(models))("need packet counts: %s", (_, rows) => {
    expect(scoreOf(rows, throughProxy)?.score ?? 0).toBeLessThan(least);
  });

  test.each(Object.entries(models))("need a minimum number: %s", (_, rows) => {
    expect(scoreOf(rows.slice(0, 3))).toBeNull();
    const day = dayOf(rows);
    expect(day && scoreDay(day, day, 5)).toBeNull();
  });
});

test("files do not affect the score of other connections", () => {
  const stream: Row[] = [
    [3.1, 3_300, 41_000, 110, 165],
    [6.4, 4_100, 88_500, 240, 372],
    [2.5, 2_900, 17_800, 48, 66],
    [9.8, 5_200, 138_000, 371, 560],
  ];
  const [alone, mixed] = [dayOf(stream), dayOf([...stream, ...(models["generated images"] ?? [])])];
  expect(mixed?.calls).toBe(14);
  const score = alone && scoreBehaviour(alone);
  expect(score?.score).toBeGreaterThanOrEqual(least);
  expect(mixed && scoreBehaviour(mixed)).toEqual(score);
});

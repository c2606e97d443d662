import { beforeAll, describe, expect, test } from "vitest";
import { addUp, evaluateFormat, type FormatResult, missedGoals, reportOf } from "@/lib/domains/shadow-ai/evaluate";
import type { SimulatedFormatName } from "@/lib/domains/shadow-ai/simulate";
import { isFullRun } from "@/lib/platform/core/testing";

/** Seeds that were not used while tuning detection. */
const unseen = isFullRun ? [201, 202, 203, 204, 205] : [203];

function evaluateSeeds(format: SimulatedFormatName, seeds: number[], scale: number): Promise<FormatResult[]> {
  return Promise.all(seeds.map((seed) => evaluateFormat({ seed, startDay: "2026-11-16", days: 1, scale }, format)));
}

describe("connection logs of unseen companies", () => {
  let results: FormatResult[] = [];

  beforeAll(async () => {
    results = await evaluateSeeds("ndjson", unseen, 0.25);
  }, 240_000);

  test("meets the goals", () => {
    const total = addUp(results);
    expect(missedGoals("ndjson", total)).toEqual([]);
    expect(total.bad).toBe(0);
    expect(Object.values(total.shares)).not.toContain(null);
  });

  test("reports a row for the format, each kind of use and each confuser", () => {
    const report = reportOf(results);
    expect(report).toMatch(/\| Native NDJSON \| [\d,]+ \| 100\.0% /);
    expect(report).toContain(
      `| An agent works autonomously, including at night | ${unseen.length} | 100.0% | 100.0% |`,
    );
    expect(report).toMatch(/\| Dashboards and slow tickers with server push \| \d+ \| 0 \|/);
  });
});

const formats: SimulatedFormatName[] = ["zeek", "squid", "dnsmasq"];

test.for(formats)("detects uses of catalogue hosts in %s", { tags: "full" }, async (format) => {
  const total = addUp(await evaluateSeeds(format, [206], 0.05));
  expect(total.shares.catalogueRecall).toBe(1);
  expect(total.alarms).toBe(0);
  expect(total.bad).toBe(0);
});

test("returns the same result for the same simulation", { tags: "full" }, async () => {
  const once = () => evaluateSeeds("csv", [207], 0.05);
  expect(await once()).toEqual(await once());
});

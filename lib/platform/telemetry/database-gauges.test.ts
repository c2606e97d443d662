import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { databaseGauges } from "@/lib/platform/telemetry/database-gauges";
import { metrics } from "@/lib/platform/telemetry/metrics";

beforeEach(() => {
  process.env.LOG_LEVEL = "silent";
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test("gauges keep their last values for a minute while a read is slow, and take the values of a late one", async () => {
  const reads: ((value: { count: number }) => void)[] = [];
  const read = () => new Promise<{ count: number }>((resolve) => reads.push(resolve));
  databaseGauges(read, "could not read", [{ name: "gas_test", help: "A test.", of: ({ count }) => count }]);
  /** The value reported at the time limit, `ms` later. */
  const scrape = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    const text = metrics().registry.getSingleMetricAsString("gas_test");
    await vi.advanceTimersByTimeAsync(2_000);
    return /^gas_test (\S+)$/m.exec(await text)?.[1];
  };

  expect(await scrape(0)).toBeUndefined();
  reads[0]?.({ count: 1 });
  expect(await scrape(0)).toBe("1");
  expect(await scrape(10_000)).toBe("1");
  expect(await scrape(10_000)).toBe("1");
  expect(reads).toHaveLength(2);
  expect(await scrape(40_000)).toBeUndefined();
  reads[1]?.({ count: 2 });
  expect(await scrape(0)).toBe("2");
});

import { Gauge } from "prom-client";
import { noteClockSkew } from "@/lib/platform/core/clock";
import { singleton } from "@/lib/platform/core/singleton";
import { pool } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/telemetry/log";
import { metrics } from "@/lib/platform/telemetry/metrics";

/** Beyond this difference from the database's clock, the process is not ready. */
export const clockSkewMsMax = 5_000;

/** A slower comparison does not lower the known skew: it only proves a minimum. */
const comparisonMsMax = 1_000;

const watchMs = 10_000;

/**
 * How many milliseconds this process's clock is ahead of the database's; negative if it is behind. The result is 0 if the
 * database's time is between `sentMs` and `answeredMs`, so that a slow network or a busy event loop is not reported as skew.
 */
export function skewBetween(sentMs: number, databaseMs: number, answeredMs: number): number {
  if (databaseMs < sentMs) return sentMs - databaseMs;
  return databaseMs > answeredMs ? answeredMs - databaseMs : 0;
}

/** Records the database's time from a statement. Logs an error when the limit is first exceeded. */
export function observeDatabaseTime(sentMs: number, databaseMs: number, answeredMs: number): number {
  const skewMs = skewBetween(sentMs, databaseMs, answeredMs);
  const known = observed();
  const isVague = answeredMs - sentMs > comparisonMsMax && Math.abs(skewMs) < Math.abs(known.skewMs);
  if (Number.isNaN(databaseMs) || isVague) return known.skewMs;
  const isExceeded = Math.abs(skewMs) > clockSkewMsMax;
  if (isExceeded && Math.abs(known.skewMs) <= clockSkewMsMax) {
    log().error({ skewMs }, "this process's clock differs from the database's clock: the process is not ready");
  }
  known.skewMs = skewMs;
  noteClockSkew(skewMs);
  return skewMs;
}

/** Compares the clocks. Throws if the database is unavailable. */
export async function measureClockSkew(): Promise<number> {
  const sentMs = Date.now();
  const { rows } = await pool().query<{ nowMs: number }>(
    'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"',
  );
  return observeDatabaseTime(sentMs, rows[0]?.nowMs ?? Number.NaN, Date.now());
}

/** Compares the clocks every ten seconds and exposes the skew as a metric. */
export function watchClockSkew(): void {
  singleton("clock-skew-watch", () => {
    new Gauge({
      name: "gas_clock_skew_seconds",
      help: "Seconds by which this process's clock is ahead of the database's clock; negative if it is behind. If the difference exceeds 5 seconds, the process is not ready.",
      registers: [metrics().registry],
      collect() {
        this.set(observed().skewMs / 1_000);
      },
    });
    const measure = () => measureClockSkew().catch(() => undefined);
    void measure();
    return setInterval(measure, watchMs).unref();
  });
}

function observed(): { skewMs: number } {
  return singleton("clock-skew", () => ({ skewMs: 0 }));
}

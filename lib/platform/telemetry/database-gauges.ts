import { Gauge } from "prom-client";
import { withTimeLimit } from "@/lib/platform/core/time-limit";
import { pool } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/telemetry/log";
import { metrics } from "@/lib/platform/telemetry/metrics";

/** How long figures are cached between scrapes. */
const freshMs = 5_000;

/** Without a free connection, a scrape still returns the other metrics. */
const readMsMax = 2_000;

/** How long the last figures are reported while the database does not respond, so that alerts do not resolve. */
const staleMs = 60_000;

interface DatabaseGauge<Figures> {
  name: string;
  help: string;
  /** A value, or one for each state. */
  of: ((figures: Figures) => number) | readonly (keyof Figures & string)[];
}

/**
 * Registers gauges whose values are read from the database. While it does not respond, they keep their last values for
 * a minute, and then have no value.
 */
export function databaseGauges<Figures extends object>(
  read: () => Promise<Figures>,
  failure: string,
  gauges: DatabaseGauge<Figures>[],
): void {
  let last: { at: number; figures: Figures } | undefined;
  let reading: Promise<void> | undefined;
  let awaited: { at: number; read: Promise<void> } | undefined;

  async function refresh(): Promise<void> {
    try {
      last = { figures: await read(), at: Date.now() };
    } finally {
      reading = undefined;
    }
  }

  /** There is one read at a time. One that exceeds the time limit provides the figures of later scrapes. */
  async function cached(): Promise<Figures | undefined> {
    if (!awaited || Date.now() - awaited.at >= freshMs) {
      reading ??= refresh();
      const limited = withTimeLimit(readMsMax, async () => await reading);
      awaited = { at: Date.now(), read: limited.catch((error: unknown) => log().warn({ err: error }, failure)) };
    }
    await awaited.read;
    return last && Date.now() - last.at < staleMs ? last.figures : undefined;
  }

  for (const { name, help, of } of gauges) {
    new Gauge({
      name,
      help,
      labelNames: typeof of === "function" ? [] : ["state"],
      registers: [metrics().registry],
      async collect() {
        const figures = await cached();
        if (typeof of !== "function") {
          this.reset();
          if (figures) for (const state of of) this.set({ state }, Number(figures[state]));
        } else if (figures) this.set(of(figures));
        // `reset` would set it to 0, a value that resolves alerts.
        else this.remove();
      },
    });
  }
}

/** Registers metrics of this process: its build, its readiness and its database connections. */
export function processMetrics(
  { version, role }: { version: string; role: string },
  isReady: () => Promise<boolean>,
): void {
  const registers = [metrics().registry];
  new Gauge({
    name: "gas_build_info",
    help: "Always 1. The labels state the versions of the service and of Node.js, and the role of the process.",
    labelNames: ["version", "node", "role"],
    registers,
  }).set({ version, node: process.version, role }, 1);
  new Gauge({
    name: "gas_database_connections",
    help: "Database connections of this process: used, idle, or requests that wait for a connection.",
    labelNames: ["state"],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = pool();
      this.set({ state: "used" }, totalCount - idleCount);
      this.set({ state: "idle" }, idleCount);
      this.set({ state: "waiting" }, waitingCount);
    },
  });
  // After the connections, so that those do not include the requests of the check.
  new Gauge({
    name: "gas_ready",
    help: "1 if /api/health/ready returns 200, otherwise 0.",
    registers,
    async collect() {
      this.set(Number(await isReady()));
    },
  });
}

import { Gauge } from "prom-client";
import { withTimeLimit } from "@/lib/platform/core/time-limit";
import { pool } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/telemetry/log";
import { metrics } from "@/lib/platform/telemetry/metrics";

/** How long figures are cached between scrapes. */
const freshMs = 5_000;

/** Without a free connection, a scrape still returns the other metrics. */
const readMsMax = 2_000;

interface DatabaseGauge<Figures> {
  name: string;
  help: string;
  /** A value, or one for each state. */
  of: ((figures: Figures) => number) | readonly (keyof Figures & string)[];
}

/** Registers gauges whose values are read from the database. They have no value while the database does not respond. */
export function databaseGauges<Figures extends object>(
  read: () => Promise<Figures>,
  failure: string,
  gauges: DatabaseGauge<Figures>[],
): void {
  let last: { at: number; figures: Promise<Figures | undefined> } | undefined;

  function cached(): Promise<Figures | undefined> {
    if (last && Date.now() - last.at < freshMs) return last.figures;
    const figures = withTimeLimit(readMsMax, read).catch((error: unknown) => {
      log().warn({ err: error }, failure);
      return undefined;
    });
    last = { at: Date.now(), figures };
    return figures;
  }

  for (const { name, help, of } of gauges) {
    new Gauge({
      name,
      help,
      labelNames: typeof of === "function" ? [] : ["state"],
      registers: [metrics().registry],
      async collect() {
        const figures = await cached();
        this.reset();
        if (!figures) return;
        if (typeof of === "function") this.set(of(figures));
        else for (const state of of) this.set({ state }, Number(figures[state]));
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

import { Gauge } from "prom-client";
import { log } from "@/lib/platform/telemetry/log";
import { metrics } from "@/lib/platform/telemetry/metrics";

/** How long figures are cached between scrapes. */
const freshMs = 5_000;

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
    const figures = read().catch((error: unknown) => {
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

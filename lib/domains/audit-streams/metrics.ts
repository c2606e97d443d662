import { Counter, Gauge } from "prom-client";
import { readStreamTotals, type StreamTotals } from "@/lib/domains/audit-streams/delivery-store";
import { singleton } from "@/lib/platform/core/singleton";
import { log } from "@/lib/platform/telemetry/log";
import { metrics } from "@/lib/platform/telemetry/metrics";

/** How long totals are cached between scrapes. */
const freshMs = 5_000;
const states = ["active", "failing", "paused", "disabled"] as const;

/** The metrics of streams, registered on first use. */
export function streamMetrics() {
  return singleton("audit-stream-metrics", () => {
    const registers = [metrics().registry];
    const totals = cached();
    const gauge = (name: string, help: string, select: (totals: StreamTotals) => number) =>
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const current = await totals();
          this.reset();
          if (current) this.set(select(current));
        },
      });
    new Gauge({
      name: "gas_audit_streams",
      help: "Audit streams by state: active, failing, paused or disabled.",
      labelNames: ["state"] as const,
      registers,
      async collect() {
        const current = await totals();
        this.reset();
        if (current) for (const state of states) this.set({ state }, current[state]);
      },
    });
    gauge(
      "gas_audit_stream_lag_events",
      "Undelivered events of the active stream with the most.",
      ({ lagEvents }) => lagEvents,
    );
    gauge(
      "gas_audit_stream_lag_seconds",
      "Age in seconds of the oldest undelivered event of an active stream.",
      ({ lagSeconds }) => Math.max(0, lagSeconds),
    );
    return {
      batches: new Counter({
        name: "gas_audit_stream_batches_total",
        help: "Delivery attempts of batches by outcome: acknowledged, retried, halved or gone.",
        labelNames: ["outcome"] as const,
        registers,
      }),
      events: new Counter({
        name: "gas_audit_stream_events_total",
        help: "Events acknowledged by receivers of audit streams.",
        registers,
      }),
    };
  });
}

function cached(): () => Promise<StreamTotals | undefined> {
  let last: { at: number; totals: Promise<StreamTotals | undefined> } | undefined;
  return () => {
    if (last && Date.now() - last.at < freshMs) return last.totals;
    const totals = readStreamTotals().catch((error: unknown) => {
      log().warn({ err: error }, "could not read audit stream metrics");
      return undefined;
    });
    last = { at: Date.now(), totals };
    return totals;
  };
}

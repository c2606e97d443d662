import { Counter, Gauge } from "prom-client";
import { readStreamTotals, type StreamTotals } from "@/lib/domains/audit-streams/delivery-store";
import { singleton } from "@/lib/platform/core/singleton";
import { log } from "@/lib/platform/telemetry/log";
import { metrics } from "@/lib/platform/telemetry/metrics";

/** How old a figure may be: scrapes in between do not ask the database. */
const freshMs = 5_000;
const states = ["active", "failing", "paused", "disabled"] as const;

/** The figures of streams, registered at their first use. */
export function streamFigures() {
  return singleton("audit-stream-figures", () => {
    const registers = [metrics().registry];
    const read = cached();
    const gauge = (name: string, help: string, figure: (totals: StreamTotals) => number) =>
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const totals = await read();
          this.reset();
          if (totals) this.set(figure(totals));
        },
      });
    new Gauge({
      name: "gas_audit_streams",
      help: "Streams of audit events: active, failing, paused, or disabled because their receiver is gone.",
      labelNames: ["state"] as const,
      registers,
      async collect() {
        const totals = await read();
        this.reset();
        if (totals) for (const state of states) this.set({ state }, totals[state]);
      },
    });
    gauge("gas_audit_stream_lag_events", "Events that the stream lacks that lacks most.", ({ lagEvents }) => lagEvents);
    gauge(
      "gas_audit_stream_lag_seconds",
      "How long ago the oldest event was received that a working stream lacks.",
      ({ lagSeconds }) => Math.max(0, lagSeconds),
    );
    return {
      batches: new Counter({
        name: "gas_audit_stream_batches_total",
        help: "Attempts to deliver a batch by what followed: acknowledged, retried, halved, or gone.",
        labelNames: ["outcome"] as const,
        registers,
      }),
      events: new Counter({
        name: "gas_audit_stream_events_total",
        help: "Events that receivers of streams have acknowledged.",
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
      log().warn({ err: error }, "the figures of audit streams could not be read");
      return undefined;
    });
    last = { at: Date.now(), totals };
    return totals;
  };
}

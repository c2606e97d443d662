import { Counter } from "prom-client";
import { readStreamTotals } from "@/lib/domains/audit-streams/delivery-store";
import { singleton } from "@/lib/platform/core/singleton";
import { databaseGauges } from "@/lib/platform/telemetry/database-gauges";
import { metrics } from "@/lib/platform/telemetry/metrics";

/** The metrics of streams, registered on first use. */
export function streamMetrics() {
  return singleton("audit-stream-metrics", () => {
    const registers = [metrics().registry];
    databaseGauges(readStreamTotals, "could not read audit stream metrics", [
      {
        name: "gas_audit_streams",
        help: "Audit streams by state: active, failing, paused or disabled.",
        of: ["active", "failing", "paused", "disabled"],
      },
      {
        name: "gas_audit_stream_lag_events",
        help: "Highest number of undelivered events of any active stream.",
        of: ({ lagEvents }) => lagEvents,
      },
      {
        name: "gas_audit_stream_lag_seconds",
        help: "Age in seconds of the oldest undelivered event of an active stream.",
        of: ({ lagSeconds }) => Math.max(0, lagSeconds),
      },
    ]);
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

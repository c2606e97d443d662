import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { singleton } from "@/lib/platform/core/singleton";

/** The figures of `/api/metrics`. Names follow Prometheus' conventions; labels never hold ids of organisations or people. */
export function metrics() {
  return singleton("metrics", () => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    return {
      registry,
      requestSeconds: new Histogram({
        name: "gas_http_request_duration_seconds",
        help: "Time from the arrival of a request's headers to its answer.",
        labelNames: ["operation", "status"] as const,
        buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
        registers: [registry],
      }),
      auditEvents: new Counter({
        name: "gas_audit_events_appended_total",
        help: "Audit events committed to a chain.",
        registers: [registry],
      }),
      auditCommits: new Counter({
        name: "gas_audit_commits_total",
        help: "Transactions that committed audit events; events divided by this is the mean size of a group commit.",
        registers: [registry],
      }),
      auditWaiting: new Gauge({
        name: "gas_audit_events_waiting",
        help: "Events that wait in memory for the commit under way.",
        registers: [registry],
      }),
      integrationDeliveries: new Counter({
        name: "gas_integration_deliveries_total",
        help: "Deliveries of integrations: recorded, duplicate, ignored, or refused because of their signature.",
        labelNames: ["product", "result"] as const,
        registers: [registry],
      }),
      retentionDeleted: new Counter({
        name: "gas_retention_deleted_rows_total",
        help: "Rows that were deleted because their organisation had kept them long enough.",
        labelNames: ["kind"] as const,
        registers: [registry],
      }),
      rateLimited: new Counter({
        name: "gas_rate_limited_total",
        help: "Requests refused because of a rate limit.",
        registers: [registry],
      }),
      rateLimitFailovers: new Counter({
        name: "gas_rate_limit_failovers_total",
        help: "Rate-limit decisions made in memory because Redis did not answer.",
        registers: [registry],
      }),
    };
  });
}

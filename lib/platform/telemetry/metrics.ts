import { Counter, collectDefaultMetrics, Gauge, Histogram, type LabelValues, Registry } from "prom-client";
import { singleton } from "@/lib/platform/core/singleton";

/** Reports 0 for label values that alert rules select, because Prometheus sees no increase in a counter that starts at 1. */
function fromZero<Label extends string>(counter: Counter<Label>, values: LabelValues<Label>[]): Counter<Label> {
  for (const labels of values) counter.inc(labels, 0);
  return counter;
}

/** Of files, and of the records of the signer state. */
const storageOperations = ["putFile", "fetchFile", "read", "sizeOf", "move", "remove", "first", "create"];

/** The metrics of `/api/metrics`. Labels never contain ids of organisations or people. */
export function metrics() {
  return singleton("metrics", () => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    return {
      registry,
      requestSeconds: new Histogram({
        name: "gas_http_request_duration_seconds",
        help: "Time from receiving the request headers to sending the response.",
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
        help: "Transactions that committed audit events. The number of events divided by this is the mean size of a group commit.",
        registers: [registry],
      }),
      auditWaiting: new Gauge({
        name: "gas_audit_events_waiting",
        help: "Events in memory that are waiting for the current commit.",
        registers: [registry],
      }),
      integrationDeliveries: fromZero(
        new Counter({
          name: "gas_integration_deliveries_total",
          help: "Integration deliveries: recorded, duplicate, ignored, or rejected because of their signature.",
          labelNames: ["product", "result"] as const,
          registers: [registry],
        }),
        ["GITHUB", "JIRA", "MLFLOW", "unknown"].map((product) => ({ product, result: "refused" })),
      ),
      otlpRecords: new Counter({
        name: "gas_otlp_records_total",
        help: "OpenTelemetry spans and log records received, by signal and result: recorded as an event, repeated, unresolved (from an unregistered source), invalid, or ignored (no AI operation).",
        labelNames: ["signal", "result"] as const,
        registers: [registry],
      }),
      replicaReads: new Counter({
        name: "gas_database_replica_reads_total",
        help: "Reads that can use the read replica, by database: replica, primary_lag (the replica was behind) or primary_unreachable (the replica was unreachable).",
        labelNames: ["database"] as const,
        registers: [registry],
      }),
      retentionDeleted: new Counter({
        name: "gas_retention_deleted_rows_total",
        help: "Rows deleted when their retention period ended.",
        labelNames: ["kind"] as const,
        registers: [registry],
      }),
      webhookAttempts: fromZero(
        new Counter({
          name: "gas_webhook_attempts_total",
          help: "Attempts to deliver webhooks by outcome: succeeded, failed or interrupted.",
          labelNames: ["outcome"] as const,
          registers: [registry],
        }),
        ["succeeded", "failed", "interrupted"].map((outcome) => ({ outcome })),
      ),
      mails: fromZero(
        new Counter({
          name: "gas_mails_total",
          help: "Attempts to send e-mails by outcome: sent, stored (no mail server is configured), retried or failed.",
          labelNames: ["outcome"] as const,
          registers: [registry],
        }),
        ["sent", "stored", "retried", "failed"].map((outcome) => ({ outcome })),
      ),
      signIns: fromZero(
        new Counter({
          name: "gas_sign_ins_total",
          help: "Sign-ins by outcome: succeeded, or the code of the error.",
          labelNames: ["outcome"] as const,
          registers: [registry],
        }),
        ["succeeded", "CredentialsSignin", "SecondFactorInvalid", "TooManyAttempts"].map((outcome) => ({ outcome })),
      ),
      storageErrors: fromZero(
        new Counter({
          name: "gas_storage_errors_total",
          help: "Failed operations of the file storage and of the signer state. Missing files are not included.",
          labelNames: ["operation"] as const,
          registers: [registry],
        }),
        storageOperations.map((operation) => ({ operation })),
      ),
      rateLimited: new Counter({
        name: "gas_rate_limited_total",
        help: "Requests rejected by a rate limit.",
        registers: [registry],
      }),
      rateLimitFailovers: new Counter({
        name: "gas_rate_limit_failovers_total",
        help: "Rate-limit decisions made in memory because Redis was unavailable.",
        registers: [registry],
      }),
    };
  });
}

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { witnessMetrics } from "@/lib/domains/audit-chain";
import { streamMetrics } from "@/lib/domains/audit-streams";
import { jobFigures } from "@/lib/platform/jobs/figures";
import { metrics } from "@/lib/platform/telemetry/metrics";

test("the Grafana dashboard queries only existing metrics, and all metrics of the service", () => {
  jobFigures();
  streamMetrics();
  witnessMetrics();
  const own = metrics()
    .registry.getMetricsAsArray()
    .map(({ name }) => name);
  const text = readFileSync("deploy/grafana-dashboard.json", "utf8");
  const asked = new Set([...text.matchAll(/\b(?:gas|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => base(name)));
  expect([...asked].filter((name) => !own.includes(name))).toEqual([]);
  const unseen = own.filter((name) => name.startsWith("gas_") && !asked.has(name));
  // Run durations include sleeps and are not meaningful by themselves.
  expect(unseen).toEqual(["gas_job_run_duration_seconds"]);
});

/** The name of a histogram without the suffixes of its series. */
function base(name: string): string {
  return name.replace(/_duration_seconds_(?:bucket|count|sum)$/, "_duration_seconds");
}

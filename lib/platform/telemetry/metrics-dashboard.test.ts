import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { chainMetrics, witnessMetrics } from "@/lib/domains/audit-chain";
import { streamMetrics } from "@/lib/domains/audit-streams";
import { integrationKinds } from "@/lib/domains/integrations/enums";
import { moveMetrics } from "@/lib/domains/organisations";
import { env } from "@/lib/platform/config/env";
import { watchClockSkew } from "@/lib/platform/core/clock-skew";
import { jobFigures, startFailureCounts } from "@/lib/platform/jobs/figures";
import { redisMetric } from "@/lib/platform/rate-limits/redis-counter";
import { openStorage } from "@/lib/platform/storage";
import { recordStore } from "@/lib/platform/storage/record-store";
import { processMetrics } from "@/lib/platform/telemetry/database-gauges";
import { metrics } from "@/lib/platform/telemetry/metrics";

beforeAll(() => {
  jobFigures();
  chainMetrics();
  moveMetrics();
  processMetrics({ version: "1.0.0", role: "all" }, async () => true);
  streamMetrics();
  witnessMetrics();
  watchClockSkew();
  redisMetric(() => true);
});

const existing = () =>
  metrics()
    .registry.getMetricsAsArray()
    .map(({ name }) => name);

function namedIn(file: string): Set<string> {
  const text = readFileSync(file, "utf8");
  return new Set([...text.matchAll(/\b(?:gas|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => base(name)));
}

test("the Grafana dashboard queries only existing metrics, and all metrics of the service", () => {
  const own = existing();
  const asked = namedIn("deploy/grafana-dashboard.json");
  expect([...asked].filter((name) => !own.includes(name))).toEqual([]);
  const unseen = own.filter((name) => name.startsWith("gas_") && !asked.has(name));
  // Run durations include sleeps and are not meaningful by themselves.
  expect(unseen).toEqual(["gas_job_run_duration_seconds"]);
});

test("the alert rules use only existing metrics, and each has a test and a section in the monitoring guide", () => {
  expect([...namedIn("deploy/prometheus-rules.yaml")].filter((name) => !existing().includes(name))).toEqual([]);
  const rules = readFileSync("deploy/prometheus-rules.yaml", "utf8");
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name ?? "");
  const runbooks = [...rules.matchAll(/runbook: (\S+)/g)].map(([, path]) => path);
  expect(runbooks).toEqual(alerts.map((name) => `docs/operations/monitoring.md#${name.toLowerCase()}`));
  const tests = readFileSync("deploy/prometheus-rules.test.yaml", "utf8");
  const tested = new Set([...tests.matchAll(/alertname="(\w+)"/g)].map(([, name]) => name));
  expect([...tested].sort()).toEqual([...alerts].sort());
  const guide = readFileSync("docs/operations/monitoring.md", "utf8");
  expect([...guide.matchAll(/^### (Governance\w+)$/gm)].map(([, name]) => name)).toEqual(alerts);
});

test("counters whose increase triggers an alert start at 0", async () => {
  const rules = readFileSync("deploy/prometheus-rules.yaml", "utf8");
  const selected = [...rules.matchAll(/increase\((\w+)\{?(?:(\w+)=~?"([^"]*)"\})?\[/g)];
  expect(selected.length).toBeGreaterThan(5);
  startFailureCounts([{ options: { id: "send-mail", retries: 0 }, onFailure: undefined }]);
  const series = await metrics().registry.metrics();
  for (const [, name, label, values = ""] of selected)
    for (const value of values.split("|"))
      expect(series).toMatch(
        new RegExp(`^${name}\\{.*${label === undefined ? "" : `${label}="${value}"`}.*\\} 0$`, "m"),
      );

  const operations = await metrics().storageErrors.get();
  const files = Object.keys(openStorage(env()));
  const records = Object.keys(recordStore(env().DATA_DIR));
  expect(operations.values.map(({ labels }) => labels.operation)).toEqual(
    expect.arrayContaining([...files, ...records]),
  );
  const products = (await metrics().integrationDeliveries.get()).values.map(({ labels }) => labels.product);
  expect(products).toEqual([...integrationKinds, "unknown"]);
});

test("the alert rules select the job that Kubernetes and the monitoring guide give the metrics", () => {
  const { items } = parse(readFileSync("deploy/kubernetes/components/monitoring/monitoring.yaml", "utf8")) as {
    items: { kind: string; metadata: { labels?: Record<string, string> }; spec: { jobLabel?: string } }[];
  };
  const of = (wanted: string) => items.find(({ kind }) => kind === wanted);
  const job = of("Service")?.metadata.labels?.[of("ServiceMonitor")?.spec.jobLabel ?? ""];
  const rules = readFileSync("deploy/prometheus-rules.yaml", "utf8");
  expect(new Set([...rules.matchAll(/job="([^"]*)"/g)].map(([, selected]) => selected))).toEqual(new Set([job]));
  expect(readFileSync("docs/operations/monitoring.md", "utf8")).toContain(`- job_name: ${job}\n`);
});

/** The name of a histogram without the suffixes of its series. */
function base(name: string): string {
  return name.replace(/_duration_seconds_(?:bucket|count|sum)$/, "_duration_seconds");
}

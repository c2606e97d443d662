import { Counter, Gauge, Registry } from "prom-client";

export type Counters = ReturnType<typeof createCounters>;

/** The metrics of a process that pulls logs from buckets, by source. */
export function createCounters(sources: string[]) {
  const registry = new Registry();
  const newest = new Map<string, number>();
  const common = { labelNames: ["source"], registers: [registry] };
  const counter = (name: string, help: string) => {
    const created = new Counter({ name: `gas_pull_${name}_total`, help, ...common });
    for (const source of sources) created.inc({ source }, 0);
    return created;
  };
  new Gauge({
    name: "gas_pull_newest_object_age_seconds",
    help: "Time since the newest object was modified.",
    ...common,
    collect() {
      for (const [source, atMs] of newest) this.set({ source }, Math.max(0, Math.round((Date.now() - atMs) / 1_000)));
    },
  });
  const lastSuccess = new Gauge({
    name: "gas_pull_last_success_timestamp_seconds",
    help: "Time at which all objects of the source were last imported or rejected, or the start of the process.",
    ...common,
  });
  for (const source of sources) lastSuccess.set({ source }, Math.floor(Date.now() / 1_000));
  return {
    registry,
    /** When each source's newest object was modified. */
    newest,
    seen: counter("objects_seen", "New object versions found."),
    imported: counter("objects_imported", "Objects that the service imported."),
    rejected: counter("objects_rejected", "Objects that the service rejected."),
    linesRejected: counter("lines_rejected", "Rejected lines of imported objects."),
    retries: counter("retries", "Failed attempts to list a bucket or to import an object."),
    bytes: counter("bytes", "Size of the imported objects in the bucket."),
    lastSuccess,
    /** The values of a source by name. */
    async values(source: string): Promise<Record<string, number>> {
      const all = await registry.getMetricsAsJSON();
      const found = all.flatMap(({ name, values }) =>
        values
          .filter(({ labels }) => labels.source === source)
          .map(({ value }) => [name.replace(/^gas_pull_|_total$/g, ""), value]),
      );
      return Object.fromEntries(found);
    },
  };
}

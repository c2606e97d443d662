import { env } from "@/lib/env";

/** Where traces are exported to; undefined where nothing is traced. */
export function tracesUrl(): string | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = env();
  return traces ?? (all === undefined ? undefined : `${all.replace(/\/+$/, "")}/v1/traces`);
}

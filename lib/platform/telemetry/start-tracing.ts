import { env } from "@/lib/platform/config/env";
import { setTracer, type Tracer, tracesUrl, tracing } from "@/lib/platform/telemetry/tracing";

/** Starts tracing if a collector is configured. Otherwise OpenTelemetry is not loaded. */
export async function startTracing(): Promise<Pick<Tracer, "close">> {
  const url = tracesUrl();
  if (url === undefined) return { close: async () => undefined };
  const { createTracer } = await import("@/lib/platform/telemetry/otlp-tracer");
  setTracer(createTracer(url, env()));
  return {
    async close() {
      const tracer = tracing();
      setTracer(undefined);
      await tracer?.close();
    },
  };
}

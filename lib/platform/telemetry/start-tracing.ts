import { env } from "@/lib/platform/config/env";
import { setTracer, type Tracer, tracesUrl, tracing } from "@/lib/platform/telemetry/tracing";

/** Traces what this process does from now on, where the environment names a collector; else it loads and does nothing. */
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

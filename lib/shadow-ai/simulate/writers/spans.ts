import type { Exchange, Flow } from "@/lib/shadow-ai/simulate/flow";
import { Random } from "@/lib/shadow-ai/simulate/random";
import type { LogWriter } from "@/lib/shadow-ai/simulate/writers/log-writer";

/**
 * Spans of instrumented programs as an OpenTelemetry collector's file exporter writes them: one OTLP request a line. Attributes
 * are those of the semantic conventions for generative AI and for hosts.
 */
export function spanWriter(seed: number): LogWriter {
  const random = new Random(`spans/${seed}`);
  return {
    flow(flow, emit) {
      if (!flow.instrumented) return;
      for (const exchange of flow.exchanges) {
        if (exchange.model === null) continue;
        const line = JSON.stringify(request(flow, exchange, random.hex(32), random.hex(16)));
        emit("spans.json", exchange.startMs + exchange.durationMs, line);
      }
    },
  };
}

function request(flow: Flow, exchange: Exchange, traceId: string, spanId: string): object {
  const { client, server } = flow;
  const model = exchange.model;
  const span = {
    traceId,
    spanId,
    name: `${model?.operation} ${model?.model}`,
    kind: 3,
    startTimeUnixNano: `${exchange.startMs}000000`,
    endTimeUnixNano: `${exchange.startMs + exchange.durationMs}000000`,
    attributes: attributes({
      "gen_ai.operation.name": model?.operation ?? "",
      "gen_ai.provider.name": model?.provider ?? "",
      "gen_ai.request.model": model?.model ?? "",
      "gen_ai.usage.input_tokens": model?.inputTokens ?? 0,
      "gen_ai.usage.output_tokens": model?.outputTokens ?? 0,
      "server.address": server.host,
      "server.port": server.port,
    }),
    status: {},
  };
  const resource = {
    attributes: [
      ...attributes({
        "service.name": client.user === null ? client.machine : "notebook",
        "host.name": client.machine,
      }),
      { key: "host.ip", value: { arrayValue: { values: [{ stringValue: client.address }] } } },
    ],
  };
  return {
    resourceSpans: [
      { resource, scopeSpans: [{ scope: { name: "opentelemetry.instrumentation.genai" }, spans: [span] }] },
    ],
  };
}

function attributes(values: Record<string, string | number>): object[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
  }));
}

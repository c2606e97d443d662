import type { Exchange, Flow } from "@/lib/domains/shadow-ai/simulate/flow";
import { Random } from "@/lib/domains/shadow-ai/simulate/random";
import { endMs, iso, isUdp, type LogWriter, networkBytes } from "@/lib/domains/shadow-ai/simulate/writers/log-writer";

/** Suricata 7, eve.json: flow, tls, http, quic and dns, tied together by `flow_id` (docs.suricata.io, "EVE JSON Format"). */
export function suricataWriter(): LogWriter {
  let flowId = 1_200_000_000_000;
  return {
    flow(flow, emit) {
      flowId += 7_919;
      const at = (ms: number) => iso(ms).replace("Z", "000+0000");
      const common = (event_type: string, ms: number) => ({
        timestamp: at(ms),
        flow_id: flowId,
        in_iface: "eth1",
        event_type,
        src_ip: flow.client.address,
        src_port: flow.clientPort,
        dest_ip: flow.server.address,
        dest_port: flow.server.port,
        proto: isUdp(flow) ? "UDP" : "TCP",
      });
      const event = (type: string, ms: number, detail: object) =>
        emit("eve.json", ms, JSON.stringify({ ...common(type, ms), ...detail }));
      if (flow.protocol === "TLS") event("tls", flow.startMs + 30, { tls: tls(flow) });
      if (flow.protocol === "QUIC") event("quic", flow.startMs + 30, { quic: { version: "1", sni: flow.server.host } });
      if (flow.protocol === "HTTP") {
        flow.exchanges.forEach((exchange, tx_id) => {
          const http = {
            hostname: flow.server.host,
            url: exchange.path,
            http_user_agent: flow.software.userAgent,
            http_method: exchange.method,
            protocol: "HTTP/1.1",
            status: exchange.status,
            length: exchange.responseBytes,
            ...(flow.server.port === 80 ? {} : { http_port: flow.server.port }),
          };
          event("http", exchange.startMs + exchange.durationMs, { tx_id, http });
        });
      }
      event("flow", endMs(flow) + 5_000, { app_proto: appProto(flow), flow: summary(flow, at) });
    },
    lookup(lookup, emit) {
      flowId += 7_919;
      const event = {
        timestamp: iso(lookup.atMs).replace("Z", "000+0000"),
        flow_id: flowId,
        in_iface: "eth1",
        event_type: "dns",
        src_ip: lookup.client.address,
        src_port: lookup.clientPort,
        dest_ip: "10.0.0.53",
        dest_port: 53,
        proto: "UDP",
        dns: { type: "query", id: lookup.queryId, rrname: lookup.host, rrtype: lookup.type, tx_id: 0, opcode: 0 },
      };
      emit("eve.json", lookup.atMs, JSON.stringify(event));
    },
  };
}

function tls({ server, software, blocked }: Flow): object {
  return {
    sni: server.host,
    version: blocked ? "UNDETERMINED" : "TLS 1.3",
    ja3: { hash: software.ja3 },
    ja4: software.ja4,
  };
}

function appProto({ protocol }: Flow): string {
  return { TLS: "tls", HTTP: "http", QUIC: "quic", TCP: "ssh", UDP: "failed" }[protocol];
}

function summary(flow: Flow, at: (ms: number) => string): object {
  const ethernet = 14;
  return {
    pkts_toserver: flow.packetsOut,
    pkts_toclient: flow.packetsIn,
    bytes_toserver: networkBytes(flow, "out") + ethernet * flow.packetsOut,
    bytes_toclient: networkBytes(flow, "in") + ethernet * flow.packetsIn,
    start: at(flow.startMs),
    end: at(endMs(flow)),
    age: Math.round(flow.durationMs / 1_000),
    state: "closed",
    reason: "timeout",
    alerted: false,
  };
}

/** The service's own NDJSON, as a sensor at the edge of the network writes it: a line for each connection. */
export function nativeWriter(): LogWriter {
  return {
    flow(flow, emit) {
      const path = flow.protocol === "HTTP" ? flow.exchanges[0]?.path : undefined;
      const record = {
        at: iso(flow.startMs),
        vantage: "NETWORK_TRAFFIC",
        client: flow.client.address,
        // What says nothing of a name is known by its address.
        ...(flow.protocol === "TCP" || flow.protocol === "UDP"
          ? { address: flow.server.address }
          : { host: flow.server.host }),
        port: flow.server.port,
        ...(path === undefined
          ? {}
          : { url: path, method: flow.exchanges[0]?.method, userAgent: flow.software.userAgent }),
        bytesOut: flow.bytesOut,
        bytesIn: flow.bytesIn,
        packetsOut: flow.packetsOut,
        packetsIn: flow.packetsIn,
        durationMs: flow.durationMs,
        transport: isUdp(flow) ? "UDP" : "TCP",
        ...(flow.protocol === "TLS" ? { tlsFingerprint: flow.software.ja4 } : {}),
        action: flow.blocked ? "BLOCKED" : "ALLOWED",
      };
      emit("traffic.ndjson", endMs(flow), JSON.stringify(record));
    },
  };
}

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

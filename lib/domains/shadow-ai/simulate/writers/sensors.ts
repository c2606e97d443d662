import type { Client, Exchange, Flow, ModelUse } from "@/lib/domains/shadow-ai/simulate/flow";
import { Random } from "@/lib/domains/shadow-ai/simulate/random";
import {
  endMs,
  iso,
  isUdp,
  type LogWriter,
  networkBytes,
  resolverAddress,
} from "@/lib/domains/shadow-ai/simulate/writers/log-writer";

/** Suricata 7, eve.json: flow, tls, http, quic and dns, joined by `flow_id` (docs.suricata.io, "EVE JSON Format"). */
export function suricataWriter(): LogWriter {
  let flowId = 1_200_000_000_000;
  const at = (ms: number) => iso(ms).replace("Z", "000+0000");
  const event = (ms: number, type: string, client: Client, port: number, to: { address: string; port: number }) => ({
    timestamp: at(ms),
    flow_id: flowId,
    in_iface: "eth1",
    event_type: type,
    src_ip: client.address,
    src_port: port,
    dest_ip: to.address,
    dest_port: to.port,
  });
  return {
    flow(flow, emit) {
      flowId += 7_919;
      const { startMs, protocol, server } = flow;
      const proto = isUdp(flow) ? "UDP" : "TCP";
      const write = (type: string, ms: number, detail: object) => {
        const common = event(ms, type, flow.client, flow.clientPort, server);
        emit("eve.json", ms, JSON.stringify({ ...common, proto, ...detail }));
      };
      if (protocol === "TLS") write("tls", startMs + 30, { tls: tls(flow) });
      if (protocol === "QUIC") write("quic", startMs + 30, { quic: { version: "1", sni: server.host } });
      if (protocol === "HTTP") {
        for (const [tx_id, exchange] of flow.exchanges.entries())
          write("http", exchange.startMs + exchange.durationMs, { tx_id, http: http(flow, exchange) });
      }
      const app_proto = { TLS: "tls", HTTP: "http", QUIC: "quic", TCP: "ssh", UDP: "failed" }[protocol];
      const times = { start: at(startMs), end: at(endMs(flow)), age: Math.round(flow.durationMs / 1_000) };
      const ended = { ...times, state: "closed", reason: "timeout", alerted: false };
      write("flow", endMs(flow) + 5_000, { app_proto, flow: { ...frames(flow), ...ended } });
    },
    lookup(lookup, emit) {
      flowId += 7_919;
      const { atMs, client, clientPort, queryId: id, host, type } = lookup;
      const common = event(atMs, "dns", client, clientPort, { address: resolverAddress, port: 53 });
      const dns = { type: "query", id, rrname: host, rrtype: type, tx_id: 0, opcode: 0 };
      emit("eve.json", atMs, JSON.stringify({ ...common, proto: "UDP", dns }));
    },
  };
}

function tls({ server, software, blocked }: Flow): object {
  const version = blocked ? "UNDETERMINED" : "TLS 1.3";
  return { sni: server.host, version, ja3: { hash: software.ja3 }, ja4: software.ja4 };
}

function http({ server, software }: Flow, { path, method, status, responseBytes }: Exchange): object {
  return {
    hostname: server.host,
    url: path,
    http_user_agent: software.userAgent,
    http_method: method,
    protocol: "HTTP/1.1",
    status,
    length: responseBytes,
    ...(server.port !== 80 && { http_port: server.port }),
  };
}

/** Bytes include the Ethernet header. */
function frames(flow: Flow): object {
  const ethernet = 14;
  return {
    pkts_toserver: flow.packetsOut,
    pkts_toclient: flow.packetsIn,
    bytes_toserver: networkBytes(flow, "out") + ethernet * flow.packetsOut,
    bytes_toclient: networkBytes(flow, "in") + ethernet * flow.packetsIn,
  };
}

/** The service's own NDJSON, as a sensor at the edge of the network writes it: a line for each connection. */
export function nativeWriter(): LogWriter {
  return {
    flow(flow, emit) {
      const { client, server, protocol, software, bytesOut, bytesIn, packetsOut, packetsIn, durationMs } = flow;
      const request = protocol === "HTTP" ? flow.exchanges[0] : undefined;
      const record = {
        at: iso(flow.startMs),
        vantage: "NETWORK_TRAFFIC",
        client: client.address,
        // Other protocols contain no name.
        ...(protocol === "TCP" || protocol === "UDP" ? { address: server.address } : { host: server.host }),
        port: server.port,
        ...(request && { url: request.path, method: request.method, userAgent: software.userAgent }),
        ...{ bytesOut, bytesIn, packetsOut, packetsIn, durationMs },
        transport: isUdp(flow) ? "UDP" : "TCP",
        ...(protocol === "TLS" && { tlsFingerprint: software.ja4 }),
        action: flow.blocked ? "BLOCKED" : "ALLOWED",
      };
      emit("traffic.ndjson", endMs(flow), JSON.stringify(record));
    },
  };
}

/**
 * Spans of instrumented programs as the file exporter of an OpenTelemetry collector writes them: one OTLP request per line,
 * with the attributes of the semantic conventions for generative AI and for hosts.
 */
export function spanWriter(seed: number): LogWriter {
  const random = new Random(`spans/${seed}`);
  return {
    flow(flow, emit) {
      if (!flow.instrumented) return;
      for (const exchange of flow.exchanges) {
        if (exchange.model === null) continue;
        const ids = { traceId: random.hex(32), spanId: random.hex(16) };
        const line = JSON.stringify(request(flow, exchange, exchange.model, ids));
        emit("spans.json", exchange.startMs + exchange.durationMs, line);
      }
    },
  };
}

function request({ client, server }: Flow, { startMs, durationMs }: Exchange, model: ModelUse, ids: object): object {
  const span = {
    ...ids,
    name: `${model.operation} ${model.model}`,
    kind: 3,
    startTimeUnixNano: `${startMs}000000`,
    endTimeUnixNano: `${startMs + durationMs}000000`,
    attributes: attributes({
      "gen_ai.operation.name": model.operation,
      "gen_ai.provider.name": model.provider,
      "gen_ai.request.model": model.model,
      "gen_ai.usage.input_tokens": model.inputTokens,
      "gen_ai.usage.output_tokens": model.outputTokens,
      "server.address": server.host,
      "server.port": server.port,
    }),
    status: {},
  };
  const service = { "service.name": client.user === null ? client.machine : "notebook", "host.name": client.machine };
  const address = { key: "host.ip", value: { arrayValue: { values: [{ stringValue: client.address }] } } };
  const resource = { attributes: [...attributes(service), address] };
  const scopeSpans = [{ scope: { name: "opentelemetry.instrumentation.genai" }, spans: [span] }];
  return { resourceSpans: [{ resource, scopeSpans }] };
}

function attributes(values: Record<string, string | number>): object[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
  }));
}

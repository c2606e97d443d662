import type { Flow, Lookup } from "@/lib/shadow-ai/simulate/flow";
import { Random } from "@/lib/shadow-ai/simulate/random";
import { endMs, isUdp, type LogWriter, networkBytes, seconds } from "@/lib/shadow-ai/simulate/writers/log-writer";
import { columns, head, json, type Log, tsv, type Value } from "@/lib/shadow-ai/simulate/writers/zeek-lines";

/**
 * Zeek 7 with its default fields (docs.zeek.org, "Zeek Log Formats"), and JA3 and JA4 in ssl.log as their packages add them.
 * As TSV or as JSON, which leaves out what is not set.
 */
export function zeekWriter(seed: number, style: "tsv" | "json"): LogWriter {
  const random = new Random(`zeek/${seed}`);
  const render = style === "tsv" ? tsv : json;
  const uid = () => `C${random.hex(17)}`;
  return {
    ...(style === "tsv"
      ? { heads: Object.fromEntries(Object.keys(columns).map((log) => [`${log}.log`, head(log as Log)])) }
      : {}),
    flow(flow, emit) {
      const id = uid();
      const from = origin(
        flow.startMs,
        id,
        flow.client.address,
        flow.clientPort,
        flow.server.address,
        flow.server.port,
      );
      if (flow.protocol === "TLS") emit("ssl.log", flow.startMs + 20, render("ssl", ssl(flow, from)));
      if (flow.protocol === "QUIC") emit("quic.log", flow.startMs + 20, render("quic", quic(flow, from, random)));
      if (flow.protocol === "HTTP") {
        flow.exchanges.forEach((_, depth) => {
          const exchange = flow.exchanges[depth];
          if (exchange)
            emit("http.log", exchange.startMs + exchange.durationMs, render("http", http(flow, depth, from)));
        });
      }
      emit("conn.log", endMs(flow) + 5_000, render("conn", conn(flow, from)));
    },
    lookup(lookup, emit) {
      const from = origin(lookup.atMs, uid(), lookup.client.address, lookup.clientPort, "10.0.0.53", 53);
      emit("dns.log", lookup.atMs + 12, render("dns", dns(lookup, from)));
      emit("conn.log", lookup.atMs + 10_000, render("conn", dnsConn(lookup, from)));
    },
  };
}

function origin(atMs: number, uid: string, from: string, fromPort: number, to: string, toPort: number): Value[] {
  return [`${seconds(atMs)}000`, uid, from, fromPort, to, toPort];
}

function conn(flow: Flow, from: Value[]): Value[] {
  const udp = isUdp(flow);
  const service = { TLS: "ssl", HTTP: "http", QUIC: "quic", TCP: null, UDP: null }[flow.protocol];
  const [state, history] = flow.blocked ? ["RSTR", "ShADar"] : udp ? ["SF", "Dd"] : ["SF", "ShADadFf"];
  return [
    ...from,
    udp ? "udp" : "tcp",
    flow.server.port === 22 ? "ssh" : service,
    `${seconds(flow.durationMs)}000`,
    flow.bytesOut,
    flow.bytesIn,
    state ?? "SF",
    true,
    false,
    0,
    history ?? "",
    flow.packetsOut,
    networkBytes(flow, "out"),
    flow.packetsIn,
    networkBytes(flow, "in"),
    null,
    udp ? 17 : 6,
  ];
}

function ssl(flow: Flow, from: Value[]): Value[] {
  const { server, blocked, software } = flow;
  const agreed: Value[] = blocked ? [null, null, null] : ["TLSv13", "TLS_AES_128_GCM_SHA256", "x25519"];
  return [
    ...from,
    ...agreed,
    server.host,
    false,
    null,
    blocked ? null : "h2",
    !blocked,
    blocked ? "C" : "CsiI",
    null,
    null,
    null,
    software.ja3,
    software.ja4,
  ];
}

function quic(flow: Flow, from: Value[], random: Random): Value[] {
  return [...from, "1", random.hex(16), null, random.hex(16), flow.server.host, "h3", "ISishIHhHh"];
}

function http(flow: Flow, depth: number, from: Value[]): Value[] {
  const exchange = flow.exchanges[depth];
  if (!exchange) return from;
  const host = flow.server.port === 80 ? flow.server.host : `${flow.server.host}:${flow.server.port}`;
  const ts = `${seconds(exchange.startMs)}000`;
  return [
    ts,
    ...from.slice(1),
    depth + 1,
    exchange.method,
    host,
    exchange.path,
    null,
    "1.1",
    flow.software.userAgent,
    null,
    exchange.requestBytes,
    exchange.responseBytes,
    exchange.status,
    exchange.status === 200 ? "OK" : "-",
    null,
    null,
    [],
    null,
    null,
    null,
    null,
    null,
  ];
}

const recordTypes = { A: 1, AAAA: 28, HTTPS: 65 } as const;

function dns(lookup: Lookup, from: Value[]): Value[] {
  const { answers, type } = lookup;
  const told: Value[] =
    answers.length === 0 ? [null, null] : [[...answers], answers.map(() => `${lookup.ttlSeconds}.000000`)];
  return [
    ...from,
    "udp",
    lookup.queryId,
    "0.012000",
    lookup.host,
    1,
    "C_INTERNET",
    recordTypes[type],
    type,
    0,
    "NOERROR",
    false,
    false,
    true,
    true,
    0,
    ...told,
    false,
  ];
}

function dnsConn({ host, answers }: Lookup, from: Value[]): Value[] {
  const out = host.length + 18;
  const back = out + answers.length * 16;
  return [...from, "udp", "dns", "0.012000", out, back, "SF", true, true, 0, "Dd", 1, out + 28, 1, back + 28, null, 17];
}

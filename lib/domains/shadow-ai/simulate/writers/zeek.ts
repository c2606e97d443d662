import type { Flow, Lookup } from "@/lib/domains/shadow-ai/simulate/flow";
import { Random } from "@/lib/domains/shadow-ai/simulate/random";
import {
  endMs,
  isUdp,
  type LogWriter,
  networkBytes,
  seconds,
} from "@/lib/domains/shadow-ai/simulate/writers/log-writer";

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

/** Of a column; null where it is not set. */
export type Value = string | number | boolean | string[] | null;

/** Name and type of each column, as in the headings `#fields` and `#types`. */
export const columns = {
  conn: columnsOf(`
    proto:enum service:string duration:interval orig_bytes:count resp_bytes:count conn_state:string
    local_orig:bool local_resp:bool missed_bytes:count history:string orig_pkts:count orig_ip_bytes:count
    resp_pkts:count resp_ip_bytes:count tunnel_parents:set[string] ip_proto:count
  `),
  ssl: columnsOf(`
    version:string cipher:string curve:string server_name:string resumed:bool last_alert:string
    next_protocol:string established:bool ssl_history:string cert_chain_fps:vector[string]
    client_cert_chain_fps:vector[string] sni_matches_cert:bool ja3:string ja4:string
  `),
  http: columnsOf(`
    trans_depth:count method:string host:string uri:string referrer:string version:string user_agent:string
    origin:string request_body_len:count response_body_len:count status_code:count status_msg:string
    info_code:count info_msg:string tags:set[enum] username:string password:string proxied:set[string]
    orig_mime_types:vector[string] resp_mime_types:vector[string]
  `),
  dns: columnsOf(`
    proto:enum trans_id:count rtt:interval query:string qclass:count qclass_name:string qtype:count
    qtype_name:string rcode:count rcode_name:string AA:bool TC:bool RD:bool RA:bool Z:count
    answers:vector[string] TTLs:vector[interval] rejected:bool
  `),
  quic: columnsOf(`
    version:string client_initial_dcid:string client_scid:string server_scid:string server_name:string
    client_protocol:string history:string
  `),
} satisfies Record<string, string[]>;

export type Log = keyof typeof columns;

/** After the time, the id and the four parts of the connection, which every log has. */
function columnsOf(text: string): string[] {
  const identity = "ts:time uid:string id.orig_h:addr id.orig_p:port id.resp_h:addr id.resp_p:port";
  return `${identity} ${text}`.trim().split(/\s+/);
}

const names = eachColumn(0);

const types = eachColumn(1);

function eachColumn(part: 0 | 1): Record<Log, string[]> {
  const entries = Object.entries(columns).map(([log, list]) => [
    log,
    list.map((column) => column.split(":")[part] ?? ""),
  ]);
  return Object.fromEntries(entries);
}

export function head(log: Log): string {
  return [
    "#separator \\x09",
    "#set_separator\t,",
    "#empty_field\t(empty)",
    "#unset_field\t-",
    `#path\t${log}`,
    `#fields\t${names[log].join("\t")}`,
    `#types\t${types[log].join("\t")}\n`,
  ].join("\n");
}

export function tsv(_log: Log, values: Value[]): string {
  return values.map(tsvValue).join("\t");
}

function tsvValue(value: Value): string {
  if (value === null) return "-";
  if (typeof value === "boolean") return value ? "T" : "F";
  if (Array.isArray(value)) return value.length === 0 ? "(empty)" : value.join(",");
  return String(value);
}

export function json(log: Log, values: Value[]): string {
  let text = "";
  names[log].forEach((name, index) => {
    const value = values[index] ?? null;
    if (value === null) return;
    const type = types[log][index];
    // Times and intervals are texts here, so that TSV has all their digits.
    const plain = type === "time" || type === "interval" ? Number(value) : jsonList(type, value);
    text += `${text === "" ? "{" : ","}"${name}":${typeof plain === "number" ? plain : JSON.stringify(plain)}`;
  });
  return `${text}}`;
}

function jsonList(type: string | undefined, value: Value): Value | number[] {
  return type === "vector[interval]" && Array.isArray(value) ? value.map(Number) : value;
}

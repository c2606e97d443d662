import type { Exchange, Flow, Lookup } from "@/lib/domains/shadow-ai/simulate/flow";
import { Random } from "@/lib/domains/shadow-ai/simulate/random";
import {
  endMs,
  isUdp,
  type LogWriter,
  networkBytes,
  resolverAddress,
  seconds,
} from "@/lib/domains/shadow-ai/simulate/writers/log-writer";

/**
 * Zeek 7 with its default fields (docs.zeek.org, "Zeek Log Formats"), and JA3 and JA4 in ssl.log as their packages add them.
 * As TSV, or as JSON without unset columns.
 */
export function zeekWriter(seed: number, style: "tsv" | "json"): LogWriter {
  const random = new Random(`zeek/${seed}`);
  const render = style === "tsv" ? tsv : json;
  const uid = () => `C${random.hex(17)}`;
  const heads = Object.fromEntries(Object.entries(columns).map(([log, list]) => [`${log}.log`, head(log, list)]));
  return {
    ...(style === "tsv" && { heads }),
    flow(flow, emit) {
      const write = (log: Log, atMs: number, row: Row) => emit(`${log}.log`, atMs, render(log, row));
      const { client, clientPort, server, startMs, protocol } = flow;
      const from = origin(startMs, uid(), client.address, clientPort, server.address, server.port);
      if (protocol === "TLS") write("ssl", startMs + 20, { ...from, ...ssl(flow) });
      if (protocol === "QUIC") write("quic", startMs + 20, { ...from, ...quic(flow, random) });
      if (protocol === "HTTP") {
        for (const [depth, exchange] of flow.exchanges.entries()) {
          const row = { ...from, ts: zeekSeconds(exchange.startMs), trans_depth: depth + 1, ...http(flow, exchange) };
          write("http", exchange.startMs + exchange.durationMs, row);
        }
      }
      write("conn", endMs(flow) + 5_000, { ...from, ...conn(flow) });
    },
    lookup(lookup, emit) {
      const { atMs, client, clientPort } = lookup;
      const from = origin(atMs, uid(), client.address, clientPort, resolverAddress, 53);
      emit("dns.log", atMs + 12, render("dns", { ...from, ...dns(lookup) }));
      emit("conn.log", atMs + 10_000, render("conn", { ...from, ...dnsConn(lookup) }));
    },
  };
}

/** The values of a line by column. Unset columns are omitted. */
type Row = Record<string, string | number | boolean | readonly string[]>;

function origin(atMs: number, uid: string, from: string, fromPort: number, to: string, toPort: number): Row {
  return {
    ts: zeekSeconds(atMs),
    uid,
    "id.orig_h": from,
    "id.orig_p": fromPort,
    "id.resp_h": to,
    "id.resp_p": toPort,
  };
}

/** As text, so that TSV has all digits. */
function zeekSeconds(ms: number): string {
  return `${seconds(ms)}000`;
}

function conn(flow: Flow): Row {
  const udp = isUdp(flow);
  const service = flow.server.port === 22 ? "ssh" : { TLS: "ssl", HTTP: "http", QUIC: "quic" }[flow.protocol as string];
  return {
    proto: udp ? "udp" : "tcp",
    ...(service !== undefined && { service }),
    duration: zeekSeconds(flow.durationMs),
    orig_bytes: flow.bytesOut,
    resp_bytes: flow.bytesIn,
    conn_state: flow.blocked ? "RSTR" : "SF",
    local_orig: true,
    local_resp: false,
    missed_bytes: 0,
    history: flow.blocked ? "ShADar" : udp ? "Dd" : "ShADadFf",
    orig_pkts: flow.packetsOut,
    orig_ip_bytes: networkBytes(flow, "out"),
    resp_pkts: flow.packetsIn,
    resp_ip_bytes: networkBytes(flow, "in"),
    ip_proto: udp ? 17 : 6,
  };
}

function ssl({ server, blocked, software: { ja3, ja4 } }: Flow): Row {
  const name = { server_name: server.host, resumed: false, ja3, ja4 };
  if (blocked) return { ...name, established: false, ssl_history: "C" };
  const agreed = { version: "TLSv13", cipher: "TLS_AES_128_GCM_SHA256", curve: "x25519", next_protocol: "h2" };
  return { ...name, ...agreed, established: true, ssl_history: "CsiI" };
}

function quic({ server }: Flow, random: Random): Row {
  const ids = { client_initial_dcid: random.hex(16), server_scid: random.hex(16) };
  return { version: "1", ...ids, server_name: server.host, client_protocol: "h3", history: "ISishIHhHh" };
}

function http({ server, software }: Flow, { method, path, requestBytes, responseBytes, status }: Exchange): Row {
  return {
    method,
    host: server.port === 80 ? server.host : `${server.host}:${server.port}`,
    uri: path,
    version: "1.1",
    user_agent: software.userAgent,
    request_body_len: requestBytes,
    response_body_len: responseBytes,
    status_code: status,
    status_msg: status === 200 ? "OK" : "-",
    tags: [],
  };
}

const recordTypes = { A: 1, AAAA: 28, HTTPS: 65 } as const;

function dns({ answers, type, queryId, host, ttlSeconds }: Lookup): Row {
  const found = { answers, TTLs: answers.map(() => `${ttlSeconds}.000000`) };
  return {
    ...{ proto: "udp", trans_id: queryId, rtt: "0.012000", query: host, qclass: 1, qclass_name: "C_INTERNET" },
    ...{ qtype: recordTypes[type], qtype_name: type, rcode: 0, rcode_name: "NOERROR" },
    ...{ AA: false, TC: false, RD: true, RA: true, Z: 0, rejected: false },
    ...(answers.length > 0 && found),
  };
}

function dnsConn({ host, answers }: Lookup): Row {
  const out = host.length + 18;
  const back = out + answers.length * 16;
  return {
    ...{ proto: "udp", service: "dns", duration: "0.012000", orig_bytes: out, resp_bytes: back, conn_state: "SF" },
    ...{ local_orig: true, local_resp: true, missed_bytes: 0, history: "Dd", orig_pkts: 1, orig_ip_bytes: out + 28 },
    ...{ resp_pkts: 1, resp_ip_bytes: back + 28, ip_proto: 17 },
  };
}

/** Name and type of each column, in the order of the headers `#fields` and `#types`. */
const columns = {
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
};
type Log = keyof typeof columns;
type Column = readonly [name: string, type: string];

/** The columns of a log, after the time, the ID and the four parts of the connection, which every log has. */
function columnsOf(text: string): Column[] {
  const identity = "ts:time uid:string id.orig_h:addr id.orig_p:port id.resp_h:addr id.resp_p:port";
  return `${identity} ${text}`
    .trim()
    .split(/\s+/)
    .map((column) => column.split(":") as [string, string]);
}

function head(log: string, list: readonly Column[]): string {
  return [
    "#separator \\x09",
    "#set_separator\t,",
    "#empty_field\t(empty)",
    "#unset_field\t-",
    `#path\t${log}`,
    `#fields\t${list.map(([name]) => name).join("\t")}`,
    `#types\t${list.map(([, type]) => type).join("\t")}\n`,
  ].join("\n");
}

function tsv(log: Log, row: Row): string {
  return columns[log].map(([name]) => tsvValue(row[name])).join("\t");
}

function tsvValue(value: Row[string] | undefined): string {
  if (value === undefined) return "-";
  if (typeof value === "boolean") return value ? "T" : "F";
  if (typeof value === "object") return value.length === 0 ? "(empty)" : value.join(",");
  return String(value);
}

function json(log: Log, row: Row): string {
  const members = columns[log].flatMap(([name, type]) => {
    const value = row[name];
    if (value === undefined) return [];
    const isNumber = type === "time" || type === "interval";
    const list = type === "vector[interval]" && typeof value === "object" ? value.map(Number) : value;
    return [`"${name}":${isNumber ? Number(value) : JSON.stringify(list)}`];
  });
  return `{${members.join(",")}}`;
}

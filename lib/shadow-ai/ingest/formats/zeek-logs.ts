import type { ZeekRow } from "@/lib/shadow-ai/ingest/formats/zeek-rows";
import type { JoinPart, ParseContext, Sighting } from "@/lib/shadow-ai/ingest/sighting";
import { parseTime } from "@/lib/shadow-ai/ingest/text/timestamps";

export type ZeekLog = "ssl" | "http" | "conn" | "dns" | "quic";

/** Ports of look-ups, which dns.log tells of. */
const lookupPorts = new Set<number | null>([53, 137, 5353, 5355]);

/**
 * How each log is read: the columns are those of Zeek's own scripts, and of the JA3 and JA4 packages. Objects are written out
 * in full, because these lines come by the million.
 */
export const zeekLogs: Record<ZeekLog, (row: ZeekRow, context: ParseContext) => Sighting | null> = {
  ssl: (row, context) => readHandshake(row, context, "tcp"),
  quic: (row, context) => readHandshake(row, context, "udp"),
  http: readHttp,
  conn: readConnection,
  dns: (row, context) => ({
    atMs: timeOf(row, context),
    vantage: "DNS",
    client: row.text("id.orig_h"),
    host: row.text("query"),
    transport: row.text("proto"),
    answers: row.list("answers").filter((answer) => /^[\d.]+$|:/.test(answer)),
  }),
};

/** Which log a line is of, by its columns; null for logs of other things. */
export function zeekLogOf(has: (column: string) => boolean): ZeekLog | null {
  if (has("conn_state") || has("orig_bytes") || has("resp_bytes") || has("orig_pkts")) return "conn";
  if (has("query") && !has("host")) return "dns";
  if (has("method") || has("uri") || has("status_code") || has("user_agent")) return has("id.orig_h") ? "http" : null;
  if (has("client_initial_dcid") || has("client_scid") || has("client_protocol")) return "quic";
  if (has("server_name") || (has("established") && has("id.orig_h"))) return "ssl";
  return null;
}

/** `ssl`, and what sites make of it: `ssl_eth0`, `conn-internal`. */
export function zeekLogOfPath(path: string): ZeekLog | null {
  return (/^(ssl|http|conn|dns|quic)(?=$|[-_.])(?!_long)/.exec(path)?.[1] as ZeekLog | undefined) ?? null;
}

function readHandshake(row: ZeekRow, context: ParseContext, transport: "tcp" | "udp"): Sighting {
  return {
    atMs: timeOf(row, context),
    vantage: "NETWORK_TRAFFIC",
    client: row.text("id.orig_h"),
    host: row.text("server_name"),
    address: row.text("id.resp_h"),
    port: row.number("id.resp_p"),
    tlsFingerprint: row.text("ja4") ?? row.text("ja3"),
    transport,
    join: joinOf(row, "NAME"),
  };
}

function readHttp(row: ZeekRow, context: ParseContext): Sighting {
  const method = row.text("method");
  const uri = row.text("uri");
  const isTunnel = method === "CONNECT";
  // To a proxy: its own address and port are not those that are reached.
  const isProxied = isTunnel || (uri !== null && !uri.startsWith("/"));
  return {
    atMs: timeOf(row, context),
    vantage: "NETWORK_TRAFFIC",
    client: row.text("id.orig_h"),
    host: isProxied ? null : row.text("host"),
    address: isProxied ? null : row.text("id.resp_h"),
    port: isProxied ? null : row.number("id.resp_p"),
    url: uri,
    method,
    status: row.number("status_code"),
    bytesOut: isTunnel ? null : row.number("request_body_len"),
    bytesIn: isTunnel ? null : row.number("response_body_len"),
    userAgent: row.text("user_agent"),
    transport: "tcp",
    join: joinOf(row, isTunnel ? "NAME" : "REQUEST"),
  };
}

function readConnection(row: ZeekRow, context: ParseContext): Sighting | null {
  const port = row.number("id.resp_p");
  const transport = row.text("proto");
  if (transport !== "tcp" && transport !== "udp" && transport !== null) return null;
  if (lookupPorts.has(port) || row.text("service") === "dns") return null;
  const seconds = row.number("duration");
  return {
    atMs: timeOf(row, context),
    vantage: "NETWORK_TRAFFIC",
    client: row.text("id.orig_h"),
    address: row.text("id.resp_h"),
    port,
    transport,
    bytesOut: row.number("orig_bytes"),
    bytesIn: row.number("resp_bytes"),
    packetsOut: row.number("orig_pkts"),
    packetsIn: row.number("resp_pkts"),
    durationMs: seconds === null ? null : seconds * 1_000,
    join: joinOf(row, "FIGURES"),
  };
}

function timeOf(row: ZeekRow, context: ParseContext): number {
  // Nearly every line: seconds with a fraction.
  const seconds = row.number("ts");
  return seconds !== null && seconds > 1e8 && seconds < 1e11 ? seconds * 1_000 : parseTime(row.text("ts"), context);
}

/** By `uid`; by addresses and ports where that column is missing. */
function joinOf(row: ZeekRow, part: JoinPart["part"]): JoinPart {
  const uid = row.text("uid");
  if (uid !== null) return { key: uid, part };
  const ends = ["id.orig_h", "id.orig_p", "id.resp_h", "id.resp_p"].map((column) => row.text(column));
  return { key: `zeek ${ends.join(" ")}`, part };
}

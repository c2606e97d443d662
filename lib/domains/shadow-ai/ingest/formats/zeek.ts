import {
  JsonRow,
  type TsvDialect,
  TsvRow,
  unescaped,
  type ZeekRow,
} from "@/lib/domains/shadow-ai/ingest/formats/zeek-rows";
import {
  type Format,
  type JoinPart,
  type LineParser,
  notJson,
  type ParseContext,
  type Reading,
  type SampleLine,
  type Sighting,
  type Skip,
  shareOf,
  skip,
} from "@/lib/domains/shadow-ai/ingest/parser";
import { type JsonObject, objectOf, parseObject } from "@/lib/domains/shadow-ai/ingest/text/field-text";
import { parseTime } from "@/lib/domains/shadow-ai/ingest/text/times";

/** Maximum number of columns, above that of the widest custom log. */
const columnsMax = 500;
const usualDialect: TsvDialect = { separator: "\t", setSeparator: ",", unset: "-", empty: "(empty)" };

/** Zeek's logs as TSV or JSON: https://docs.zeek.org/en/master/log-formats.html */
export const zeek: Format = {
  likeness: (sample) => {
    // After a header, all lines below it are Zeek lines.
    const header = sample.findIndex(({ text }) => /^#(?:fields|separator)[^A-Za-z]/.test(text));
    return header === -1 ? shareOf(sample, isZeekJson) : 1;
  },
  makeParser: (context) => new ZeekParser(context),
};

class ZeekParser implements LineParser {
  private dialect = usualDialect;
  private path: string | null = null;
  private row: TsvRow | null = null;
  private log: ZeekLog | null = null;

  constructor(private readonly context: ParseContext) {}

  read(line: string): Reading {
    const first = line.charCodeAt(0);
    if (first === 35) return this.readHeader(line);
    if (first === 123 || (!this.row && line.endsWith("}"))) return this.readJson(line);
    const { row } = this;
    if (!row) return "The line is not preceded by a #fields header.";
    if (this.log === null) return skip.OTHER_LOG;
    if (!row.load(line)) return "The line and its header have different numbers of columns.";
    return zeekLogs[this.log](row, this.context);
  }

  /** Headers repeat after log rotation; any other line that starts with `#` is a comment. */
  private readHeader(line: string): Reading {
    const [, name = "", separator = "", rest = ""] = /^#([a-z_]{1,20})(.)(.*)$/.exec(line) ?? [];
    if (name === "separator") {
      this.dialect = { ...usualDialect, separator: unescaped(rest) || "\t" };
      this.path = null;
    } else if (name === "set_separator") this.dialect = { ...this.dialect, setSeparator: unescaped(rest) || "," };
    else if (name === "unset_field") this.dialect = { ...this.dialect, unset: rest };
    else if (name === "empty_field") this.dialect = { ...this.dialect, empty: rest };
    else if (name === "path") this.path = rest.trim();
    else if (name === "fields") return this.readColumns(separator, rest);
    return skip.EMPTY;
  }

  private readColumns(separator: string, rest: string): Reading {
    const columns = rest.split(separator);
    if (columns.length > columnsMax) return "The header has too many columns.";
    this.dialect = { ...this.dialect, separator };
    this.row = new TsvRow(columns, this.dialect);
    const named = new Set(columns);
    const byColumns = zeekLogOf((column) => named.has(column));
    this.log = this.path === null || this.path === "" || this.path === "-" ? byColumns : zeekLogOfPath(this.path);
    return skip.EMPTY;
  }

  private readJson(line: string): Reading {
    const object = parseObject(line);
    if (!object) return notJson;
    const log = jsonLog(object);
    return log ? zeekLogs[log](new JsonRow(object), this.context) : skip.OTHER_LOG;
  }
}

function jsonLog(object: JsonObject): ZeekLog | null {
  if (typeof object._path === "string") return zeekLogOfPath(object._path);
  const id = objectOf(object.id);
  return zeekLogOf((column) => Object.hasOwn(object, column) || (id !== null && column.startsWith("id.")));
}

function isZeekJson({ json }: SampleLine): boolean {
  if (!json || !Object.hasOwn(json, "ts")) return false;
  return typeof json._path === "string" || Object.hasOwn(json, "id.orig_h") || objectOf(json.id) !== null;
}

export type ZeekLog = "ssl" | "http" | "conn" | "dns" | "quic";

/** Ports of look-ups, which dns.log covers. */
const lookupPorts = new Set<number | null>([53, 137, 5353, 5355]);

/**
 * Readers by log type. The columns are those of Zeek's own scripts and of the JA3 and JA4 packages. Objects are written
 * out in full for speed.
 */
export const zeekLogs: Record<ZeekLog, (row: ZeekRow, context: ParseContext) => Sighting | Skip> = {
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

/** The log type of a line by its columns; null for other logs. */
export function zeekLogOf(has: (column: string) => boolean): ZeekLog | null {
  if (has("conn_state") || has("orig_bytes") || has("resp_bytes") || has("orig_pkts")) return "conn";
  if (has("query") && !has("host")) return "dns";
  if (has("method") || has("uri") || has("status_code") || has("user_agent")) return has("id.orig_h") ? "http" : null;
  if (has("client_initial_dcid") || has("client_scid") || has("client_protocol")) return "quic";
  if (has("server_name") || (has("established") && has("id.orig_h"))) return "ssl";
  return null;
}

/** `ssl` and site-specific variants: `ssl_eth0`, `conn-internal`. */
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
  // A connection to a proxy, whose address and port are not the destination's.
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

function readConnection(row: ZeekRow, context: ParseContext): Sighting | Skip {
  const port = row.number("id.resp_p");
  const transport = row.text("proto");
  if (transport !== "tcp" && transport !== "udp" && transport !== null) return skip.OTHER_PROTOCOL;
  if (lookupPorts.has(port) || row.text("service") === "dns") return skip.RESOLVER_TRAFFIC;
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
  // The common case: seconds with a fraction.
  const seconds = row.number("ts");
  return seconds !== null && seconds > 1e8 && seconds < 1e11 ? seconds * 1_000 : parseTime(row.text("ts"), context);
}

/** By `uid`, or by addresses and ports without that column. */
function joinOf(row: ZeekRow, part: JoinPart["part"]): JoinPart {
  const uid = row.text("uid");
  if (uid !== null) return { key: uid, part };
  const ends = ["id.orig_h", "id.orig_p", "id.resp_h", "id.resp_p"].map((column) => row.text(column));
  return { key: `zeek ${ends.join(" ")}`, part, repeats: true };
}

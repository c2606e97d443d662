import { payloadOf } from "@/lib/domains/shadow-ai/ingest/formats/firewalls";
import {
  type JoinPart,
  jsonFormat,
  type ParseContext,
  type Reading,
  type Sighting,
  type Skip,
  skip,
} from "@/lib/domains/shadow-ai/ingest/parser";
import { type JsonObject, listOf, numberOf, objectOf, textOf } from "@/lib/domains/shadow-ai/ingest/text/field-text";
import { parseTime } from "@/lib/domains/shadow-ai/ingest/text/times";

/** Suricata's eve.json: https://docs.suricata.io/en/latest/output/eve/eve-json-format.html */
export const suricata = jsonFormat((object) => "event_type" in object && "timestamp" in object, readEvent);

function readEvent(event: JsonObject, context: ParseContext): Reading {
  const type = textOf(event.event_type);
  const read = type === null ? undefined : readers.get(type);
  const fields = type === null ? null : objectOf(event[type]);
  return read && fields ? read(event, fields, context) : skip.OTHER_LOG;
}

type Reader = (event: JsonObject, fields: JsonObject, context: ParseContext) => Sighting | Skip;

/** Event readers by type. Other types contain no uses. */
const readers = new Map<string, Reader>([
  ["tls", (event, tls, context) => ({ ...handshake(event, tls, context), transport: "tcp" })],
  ["quic", (event, quic, context) => ({ ...handshake(fromClient(event), quic, context), transport: "udp" })],
  ["http", readHttp],
  ["dns", readDns],
  ["flow", readFlow],
  ["alert", readAlert],
]);

function handshake(event: JsonObject, fields: JsonObject, context: ParseContext): Sighting {
  const ja3 = objectOf(fields.ja3);
  return {
    ...connection(event, context),
    host: textOf(fields.sni),
    userAgent: textOf(fields.ua),
    tlsFingerprint: textOf(fields.ja4) ?? textOf(ja3?.hash ?? fields.ja3),
    join: joinOf(event, "NAME"),
  };
}

function readHttp(event: JsonObject, http: JsonObject, context: ParseContext): Sighting {
  const method = textOf(http.http_method);
  const url = textOf(http.url);
  const proxied = method === "CONNECT" || (url !== null && !url.startsWith("/"));
  const seen = connection(event, context);
  return {
    ...seen,
    address: proxied ? null : seen.address,
    port: proxied ? null : (numberOf(http.http_port) ?? seen.port),
    host: proxied ? null : textOf(http.hostname),
    url,
    method,
    status: numberOf(http.status),
    bytesIn: method === "CONNECT" ? null : numberOf(http.length),
    userAgent: textOf(http.http_user_agent),
    transport: "tcp",
    join: joinOf(event, method === "CONNECT" ? "NAME" : "REQUEST"),
  };
}

/** Version 1 and 2: `query` and `answer` with one `rrname`; version 3: `request` and `response` with `queries`. */
function readDns(event: JsonObject, dns: JsonObject, context: ParseContext): Sighting | Skip {
  const type = textOf(dns.type);
  const name = textOf(objectOf(listOf(dns.queries)[0])?.rrname) ?? textOf(dns.rrname);
  const seen = { atMs: parseTime(textOf(event.timestamp), context), vantage: "DNS", host: name } as const;
  if (type === "query" || type === "request") {
    return { ...seen, client: textOf(event.src_ip), transport: textOf(event.proto) };
  }
  // The response is sent to the client, but Suricata logs some from the client's side.
  const client = textOf(numberOf(event.src_port) === 53 ? event.dest_ip : event.src_ip);
  const answers = addressesOf(dns);
  return answers.length === 0 ? skip.DNS_ANSWER : { ...seen, client, answers, isAnswer: true };
}

function addressesOf(dns: JsonObject): string[] {
  const grouped = objectOf(dns.grouped);
  const listed = listOf(dns.answers).flatMap((answer) => {
    const { rrtype, rdata } = objectOf(answer) ?? {};
    return rrtype === "A" || rrtype === "AAAA" ? [rdata] : [];
  });
  const single = dns.rrtype === "A" || dns.rrtype === "AAAA" ? [dns.rdata] : [];
  const all = [...listed, ...listOf(grouped?.A), ...listOf(grouped?.AAAA), ...single];
  return all.filter((address) => typeof address === "string");
}

function readFlow(event: JsonObject, flow: JsonObject, context: ParseContext): Sighting | Skip {
  const transport = textOf(event.proto)?.toLowerCase() ?? null;
  const seen = connection(event, context);
  if (transport !== "tcp" && transport !== "udp") return skip.OTHER_PROTOCOL;
  if (event.app_proto === "dns" || seen.port === 53) return skip.RESOLVER_TRAFFIC;
  const startMs = parseTime(textOf(flow.start), context);
  const endMs = parseTime(textOf(flow.end), context);
  const figures: Sighting = {
    ...seen,
    atMs: Number.isNaN(startMs) ? seen.atMs : startMs,
    transport,
    bytesOut: numberOf(flow.bytes_toserver),
    bytesIn: numberOf(flow.bytes_toclient),
    packetsOut: numberOf(flow.pkts_toserver),
    packetsIn: numberOf(flow.pkts_toclient),
    durationMs: endMs - startMs,
    action: flow.action === "drop" ? "BLOCKED" : "UNKNOWN",
    join: joinOf(event, "FIGURES"),
  };
  return payloadOf(figures, "FRAME");
}

/** A rule's alert contains the request or handshake that triggered it, which may have no event of its own. */
function readAlert(logged: JsonObject, alert: JsonObject, context: ParseContext): Sighting | Skip {
  const event = fromClient(logged);
  const [tls, quic, http] = [objectOf(event.tls), objectOf(event.quic), objectOf(event.http)];
  const read = http ? readHttp(event, http, context) : handshake(event, tls ?? quic ?? {}, context);
  if (!read.host && !read.url) return skip.OTHER_LOG;
  const transport = textOf(event.proto)?.toLowerCase() ?? null;
  const action = alert.action === "blocked" ? "BLOCKED" : "UNKNOWN";
  return { ...read, transport, action, join: joinOf(event, "ALERT") };
}

/** Alerts and QUIC events have the addresses of a packet, which may come from the server. */
function fromClient(event: JsonObject): JsonObject {
  const { src_ip, src_port, dest_ip, dest_port, direction } = event;
  // Before version 7, there is no direction.
  const isFromService = (numberOf(src_port) ?? 0) < 1_024 && (numberOf(dest_port) ?? 0) >= 1_024;
  if (!(direction === undefined ? isFromService : direction === "to_client")) return event;
  return { ...event, src_ip: dest_ip, src_port: dest_port, dest_ip: src_ip, dest_port: src_port };
}

function connection(event: JsonObject, context: ParseContext) {
  return {
    atMs: parseTime(textOf(event.timestamp), context),
    vantage: "NETWORK_TRAFFIC",
    client: textOf(event.src_ip),
    address: textOf(event.dest_ip),
    port: numberOf(event.dest_port),
  } satisfies Sighting;
}

/**
 * The ids have 63 bits, more than a number holds. With the client's port, the remaining bits are sufficiently unique.
 */
function joinOf(event: JsonObject, part: JoinPart["part"]): JoinPart | null {
  const flow = textOf(event.flow_id);
  return flow === null ? null : { key: `flow ${flow} ${textOf(event.src_port)}`, part };
}

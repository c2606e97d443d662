import { actionFrom } from "@/lib/domains/shadow-ai/ingest/field-values";
import { amount, transportOf } from "@/lib/domains/shadow-ai/ingest/mask/record-maker";
import {
  type Format,
  type LineParser,
  lineFormat,
  type ParseContext,
  type Reading,
  type Sighting,
  shareOf,
  skip,
} from "@/lib/domains/shadow-ai/ingest/parser";
import { splitDelimited } from "@/lib/domains/shadow-ai/ingest/text/delimited";
import { numberFrom } from "@/lib/domains/shadow-ai/ingest/text/field-text";
import { parseTime } from "@/lib/domains/shadow-ai/ingest/text/times";

/** Column positions in both log types (PAN-OS 6.1 to 11.x). */
const place = {
  received: 1,
  serial: 2,
  type: 3,
  subtype: 4,
  generated: 6,
  source: 7,
  destination: 8,
  user: 12,
  application: 14,
  session: 22,
  repeatCount: 23,
  destinationPort: 25,
  protocol: 29,
  action: 30,
} as const;
const traffic = { bytesSent: 32, bytesReceived: 33, elapsedSeconds: 36, packetsSent: 44, packetsReceived: 45 } as const;
const url = { url: 31, userAgent: 46, method: 63 } as const;

const highResolution = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/;

/** `…,serial,TRAFFIC,end,…`, with an optional syslog header. */
const form = /^[^,]{0,300},\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d,[^,]{0,40},(?:TRAFFIC|THREAT|[A-Z]{3,20}),/;

/** TRAFFIC and URL Filtering logs of PAN-OS as CSV through syslog: "Syslog Field Descriptions" of the administrator's guide. */
export const paloAlto = lineFormat(({ text }) => form.test(text), readPaloAlto);

function readPaloAlto(line: string, context: ParseContext): Reading {
  if (!form.test(line)) return "The line is not in the PAN-OS CSV log format.";
  const values = splitDelimited(line, ",");
  if (!values) return "The line has an unclosed quote or too many columns.";
  const [type, subtype] = [values[place.type], values[place.subtype]];
  if (type === "TRAFFIC") return readTraffic(values, subtype, context);
  return type === "THREAT" && subtype === "url" ? readUrl(values, context) : skip.OTHER_LOG;
}

function readTraffic(values: string[], subtype: string | undefined, context: ParseContext): Reading {
  // A started session has no figures until it ends.
  if (subtype === "start") return skip.INCOMPLETE;
  if (values[place.application] === "dns" || values[place.destinationPort] === "53") return skip.RESOLVER_TRAFFIC;
  const seconds = numberFrom(values[traffic.elapsedSeconds]);
  const seen = common(values, context);
  const figures: Sighting = {
    ...seen,
    action: subtype === "drop" || subtype === "deny" ? "BLOCKED" : seen.action,
    bytesOut: numberFrom(values[traffic.bytesSent]),
    bytesIn: numberFrom(values[traffic.bytesReceived]),
    packetsOut: numberFrom(values[traffic.packetsSent]),
    packetsIn: numberFrom(values[traffic.packetsReceived]),
    durationMs: seconds === null ? null : seconds * 1_000,
    join: { key: sessionOf(values), part: "FIGURES", repeats: true },
  };
  return payloadOf(figures, "IP");
}

function readUrl(values: string[], context: ParseContext): Reading {
  return {
    ...common(values, context),
    url: values[url.url],
    userAgent: values[url.userAgent],
    method: values[url.method],
    join: { key: sessionOf(values), part: "NAME" },
  };
}

function common(values: string[], context: ParseContext): Sighting {
  return {
    atMs: parseTime(`${values[place.generated] || values[place.received]}${zoneOf(values)}`, context),
    vantage: "NETWORK_TRAFFIC",
    client: values[place.source],
    userName: values[place.user],
    address: values[place.destination],
    port: numberFrom(values[place.destinationPort]),
    transport: values[place.protocol],
    action: actionFrom(values[place.action]),
    calls: numberFrom(values[place.repeatCount]),
  };
}

/** The firewall's zone, from the high-resolution timestamp that PAN-OS 10 and later append. */
function zoneOf(values: string[]): string {
  const known = values.findLast((value) => value.length === 29 && highResolution.test(value));
  return known?.slice(-6) ?? "";
}

function sessionOf(values: string[]): string {
  return `pan ${values[place.serial]} ${values[place.session]}`;
}

const defaultColumns =
  "version account-id interface-id srcaddr dstaddr srcport dstport protocol packets bytes start end action log-status".split(
    " ",
  );
const columnsMax = 100;
/** CloudWatch Logs adds its own time before each line. */
const exportTime = /^\d{4}-\d\d-\d\dT\S{8,20} /;
const defaultForm = /^2 (?:\d{12}|unknown) \S{1,40} (?:[\da-f.:]{2,45}|-) (?:[\da-f.:]{2,45}|-) (?:\d+|-) (?:\d+|-) /;
const tcpSyn = 2;
const tcpSynAck = 18;
/** First client port in common ranges: Linux uses 32768 and up, other systems 49152 and up. */
const clientPorts = 32_768;

/**
 * VPC flow logs: version 2 by default, or any fields below a header that names them. Each direction of a flow has a
 * separate line. Two lines of the same window become one record. Hosts are addresses unless DNS logs of the same import
 * provide names. https://docs.aws.amazon.com/vpc/latest/userguide/flow-log-records.html
 */
export const awsVpcFlow: Format = {
  likeness: (sample) =>
    shareOf(sample, ({ text }) => isHeader(text) || defaultForm.test(text.replace(exportTime, ""))) && 1,
  makeParser: () => new VpcFlowParser(),
};

class VpcFlowParser implements LineParser {
  private places = placesOf(defaultColumns);

  read(line: string): Reading {
    if (isHeader(line)) {
      this.places = placesOf(line.trim().split(/[ ,\t]+/, columnsMax));
      return skip.EMPTY;
    }
    const values = line
      .replace(exportTime, "")
      .trim()
      .split(/[ ,\t]+/, columnsMax);
    if (values.length !== this.places.size)
      return "The line has a different number of columns than its header or, without a header, the version 2 format.";
    return this.readFlow((column) => {
      const value = values[this.places.get(column) ?? -1];
      return value === "-" ? undefined : value;
    });
  }

  private readFlow(value: (column: string) => string | undefined): Reading {
    const source = value("pkt-srcaddr") ?? value("srcaddr");
    const destination = value("pkt-dstaddr") ?? value("dstaddr");
    const start = numberFrom(value("start"));
    const protocol = value("protocol");
    // NODATA and SKIPDATA lines.
    if (source === undefined || destination === undefined) return skip.NO_DESTINATION;
    if (protocol !== "6" && protocol !== "17") return skip.OTHER_PROTOCOL;
    const [sourcePort, destinationPort] = [numberFrom(value("srcport")) ?? 0, numberFrom(value("dstport")) ?? 0];
    if (sourcePort === 53 || destinationPort === 53) return skip.RESOLVER_TRAFFIC;
    const flow: OneWayFlow = {
      key: `vpc ${value("interface-id") ?? ""}`,
      source,
      destination,
      sourcePort,
      destinationPort,
      protocol,
      bytes: numberFrom(value("bytes")),
      packets: numberFrom(value("packets")),
      startMs: start === null ? Number.NaN : start * 1_000,
      action: value("action") === "REJECT" ? "BLOCKED" : value("action") === "ACCEPT" ? "ALLOWED" : "UNKNOWN",
    };
    return payloadOf(flowSighting(flow, numberFrom(value("tcp-flags"))), "IP");
  }
}

/** One direction of a flow. */
export interface OneWayFlow {
  /** Identifies the sensor. */
  key: string;
  source: string;
  destination: string;
  sourcePort: number;
  destinationPort: number;
  protocol: string;
  bytes: number | null;
  packets: number | null;
  startMs: number;
  action: Sighting["action"];
}

/**
 * A direction of a flow from the client's view. The other direction is joined to it. Flow logs split a connection into
 * capture windows. The duration of a window says nothing about the connection, so it is left out.
 */
export function flowSighting(flow: OneWayFlow, tcpFlags: number | null = null): Sighting {
  const { key, source, destination, sourcePort, destinationPort, protocol, bytes, packets, startMs } = flow;
  const isReply = comesFromServer(sourcePort, destinationPort, tcpFlags);
  const [client, server] = isReply ? [destination, source] : [source, destination];
  const [clientPort, port] = isReply ? [destinationPort, sourcePort] : [sourcePort, destinationPort];
  return {
    atMs: startMs,
    vantage: "NETWORK_TRAFFIC",
    client,
    address: server,
    port,
    transport: protocol,
    ...(isReply ? { bytesIn: bytes, packetsIn: packets } : { bytesOut: bytes, packetsOut: packets }),
    action: flow.action,
    join: {
      key: `${key} ${client} ${clientPort} ${server} ${port} ${protocol}`,
      part: isReply ? "FIGURES" : "NAME",
      repeats: true,
    },
  };
}

/** Whether the line is the server's direction, by TCP flags if logged, otherwise by ports. */
export function comesFromServer(sourcePort: number, destinationPort: number, flags: number | null): boolean {
  if (flags !== null && (flags & tcpSynAck) === tcpSynAck) return true;
  if (flags !== null && (flags & tcpSyn) === tcpSyn) return false;
  if (sourcePort >= clientPorts && destinationPort >= clientPorts) return false;
  return sourcePort < destinationPort;
}

function isHeader(line: string): boolean {
  return /(?:^|[ ,\t])srcaddr(?:[ ,\t]|$)/.test(line) && /(?:^|[ ,\t])dstaddr(?:[ ,\t]|$)/.test(line);
}

/** Names as documented; Athena and others use underscores. */
function placesOf(columns: readonly string[]): Map<string, number> {
  return new Map(columns.map((column, index) => [column.toLowerCase().replaceAll("_", "-"), index]));
}

/**
 * Header bytes of every packet: Ethernet (IEEE 802.3), IPv4 (RFC 791), IPv6 (RFC 8200), TCP (RFC 9293), UDP (RFC 768).
 */
const headerBytes = { ethernet: 14, ipv4: 20, ipv6: 40, TCP: 20, UDP: 8 } as const;

/**
 * Reduces bytes to the payload for devices that count full packets, from the `IP` header or the Ethernet `FRAME`. TCP
 * and IP options are unknown and stay included. Bytes are unchanged if packets or transport are missing.
 */
export function payloadOf(seen: Sighting, counted: "IP" | "FRAME"): Sighting {
  const transport = transportOf(seen.transport);
  if (transport === null) return seen;
  const frame = counted === "FRAME" ? headerBytes.ethernet : 0;
  const network = isLong(seen.address ?? seen.client) ? headerBytes.ipv6 : headerBytes.ipv4;
  const perPacket = frame + network + headerBytes[transport];
  return {
    ...seen,
    bytesOut: withoutHeaders(seen.bytesOut, seen.packetsOut, perPacket),
    bytesIn: withoutHeaders(seen.bytesIn, seen.packetsIn, perPacket),
  };
}

function withoutHeaders(counted: Sighting["bytesOut"], packets: Sighting["packetsOut"], perPacket: number) {
  const bytes = amount(counted);
  return bytes === null ? null : Math.max(0, bytes - perPacket * (amount(packets) ?? 0));
}

/** Whether an address is IPv6: only IPv6 has more than one colon. */
function isLong(address: string | null | undefined): boolean {
  return typeof address === "string" && address.indexOf(":") !== address.lastIndexOf(":");
}

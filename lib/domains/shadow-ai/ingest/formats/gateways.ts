import { isIP } from "node:net";
import { type CsvField, fieldsOf } from "@/lib/domains/shadow-ai/ingest/csv-mapping";
import { actionFrom, inZone, sightingOf, unknownZone } from "@/lib/domains/shadow-ai/ingest/field-values";
import { transportOf } from "@/lib/domains/shadow-ai/ingest/mask/record-maker";
import {
  jsonFormat,
  lineFormat,
  notJson,
  type ParseContext,
  type Reading,
  type SampleLine,
  type Sighting,
  skip,
} from "@/lib/domains/shadow-ai/ingest/parser";
import { splitDelimited } from "@/lib/domains/shadow-ai/ingest/text/delimited";
import {
  type JsonObject,
  listOf,
  numberOf,
  objectOf,
  parseObject,
  textOf,
} from "@/lib/domains/shadow-ai/ingest/text/field-text";
import { parseTime } from "@/lib/domains/shadow-ai/ingest/text/times";

/** Column positions of the default feed in CSV or TSV. */
const places: Partial<Record<CsvField, number>> = {
  time: 0,
  user: 1,
  url: 3,
  action: 4,
  bytesOut: 7,
  bytesIn: 8,
  durationMs: 10,
  department: 20,
  client: 21,
  address: 22,
  method: 23,
  status: 24,
  userAgent: 25,
};
const columnsMin = 26;
const noDepartment = "Default Department";
const feedTime =
  /^"?(?:[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)"?[,\t]/;

/**
 * Zscaler's Nanolog Streaming Service: the default web feed (CSV or TSV), and web, firewall and DNS feeds as name=value separated
 * by tabs or as JSON. https://help.zscaler.com/unified/nss-feed-output-format-web-logs
 */
export const zscaler = lineFormat(isZscaler, readZscaler);

function isZscaler({ text, json }: SampleLine): boolean {
  if (json) return textOf(json.sourcetype)?.startsWith("zscalernss") === true;
  if (/\t(?:vendor=Zscaler|product=NSS)(?:\t|$)/.test(text)) return true;
  if (!feedTime.test(text)) return false;
  const values = splitDelimited(text, delimiterOf(text));
  return (
    values !== null && values.length >= columnsMin && /^(?:Allowed|Blocked)/.test(values[places.action ?? 0] ?? "")
  );
}

function readZscaler(line: string, context: ParseContext): Reading {
  const object = parseObject(line);
  if (object) return readJson(object, context);
  if (line.startsWith("{")) return notJson;
  if (/\t[A-Za-z_]{1,40}=/.test(line)) return readPairs(line, context);
  const values = splitDelimited(line, delimiterOf(line));
  if (!values || values.length < columnsMin) return "The line has fewer columns than the default feed.";
  return readWeb((field) => values[places[field] ?? -1], context);
}

function readJson(object: JsonObject, context: ParseContext): Reading {
  const feed = textOf(object.sourcetype);
  if (feed !== null && !/-(?:web|fw|dns)$/.test(feed)) return skip.OTHER_LOG;
  const event = objectOf(object.event) ?? object;
  return readNamed(new Map(Object.entries(event).map(([name, value]) => [name, textOf(value) ?? ""])), context);
}

/** Values of Zscaler for missing data. */
const missing = /^(?:None|NA|N\/A|-?|0\.0\.0\.0)$/;

/** Web, firewall and DNS feeds with a name for each value. The names identify the feed. */
function readNamed(named: Map<string, string>, context: ParseContext): Reading {
  for (const [name, value] of named) if (missing.test(value)) named.delete(name);
  const encoded = named.get("b64url");
  if (encoded !== undefined) named.set("url", Buffer.from(encoded, "base64").toString());
  const zoned = inZone(named.get("tz"), context);
  if (!zoned) return unknownZone;
  const fields = fieldsOf(named.keys());
  const valueAt = (field: CsvField) => named.get(fields.get(field) ?? "");
  if (named.has("dns_req")) return readLookup(named, sightingOf(valueAt, zoned));
  return named.has("csip") || named.has("cdip") ? readSession(sightingOf(valueAt, zoned)) : readWeb(valueAt, zoned);
}

function readLookup(named: Map<string, string>, { atMs, client, userName, host, department }: Sighting): Reading {
  const actions = [named.get("reqaction"), named.get("resaction")].map(actionFrom);
  const answer = named.get("dns_resp") ?? "";
  return {
    ...{ atMs, client, userName, host, vantage: "DNS", department: departmentOf(department) },
    action: actions.find((action) => action === "BLOCKED") ?? actions[0],
    answers: isIP(answer) === 0 ? [] : [answer],
  };
}

function readSession(seen: Sighting): Reading {
  if (seen.port === 53) return skip.RESOLVER_TRAFFIC;
  const transport = transportOf(seen.transport);
  if (transport === null) return skip.OTHER_PROTOCOL;
  return { ...seen, vantage: "NETWORK_TRAFFIC", transport, department: departmentOf(seen.department) };
}

function readPairs(line: string, context: ParseContext): Reading {
  const [time = "", ...rest] = line.split("\t", 200);
  const pairs = new Map([["time", time]]);
  for (const pair of rest) {
    const equals = pair.indexOf("=");
    if (equals > 0) pairs.set(pair.slice(0, equals), pair.slice(equals + 1));
  }
  return readNamed(pairs, context);
}

function readWeb(valueAt: (field: CsvField) => string | undefined, context: ParseContext): Reading {
  const seen = sightingOf(valueAt, context);
  return { ...seen, vantage: "PROXY", transport: "TCP", department: departmentOf(seen.department) };
}

function departmentOf(department: Sighting["department"]) {
  return department === noDepartment ? null : department;
}

function delimiterOf(line: string): string {
  return line.includes("\t") ? "\t" : ",";
}

/** Logpush datasets gateway_http, gateway_dns and gateway_network: https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/ */
export const cloudflareGateway = jsonFormat(
  (object) => "Datetime" in object && readerOf(object) !== null,
  (object, context) => readerOf(object)?.(object, context) ?? skip.OTHER_LOG,
);

function readerOf(event: JsonObject) {
  if ("QueryName" in event) return readDns;
  if ("HTTPHost" in event || "HTTPMethod" in event || "URL" in event) return readHttp;
  return "SNI" in event || "DestinationIP" in event ? readNetwork : null;
}

function readHttp(event: JsonObject, context: ParseContext): Sighting {
  return {
    ...common(event, context),
    vantage: "PROXY",
    host: textOf(event.HTTPHost),
    url: textOf(event.URL),
    method: textOf(event.HTTPMethod),
    status: numberOf(event.HTTPStatusCode),
    userAgent: textOf(event.UserAgent),
    transport: "TCP",
  };
}

function readNetwork(event: JsonObject, context: ParseContext): Sighting {
  return {
    ...common(event, context),
    host: textOf(event.SNI),
    transport: textOf(event.Transport)?.toLowerCase() ?? textOf(event.TransportProtocol)?.toLowerCase(),
  };
}

function readDns(event: JsonObject, context: ParseContext): Sighting {
  const records = [...listOf(event.ResourceRecords), ...listOf(event.RData)];
  return {
    atMs: timeOf(event, context),
    vantage: "DNS",
    client: textOf(event.SrcIP),
    userName: textOf(event.Email),
    host: textOf(event.QueryName),
    transport: textOf(event.Protocol)?.toLowerCase(),
    action: actionFrom(textOf(event.ResolverDecision) ?? textOf(event.Decision)),
    answers: records.flatMap((record) => {
      const data = textOf(objectOf(record)?.data);
      return data !== null && /^[\d.]+$|:/.test(data) ? [data] : [];
    }),
  };
}

function common(event: JsonObject, context: ParseContext): Sighting {
  return {
    atMs: timeOf(event, context),
    vantage: "NETWORK_TRAFFIC",
    // SourceIP is the office's public address.
    client: textOf(event.SourceInternalIP) ?? textOf(event.SourceIP),
    userName: textOf(event.Email),
    address: textOf(event.DestinationIP),
    port: numberOf(event.DestinationPort),
    action: actionFrom(textOf(event.Action)),
  };
}

function timeOf({ Datetime }: JsonObject, context: ParseContext): number {
  return parseTime(typeof Datetime === "number" ? Datetime : textOf(Datetime), context);
}

import { type CsvField, fieldsOf } from "@/lib/domains/shadow-ai/ingest/csv-mapping";
import { actionFrom, sightingOf } from "@/lib/domains/shadow-ai/ingest/field-values";
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

/** Column positions of the default feed in CSV or TSV. The login (1) is not read. */
const places: Partial<Record<CsvField, number>> = {
  time: 0,
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
 * Web logs of Zscaler's Nanolog Streaming Service: the default feed (CSV or TSV), the feed of name=value separated by tabs, and
 * JSON. https://help.zscaler.com/unified/nss-feed-output-format-web-logs
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
  if (line.startsWith("{")) return readJson(line, context);
  if (/\t[A-Za-z_]{1,40}=/.test(line)) return readPairs(line, context);
  const values = splitDelimited(line, delimiterOf(line));
  if (!values || values.length < columnsMin) return "The line has fewer columns than the default feed.";
  return readValues((field) => values[places[field] ?? -1], context);
}

function readJson(line: string, context: ParseContext): Reading {
  const object = parseObject(line);
  if (!object) return notJson;
  const event = objectOf(object.event) ?? object;
  const fields = fieldsOf(Object.keys(event));
  return readValues((field) => textOf(event[fields.get(field) ?? ""]) ?? undefined, context);
}

function readPairs(line: string, context: ParseContext): Reading {
  const [time = "", ...rest] = line.split("\t", 200);
  const pairs = new Map([["time", time]]);
  for (const pair of rest) {
    const equals = pair.indexOf("=");
    if (equals > 0) pairs.set(pair.slice(0, equals), pair.slice(equals + 1));
  }
  const fields = fieldsOf(pairs.keys());
  return readValues((field) => pairs.get(fields.get(field) ?? ""), context);
}

function readValues(valueAt: (field: CsvField) => string | undefined, context: ParseContext): Reading {
  const seen = sightingOf(valueAt, context);
  const department = seen.department === noDepartment ? null : seen.department;
  return { ...seen, vantage: "PROXY", transport: "TCP", department };
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
    address: textOf(event.DestinationIP),
    port: numberOf(event.DestinationPort),
    action: actionFrom(textOf(event.Action)),
  };
}

function timeOf({ Datetime }: JsonObject, context: ParseContext): number {
  return parseTime(typeof Datetime === "number" ? Datetime : textOf(Datetime), context);
}

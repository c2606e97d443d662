import { actionFrom } from "@/lib/shadow-ai/ingest/field-values";
import type { Format } from "@/lib/shadow-ai/ingest/formats/format";
import { shareOf } from "@/lib/shadow-ai/ingest/sample";
import type { ParseContext, Reading, Sighting } from "@/lib/shadow-ai/ingest/sighting";
import { type JsonObject, listOf, numberOf, objectOf, parseObject, textOf } from "@/lib/shadow-ai/ingest/text/json";
import { parseTime } from "@/lib/shadow-ai/ingest/text/timestamps";

/** Logpush datasets gateway_http, gateway_dns and gateway_network: https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/ */
export const cloudflareGateway: Format = {
  likeness: (sample) => shareOf(sample, ({ json }) => json !== null && "Datetime" in json && readerOf(json) !== null),
  makeParser: (context) => ({ read: (line) => readLine(line, context) }),
};

type Reader = (event: JsonObject, context: ParseContext) => Sighting;

function readLine(line: string, context: ParseContext): Reading {
  const event = parseObject(line);
  if (!event) return "The line is not an object of JSON.";
  return readerOf(event)?.(event, context) ?? null;
}

function readerOf(event: JsonObject): Reader | null {
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

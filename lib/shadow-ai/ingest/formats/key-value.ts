import type { CsvField } from "@/lib/shadow-ai/ingest/csv-mapping";
import { fieldsOf, isEnough } from "@/lib/shadow-ai/ingest/field-names";
import { actionFrom, sightingOf } from "@/lib/shadow-ai/ingest/field-values";
import type { Format } from "@/lib/shadow-ai/ingest/formats/format";
import { payloadOf } from "@/lib/shadow-ai/ingest/formats/payload";
import { shareOf } from "@/lib/shadow-ai/ingest/sample";
import type { JoinPart, ParseContext, Reading } from "@/lib/shadow-ai/ingest/sighting";
import { readPairs } from "@/lib/shadow-ai/ingest/text/pairs";
import { splitSyslog } from "@/lib/shadow-ai/ingest/text/syslog";

/** A session that goes on: its figures come again when it ends. FortiOS log id. */
const interimLog = "0000000020";
/** A line of FortiOS' security logs counts what had passed until then: the session's bytes are told by its traffic. */
const noFigures = { bytesOut: null, bytesIn: null, packetsOut: null, packetsIn: null, durationMs: null } as const;

/** Lines of key=value, as FortiGate and many other devices write them. FortiOS: traffic, and utm with web filter and dns. */
export const keyValue: Format = {
  likeness: (sample) =>
    shareOf(sample, ({ text, json }) => {
      const pairs = json || text.startsWith("CEF:") || text.includes(" CEF:") ? [] : [...readPairs(text).keys()];
      return pairs.length >= 3 && isEnough(fieldsOf(pairs));
    }) * 0.9,
  makeParser: (context) => ({ read: (line) => readLine(line, context) }),
};

function readLine(line: string, context: ParseContext): Reading {
  const pairs = readPairs(line);
  if (pairs.size === 0) return "The line has no pairs of key=value.";
  const type = pairs.get("type");
  // In FortiOS' security logs it is how the page was rated, by its domain or its address; HTTP's is `httpmethod`.
  if (type === "utm") pairs.delete("method");
  const fields = fieldsOf(pairs.keys());
  if (!isEnough(fields)) return isOfDevice(pairs) ? null : "The keys tell no time or no host.";
  const seen = sightingOf((field) => fieldValue(field, pairs, fields, line), context);
  const subtype = pairs.get("subtype");
  if (type === "traffic" && (pairs.get("logid") === interimLog || subtype === "local" || seen.port === 53)) return null;
  if (pairs.has("qname")) return { ...seen, vantage: "DNS", address: null, port: null, url: null };
  const utmAction = pairs.get("utmaction");
  if (utmAction !== undefined && actionFrom(utmAction) === "BLOCKED") seen.action = "BLOCKED";
  seen.join = joinOf(pairs, type);
  if (type === "traffic") return payloadOf({ ...seen, vantage: "NETWORK_TRAFFIC" }, "IP");
  return type === "utm" ? { ...seen, ...noFigures, vantage: "NETWORK_TRAFFIC" } : seen;
}

function fieldValue(field: CsvField, pairs: Map<string, string>, fields: Map<CsvField, string>, line: string) {
  const key = fields.get(field);
  const value = key === undefined ? undefined : pairs.get(key);
  // FortiOS names the zone in a key of its own, and the time of day may be that of a syslog header.
  if (field === "time" && value !== undefined && /^\d\d:\d\d:\d\d$/.test(value)) return value + zoneOf(pairs);
  return field === "time" && value === undefined ? (splitSyslog(line).time ?? undefined) : value;
}

function zoneOf(pairs: Map<string, string>): string {
  const zone = pairs.get("tz");
  return zone !== undefined && /^[+-]\d{4}$/.test(zone) ? zone : "";
}

/** A session of FortiOS has a line of its traffic, and one of the web filter for each page. */
function joinOf(pairs: Map<string, string>, type: string | undefined): JoinPart | null {
  const session = pairs.get("sessionid");
  if (session === undefined || (type !== "traffic" && type !== "utm")) return null;
  const key = `session ${pairs.get("devid") ?? ""} ${pairs.get("vd") ?? ""} ${session}`;
  return type === "traffic" ? { key, part: "FIGURES", repeats: true } : { key, part: "NAME" };
}

function isOfDevice(pairs: Map<string, string>): boolean {
  return pairs.has("type") || pairs.has("logid") || pairs.has("devid");
}

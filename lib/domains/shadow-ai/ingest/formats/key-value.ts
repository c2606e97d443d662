import { type CsvField, fieldsOf, isEnough } from "@/lib/domains/shadow-ai/ingest/csv-mapping";
import { actionFrom, inZone, sightingOf, unknownZone } from "@/lib/domains/shadow-ai/ingest/field-values";
import { payloadOf } from "@/lib/domains/shadow-ai/ingest/formats/firewalls";
import { addressesIn } from "@/lib/domains/shadow-ai/ingest/formats/tables/field-table";
import {
  type Format,
  type JoinPart,
  lineFormat,
  type ParseContext,
  type Reading,
  type Sighting,
  type Skip,
  shareOf,
  skip,
} from "@/lib/domains/shadow-ai/ingest/parser";
import { readExtension, readPairs } from "@/lib/domains/shadow-ai/ingest/text/delimited";
import { splitSyslog } from "@/lib/domains/shadow-ai/ingest/text/syslog";
import { parseTime } from "@/lib/domains/shadow-ai/ingest/text/times";

/** FortiOS log id of an ongoing session, whose figures are repeated when it ends. */
const interimLog = "0000000020";
/** FortiOS security logs count the bytes up to that point; the session's traffic log has the total. */
const noFigures = { bytesOut: null, bytesIn: null, packetsOut: null, packetsIn: null, durationMs: null } as const;

/**
 * Lines of key=value, as written by FortiGate and many other devices. FortiOS: traffic, and utm with web filter and
 * dns.
 */
export const keyValue: Format = {
  likeness: (sample) =>
    shareOf(sample, ({ text, json }) => {
      const pairs = json || text.startsWith("CEF:") || text.includes(" CEF:") ? [] : [...readPairs(text).keys()];
      return pairs.length >= 3 && isEnough(fieldsOf(pairs));
    }) * 0.9,
  makeParser: (context) => ({ read: (line) => readKeyValue(line, context) }),
};

function readKeyValue(line: string, context: ParseContext): Reading {
  const pairs = readPairs(line);
  if (pairs.size === 0) return "The line has no key=value pairs.";
  const zoned = inZone(pairs.get("tz") ?? pairs.get("timezone"), context);
  return zoned ? readNamed(pairs, line, zoned) : unknownZone;
}

/** FortiOS and FortiProxy events are not traffic, although some name addresses. */
function readNamed(pairs: Map<string, string>, line: string, context: ParseContext): Reading {
  const type = pairs.get("type");
  const isFortinet = pairs.has("devid") || pairs.has("logid");
  if (isFortinet && type === "event") return skip.OTHER_LOG;
  if (isFortinet && namesClient(pairs)) pairs.delete("hostname");
  // In FortiOS security logs, this is how the page was rated (by domain or address). The HTTP method is `httpmethod`.
  if (type === "utm") pairs.delete("method");
  const fields = fieldsOf(pairs.keys());
  if (!isEnough(fields)) return isOfDevice(pairs) ? skip.OTHER_LOG : "The line has no time or no host.";
  // Sophos logs the start, the progress and the end of a connection.
  if (/^(?:Start|Interim)$/.test(pairs.get("con_event") ?? pairs.get("connevent") ?? "")) return skip.INCOMPLETE;
  const seen = sightingOf((field) => fieldValue(field, pairs, fields, line), context);
  const subtype = pairs.get("subtype");
  if (type === "traffic") {
    // A started session is logged again when it ends.
    if (pairs.get("logid") === interimLog || (pairs.get("action") ?? pairs.get("act")) === "start")
      return skip.INCOMPLETE;
    if (subtype === "local") return skip.OTHER_LOG;
    if (seen.port === 53) return skip.RESOLVER_TRAFFIC;
  }
  if (pairs.has("qname")) return readLookup(pairs, seen);
  const utmAction = pairs.get("utmaction");
  if (utmAction !== undefined && actionFrom(utmAction) === "BLOCKED") seen.action = "BLOCKED";
  seen.join = joinOf(pairs, type);
  // FortiProxy logs the milliseconds of a transaction, and the seconds of a session.
  if (subtype === "http-transaction" && seen.durationMs) seen.durationMs /= 1_000;
  if (type === "traffic") return payloadOf({ ...seen, vantage: "NETWORK_TRAFFIC" }, "IP");
  return type === "utm" ? { ...seen, ...noFigures, vantage: "NETWORK_TRAFFIC" } : seen;
}

function fieldValue(field: CsvField, pairs: Map<string, string>, fields: Map<CsvField, string>, line: string) {
  const key = fields.get(field);
  const value = key === undefined ? undefined : pairs.get(key);
  return field === "time" && value === undefined ? (splitSyslog(line).time ?? undefined) : value;
}

/** FortiOS logs a query and its response, which has the action and the addresses. */
function readLookup(pairs: Map<string, string>, seen: Sighting): Sighting {
  const [session, device = "", domain = "", id = ""] = ["sessionid", "devid", "vd", "xid"].map((key) => pairs.get(key));
  const key = `look-up ${device} ${domain} ${session} ${id} ${seen.host}`;
  return {
    ...seen,
    vantage: "DNS",
    address: null,
    port: null,
    url: null,
    answers: addressesIn(pairs.get("ipaddr")),
    join: session === undefined ? null : { key, part: "LOOK_UP" },
  };
}

/** Whether `hostname` is the client's name: the URL names another host, or it cannot be a name on the internet. */
function namesClient(pairs: Map<string, string>): boolean {
  const name = pairs.get("hostname");
  if (name === undefined) return false;
  return pairs.get("url")?.includes("://") === true || !/[.:]/.test(name) || name === pairs.get("srcname");
}

/** A FortiOS session has a traffic line, and a web filter line for each page. */
function joinOf(pairs: Map<string, string>, type: string | undefined): JoinPart | null {
  const session = pairs.get("sessionid");
  if (session === undefined || (type !== "traffic" && type !== "utm")) return null;
  const key = `session ${pairs.get("devid") ?? ""} ${pairs.get("vd") ?? ""} ${session}`;
  return type === "traffic" ? { key, part: "FIGURES", repeats: true } : { key, part: "NAME" };
}

function isOfDevice(pairs: Map<string, string>): boolean {
  return pairs.has("type") || pairs.has("logid") || pairs.has("devid");
}

/** Version, vendor, product, version, signature, name and severity, each with `\|` escaped. */
const header = /CEF: ?\d\|(?:[^|\\]{0,500}(?:\\.[^|\\]{0,500}){0,20}\|){6}/;
const headerReach = 4_096;

/**
 * Devices whose `in` counts the client's bytes and whose `out` counts those to it, as CEF defines them. Strata Logging
 * Service, of the same vendor as PAN-OS, writes the opposite.
 */
const clientBytesIn = /^(?:Palo Alto Networks\|PAN-OS|(?:McAfee|Skyhigh)[^|]*\|[^|]*Web Gateway)/;

/**
 * Common Event Format, with or without a syslog header. `out` counts the client's bytes and `in` those to it, as Fortinet,
 * Zscaler, Check Point and others write them, unless the device is in {@link clientBytesIn}.
 */
export const cef = lineFormat(({ text }) => header.test(text.slice(0, headerReach)), readCef);

function readCef(line: string, context: ParseContext): Reading {
  const match = header.exec(line.slice(0, headerReach));
  if (!match) return "The line has no CEF header.";
  const pairs = readExtension(line.slice(match.index + match[0].length));
  const device = match[0].slice(match[0].indexOf("|") + 1);
  const isFortinet = device.startsWith("Fortinet|");
  if (isFortinet) nameLikeFortiOs(pairs);
  const zoned = inZone(pairs.get("dtz") ?? pairs.get("tz"), context);
  if (!zoned) return unknownZone;
  if (isFortinet) return readNamed(pairs, line.slice(0, match.index), zoned);
  if (device.startsWith("Palo Alto Networks|")) {
    const skipped = panSkip(device.split("|", 5));
    if (skipped) return skipped;
    if (pairs.get("cn3Label")?.startsWith("Elapsed")) pairs.set("duration", pairs.get("cn3") ?? "");
  }
  if (clientBytesIn.test(device)) swap(pairs, "in", "out");
  const fields = fieldsOf(pairs.keys());
  const seen = sightingOf((field) => pairs.get(fields.get(field) ?? ""), zoned);
  seen.durationMs ??= durationOf(pairs, zoned);
  if (fields.has("time")) return seen;
  return { ...seen, atMs: parseTime(timeBefore(line.slice(0, match.index)), zoned) };
}

/** FortiOS writes its own names with a prefix, and some in keys of CEF. */
function nameLikeFortiOs(pairs: Map<string, string>): void {
  for (const [key, value] of [...pairs]) if (key.startsWith("FTNTFGT")) pairs.set(key.slice(7), value);
  const [type = "", subtype = ""] = pairs.get("cat")?.split(":", 2) ?? [];
  pairs.set("type", type);
  if (!pairs.has("subtype")) pairs.set("subtype", subtype);
  const [session, device] = [pairs.get("externalId"), pairs.get("deviceExternalId")];
  if (session) pairs.set("sessionid", session);
  if (device) pairs.set("devid", device);
  if (pairs.get("cn1Label") === "Duration") pairs.set("duration", pairs.get("cn1") ?? "");
}

/** PAN-OS writes the subtype before the type, Strata Logging Service after it. */
function panSkip([, product, , first = "", second = ""]: readonly string[]) {
  return product === "LF" ? panSkipOf(first, second) : panSkipOf(second, first);
}

/** A started session has no figures until it ends. */
export function panSkipOf(type: string, subtype: string): Skip | null {
  if (/^traffic$/i.test(type)) return subtype === "start" ? skip.INCOMPLETE : null;
  if (/^threat$/i.test(type)) return subtype === "url" ? null : skip.OTHER_LOG;
  return /^(?:system|config)$/i.test(type) ? skip.OTHER_LOG : null;
}

function swap(pairs: Map<string, string>, one: string, other: string): void {
  const [first, second] = [pairs.get(one), pairs.get(other)];
  pairs.delete(one);
  pairs.delete(other);
  if (first !== undefined) pairs.set(other, first);
  if (second !== undefined) pairs.set(one, second);
}

/** From CEF's `start` and `end`. Devices with a single time write it as both, which is not a duration. */
function durationOf(pairs: Map<string, string>, context: ParseContext): number | null {
  const durationMs = parseTime(pairs.get("end"), context) - parseTime(pairs.get("start"), context);
  return durationMs > 0 ? durationMs : null;
}

/** The time of a syslog header without a program: `Nov 22 10:15:00 fw1 CEF:0|…`. */
export function timeBefore(text: string): string | null {
  const known = splitSyslog(text).time;
  return known ?? /[A-Z][a-z]{2} [ \d]\d (?:\d{4} )?\d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT\S{8,24}/.exec(text)?.[0] ?? null;
}

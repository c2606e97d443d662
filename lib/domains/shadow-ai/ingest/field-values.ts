import type { CsvField } from "@/lib/domains/shadow-ai/ingest/csv-mapping";
import type { ParseContext, Problem, Sighting } from "@/lib/domains/shadow-ai/ingest/parser";
import { numberFrom } from "@/lib/domains/shadow-ai/ingest/text/field-text";
import { parseTime, zoneFrom } from "@/lib/domains/shadow-ai/ingest/text/times";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";

/** Values that logs use for missing data. */
const unset = new Set(["", "-", "none", "na", "n/a", "null", "nil", "unknown", "(empty)", "any"]);
const blocked = /block|den(?:y|ied)|drop|reject|^reset|refus|forbid|discard|quarantin/;
const allowed =
  /allow|permit|accept|pass|observ|tunnel|close|^(?:client|server)-rst$|timeout|^none$|success|isolat|monitor|alert|continue|^proxied|bypass|exempt/;

/** `104.18.7.192:443`, and `104.18.7.192:443:X1` of SonicWall. */
const addressPort = /^[\d.]+:(\d{1,5})(?=:|$)/;
/** Thousands that spreadsheets and reports separate with commas. */
const groupedDigits = /^[1-9]\d{0,2}(?:,\d{3})+$/;

/** Reads a sighting from a line whose fields have text values, for all device types. */
export function sightingOf(textOf: (field: CsvField) => string | undefined, context: ParseContext): Sighting {
  const text = (field: CsvField) => {
    const value = textOf(field)?.trim();
    return value === undefined || (value.length <= 8 && unset.has(value.toLowerCase())) ? null : value;
  };
  const number = (field: CsvField) => numberFrom(text(field) ?? undefined);
  const amount = (field: CsvField) =>
    numberFrom(text(field)?.replace(groupedDigits, (digits) => digits.replaceAll(",", "")));
  const seconds = number("durationSeconds");
  const url = text("url");
  const method = text("method");
  // `Tcp`, `TcpV4`, `tcp/https`.
  const transport = text("transport");
  return {
    atMs: parseTime(timeOf(text("date"), text("time")), context),
    vantage: url !== null || method !== null ? "PROXY" : "NETWORK_TRAFFIC",
    client: text("client"),
    userName: text("user"),
    host: text("host"),
    address: text("address"),
    port: number("port") ?? numberFrom(addressPort.exec(text("address") ?? "")?.[1]),
    url,
    method,
    status: number("status"),
    bytesOut: amount("bytesOut"),
    bytesIn: amount("bytesIn"),
    packetsOut: amount("packetsOut"),
    packetsIn: amount("packetsIn"),
    durationMs: number("durationMs") ?? (seconds === null ? null : seconds * 1_000),
    transport: transport === null ? null : (/^(?:tcp|udp)/i.exec(transport)?.[0].toLowerCase() ?? transport),
    userAgent: text("userAgent"),
    tlsFingerprint: text("tlsFingerprint"),
    action: actionFrom(textOf("action")),
    calls: number("calls"),
    department: text("department"),
  };
}

/** The action of a policy, from the terms that devices use. */
export function actionFrom(word: string | null | undefined): TrafficRecord["action"] {
  const action = word?.trim().toLowerCase() ?? "";
  if (action.length > 64) return "UNKNOWN";
  if (blocked.test(action)) return "BLOCKED";
  return allowed.test(action) ? "ALLOWED" : "UNKNOWN";
}

/** The time zone of a line is unknown, and none is set for the log. */
export const unknownZone: Problem = "The time zone of the line is not recognised. Set the time zone of the log.";

/** The context of a line that names its time zone. Null if the zone is unknown and none is set for the log. */
export function inZone(zone: string | undefined, context: ParseContext): ParseContext | null {
  if (zone === undefined || zone === "" || zone === "-") return context;
  const known = zoneFrom(zone);
  if (known === null) return context.isZoneSet ? context : null;
  return known === context.zone ? context : { ...context, zone: known };
}

/** Date and time of day may be separate values, or combined in either. */
function timeOf(date: string | null, time: string | null): string | null {
  if (date === null || (time !== null && !/^\d\d:\d\d/.test(time))) return time;
  return time === null ? date : `${date} ${time}`;
}

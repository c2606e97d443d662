import { linesOfJson } from "@/lib/domains/shadow-ai/ingest/input/json-lines";
import { type IntakeQuery, type LogEntry, requireRoom } from "@/lib/domains/shadow-ai/intakes/receive-entries";
import { type ErrorCode, ServiceError } from "@/lib/platform/core/errors";

// Splunk's HTTP Event Collector. Sources: "Format events for HTTP Event Collector" and "Troubleshoot HTTP Event
// Collector" in Splunk's documentation (help.splunk.com, Get data in).

/** A reply of the collector: its status, code and text. */
interface CollectorReply {
  status: number;
  code: number;
  text: string;
}

const reply = (status: number, code: number, text: string): CollectorReply => ({ status, code, text });
const replies = {
  success: reply(200, 0, "Success"),
  noScope: reply(403, 1, "Token disabled"),
  noKey: reply(401, 2, "Token is required"),
  wrongScheme: reply(401, 3, "Invalid authorization"),
  unknownKey: reply(403, 4, "Invalid token"),
  noData: reply(400, 5, "No data"),
  invalidData: reply(400, 6, "Invalid data format"),
  internalError: reply(500, 8, "Internal server error"),
  busy: reply(503, 9, "Server is busy"),
  noEvent: reply(400, 12, "Event field is required"),
  blankEvent: reply(400, 13, "Event field cannot be blank"),
  healthy: reply(200, 17, "HEC is healthy"),
};

/** The status and body of a reply, with the given additional members. */
export function collectorReply(
  name: keyof typeof replies,
  members: Record<string, unknown> = {},
): { status: number; bytes: string } {
  const { status, code, text } = replies[name];
  return { status, bytes: JSON.stringify({ text, code, ...members }) };
}

const byCode: Partial<Record<ErrorCode, keyof typeof replies>> = {
  insufficient_scope: "noScope",
  rate_limited: "busy",
  unavailable: "busy",
  internal_error: "internalError",
};

/** The reply for an error. A rate limit is a busy server, because senders drop data at other statuses below 500. */
export function collectorError(error: ServiceError, headers: Headers): { status: number; bytes: string } {
  const { code, members, message } = error;
  const given = headers.get("authorization");
  const unauthorized = given === null ? "noKey" : collectorKey(headers) === "" ? "wrongScheme" : "unknownKey";
  const own = members?.["collector"] as keyof typeof replies | undefined;
  const name = own ?? (code === "unauthorized" ? unauthorized : (byCode[code] ?? "invalidData"));
  const number = members?.["invalid-event-number"];
  const { bytes } = collectorReply(name, { message, ...(number !== undefined && { "invalid-event-number": number }) });
  return { bytes, status: code === "unauthorized" || own || name === "busy" ? replies[name].status : error.status };
}

/**
 * The API key from `Authorization: Splunk <key>` or `Bearer <key>`, or from the password of basic authentication, as a
 * `Bearer` value. Empty for other schemes.
 */
export function collectorKey(headers: Headers): string {
  const [, scheme = "", given = ""] = /^(splunk|bearer|basic)\s+(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  const key =
    scheme.toLowerCase() === "basic"
      ? Buffer.from(given, "base64")
          .toString()
          .replace(/^[^:]*:/, "")
      : given;
  return /^[\x21-\x7e]+$/.test(key) ? `Bearer ${key}` : "";
}

interface CollectorEvent {
  /** The JSON object. */
  line: string;
  sourcetype: string | undefined;
  /** The log line, which is JSON if the event is an object. */
  content: string;
}

/** The events of a request body: JSON objects with or without separators, or an array of them. */
export function collectorEvents(bytes: Uint8Array): CollectorEvent[] {
  const events: CollectorEvent[] = [];
  for (const line of linesOfJson(Buffer.from(bytes).toString("utf8"))) {
    const index = events.length;
    requireRoom(index + 1);
    const { sourcetype, event } = eventOf(line) ?? invalidEvent("invalidData", index, "is not a valid JSON object");
    if (event === undefined || event === null) invalidEvent("noEvent", index, "has no event field");
    if (event === "") invalidEvent("blankEvent", index, "has a blank event field");
    const content = typeof event === "string" ? event : JSON.stringify(event);
    events.push({ line, sourcetype: typeof sourcetype === "string" ? sourcetype : undefined, content });
  }
  return events;
}

/** Undefined for a line that is not a JSON object, or is nested so deeply that it cannot be written again. */
function eventOf(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    JSON.stringify(value);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function invalidEvent(collector: keyof typeof replies, index: number, message: string): never {
  throw new ServiceError("validation_failed", `Event ${index} ${message}.`, {
    members: { collector, "invalid-event-number": index },
  });
}

/**
 * The lines of the events. The log is named after the source type, because the host can identify a person's computer. Unless the
 * format is given, a line keeps the event's envelope, in which each source type can have its own format.
 */
export function collectorEntries(events: CollectorEvent[], { format, mapping }: IntakeQuery): LogEntry[] {
  return events.map(({ line, sourcetype, content }) => ({
    name: sourcetype,
    // Format detection recognises an envelope by a member such as `sourcetype`. An event's own `sourcetype` applies,
    // because the last of two equal members wins.
    line: format || mapping ? content : `{"sourcetype":"",${line.slice(1)}`,
  }));
}

import { isIP } from "node:net";
import { sightingOf } from "@/lib/domains/shadow-ai/ingest/field-values";
import { compileLogformat, type SquidLineReader } from "@/lib/domains/shadow-ai/ingest/formats/squid-logformat";
import {
  type Format,
  lineFormat,
  type ParseContext,
  type Reading,
  shareOf,
  skip,
} from "@/lib/domains/shadow-ai/ingest/parser";
import { numberFrom } from "@/lib/domains/shadow-ai/ingest/text/field-text";
import { splitSyslog } from "@/lib/domains/shadow-ai/ingest/text/syslog";
import { parseTime } from "@/lib/domains/shadow-ai/ingest/text/times";

/** time elapsed client result/status bytes method URL user hierarchy/peer [type …] */
const squidForm =
  /^\s*(\d{9,11}(?:\.\d{1,6})?)\s+(-?\d{1,15})\s+(\S+)\s+([A-Z_]+)\/(\d{3})\s+(\d{1,18}|-)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)/;

/** Squid's native access.log: https://wiki.squid-cache.org/Features/LogFormat */
export const squid: Format = {
  likeness: (sample) => shareOf(sample, ({ text }) => squidForm.test(splitSyslog(text).message)),
  makeParser: (context) => {
    const logformat = context.mapping?.logformat;
    const compiled = logformat === undefined ? null : compileLogformat(logformat);
    return { read: (line) => (compiled ? readCompiled(line, compiled, context) : readSquid(line, context)) };
  },
};

function readCompiled(line: string, read: SquidLineReader, context: ParseContext): Reading {
  const fieldAt = read(line) ?? read(splitSyslog(line).message);
  if (!fieldAt) return "The line does not match the logformat.";
  const result = fieldAt("action");
  if (!isUse(result ?? "", fieldAt("status"), fieldAt("bytesIn"), fieldAt("method") ?? "")) return skip.NO_REQUEST;
  const action = result === undefined ? "UNKNOWN" : actionOf(result);
  return { ...sightingOf(fieldAt, context), vantage: "PROXY", transport: "TCP", action };
}

function readSquid(line: string, context: ParseContext): Reading {
  if (line.startsWith("#")) return skip.EMPTY;
  const match = squidForm.exec(line) ?? squidForm.exec(splitSyslog(line).message);
  if (!match) return "The line is not in the Squid native log format.";
  const [, time, elapsed, client, result = "", status, bytes, method = "", url, user] = match;
  if (!isUse(result, status, bytes, method)) return skip.NO_REQUEST;
  return {
    atMs: parseTime(time, context),
    vantage: "PROXY",
    client,
    userName: user,
    url,
    method,
    status: numberFrom(status),
    bytesIn: numberFrom(bytes),
    durationMs: numberFrom(elapsed),
    transport: "TCP",
    action: actionOf(result),
  };
}

/** Excludes tunnels whose requests are logged separately, and peer queries. */
function isUse(result: string, status: string | undefined, bytes: string | undefined, method: string): boolean {
  if (method === "ICP_QUERY" || result.startsWith("UDP_")) return false;
  return !(method === "CONNECT" && result.startsWith("NONE") && status === "200" && bytes === "0");
}

/** Squid's result codes: `TCP_DENIED` is an access rule, `NONE` a request that was not forwarded. */
function actionOf(result: string): "ALLOWED" | "BLOCKED" | "UNKNOWN" {
  if (result.includes("DENIED")) return "BLOCKED";
  return result.startsWith("TCP_") ? "ALLOWED" : "UNKNOWN";
}

/** [time] "request" status bytes, optionally "referer" "user agent" and more */
const combinedForm =
  /^\[([^\]]{10,40})\] "([^"\\]*(?:\\.[^"\\]*)*)" (\d{3}|-) (\d{1,18}|-)(?: "[^"\\]*(?:\\.[^"\\]*)*" "([^"\\]*(?:\\.[^"\\]*)*)")?/;
const result = /\b(?:TCP|NONE)[A-Z_]*(?=[:/])/;

/**
 * The Common and Combined Log Format, also as Squid's `logformat combined` and with a leading virtual host. Only lines
 * of a proxy contain the destination: in the URL, in CONNECT, or as the virtual host.
 */
export const combined = lineFormat(({ text }) => splitLine(text) !== null, readCombined);

function readCombined(line: string, context: ParseContext): Reading {
  const split = splitLine(line);
  if (!split) return "The line is not in the Common or Combined Log Format.";
  const [matched, time, request = "", status, bytes, userAgent] = split.match;
  const [method = "", url] = request.split(" ", 2);
  const outcome = result.exec(split.rest.slice(matched.length, matched.length + 200))?.[0];
  return {
    atMs: parseTime(time, context),
    vantage: "PROXY",
    client: split.client,
    userName: split.user,
    host: url?.startsWith("/") ? split.host : null,
    url,
    method,
    status: numberFrom(status),
    bytesIn: numberFrom(bytes),
    userAgent,
    transport: "TCP",
    action: outcome === undefined ? "UNKNOWN" : actionOf(outcome),
  };
}

/** client ident user, or host client ident user, before what `combinedForm` describes. */
function splitLine(logged: string) {
  const line = splitSyslog(logged).message;
  const start = line.indexOf(" [");
  if (start === -1 || start > 1_000) return null;
  const rest = line.slice(start + 1);
  const match = combinedForm.exec(rest);
  if (!match) return null;
  const [first = "", second = "", ...others] = line.slice(0, start).split(" ");
  const hasHost = isIP(second) !== 0 && isIP(first) === 0;
  const user = others.slice(hasHost ? 1 : 0).join(" ");
  return { client: hasHost ? second : first, host: hasHost ? first : null, user, rest, match };
}

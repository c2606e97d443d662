import { isIP } from "node:net";
import type { Format } from "@/lib/shadow-ai/ingest/formats/format";
import { actionOf } from "@/lib/shadow-ai/ingest/formats/squid";
import { shareOf } from "@/lib/shadow-ai/ingest/sample";
import type { ParseContext, Reading } from "@/lib/shadow-ai/ingest/sighting";
import { numberFrom } from "@/lib/shadow-ai/ingest/text/json";
import { parseTime } from "@/lib/shadow-ai/ingest/text/timestamps";

/** [time] "request" status bytes, and perhaps "referer" "user agent" and more */
const form =
  /^\[([^\]]{10,40})\] "([^"\\]*(?:\\.[^"\\]*)*)" (\d{3}|-) (\d{1,18}|-)(?: "[^"\\]*(?:\\.[^"\\]*)*" "([^"\\]*(?:\\.[^"\\]*)*)")?/;
const result = /\b(?:TCP|NONE)[A-Z_]*(?=[:/])/;

/**
 * The Common and Combined Log Format, also as Squid's `logformat combined` and with the virtual host in front. Only lines of a
 * proxy tell which host was reached: in its URL, in CONNECT, or as the virtual host.
 */
export const combined: Format = {
  likeness: (sample) => shareOf(sample, ({ text }) => splitLine(text) !== null),
  makeParser: (context) => ({ read: (line) => readLine(line, context) }),
};

function readLine(line: string, context: ParseContext): Reading {
  const split = splitLine(line);
  if (!split) return "The line is not in the Common or Combined Log Format.";
  const [matched, time, request = "", status, bytes, userAgent] = split.match;
  const [method = "", url] = request.split(" ", 2);
  const outcome = result.exec(split.rest.slice(matched.length, matched.length + 200))?.[0];
  return {
    atMs: parseTime(time, context),
    vantage: "PROXY",
    client: split.client,
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

/** client ident user, or host client ident user, before what `form` describes. */
function splitLine(line: string) {
  const start = line.indexOf(" [");
  if (start === -1 || start > 1_000) return null;
  const rest = line.slice(start + 1);
  const match = form.exec(rest);
  if (!match) return null;
  const [first = "", second = ""] = line.slice(0, start).split(" ");
  const hasHost = isIP(second) !== 0 && isIP(first) === 0;
  return { client: hasHost ? second : first, host: hasHost ? first : null, rest, match };
}

import type { Format } from "@/lib/shadow-ai/ingest/formats/format";
import { shareOf } from "@/lib/shadow-ai/ingest/sample";
import type { ParseContext, Reading } from "@/lib/shadow-ai/ingest/sighting";
import { numberFrom } from "@/lib/shadow-ai/ingest/text/json";
import { splitSyslog } from "@/lib/shadow-ai/ingest/text/syslog";
import { parseTime } from "@/lib/shadow-ai/ingest/text/timestamps";

/** time elapsed client result/status bytes method URL user hierarchy/peer [type …] */
const form =
  /^\s*(\d{9,11}(?:\.\d{1,6})?)\s+(-?\d{1,15})\s+(\S+)\s+([A-Z_]+)\/(\d{3})\s+(\d{1,18}|-)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)/;

/** Squid's native access.log: https://wiki.squid-cache.org/Features/LogFormat */
export const squid: Format = {
  likeness: (sample) => shareOf(sample, ({ text }) => form.test(splitSyslog(text).message)),
  makeParser: (context) => ({ read: (line) => readLine(line, context) }),
};

function readLine(line: string, context: ParseContext): Reading {
  if (line.startsWith("#")) return null;
  const match = form.exec(line) ?? form.exec(splitSyslog(line).message);
  if (!match) return "The line is not in the form of Squid's native log.";
  const [, time, elapsed, client, result = "", status, bytes, method = "", url] = match;
  if (!isUse(result, status, bytes, method)) return null;
  return {
    atMs: parseTime(time, context),
    vantage: "PROXY",
    client,
    url,
    method,
    status: numberFrom(status),
    bytesIn: numberFrom(bytes),
    durationMs: numberFrom(elapsed),
    transport: "TCP",
    action: actionOf(result),
  };
}

/** Not the challenge before a user logs in, not the tunnel whose requests have lines of their own, not questions of peers. */
function isUse(result: string, status: string | undefined, bytes: string | undefined, method: string): boolean {
  if (status === "407" || method === "ICP_QUERY" || result.startsWith("UDP_")) return false;
  return !(method === "CONNECT" && result.startsWith("NONE") && status === "200" && bytes === "0");
}

/** Squid's result codes: `TCP_DENIED` is its access rules, `NONE` a request that went nowhere. */
export function actionOf(result: string): "ALLOWED" | "BLOCKED" | "UNKNOWN" {
  if (result.includes("DENIED")) return "BLOCKED";
  return result.startsWith("TCP_") ? "ALLOWED" : "UNKNOWN";
}

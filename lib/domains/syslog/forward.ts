import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Counters } from "@/lib/domains/syslog/counters";
import type { Segment, Spool } from "@/lib/domains/syslog/spool";

interface Destination {
  url: string;
  apiKey: string;
  /** Further query parameters by source, such as `format=squid`. */
  options: ReadonlyMap<string, string>;
  report(record: Record<string, unknown>): void;
  signal: AbortSignal;
}

const firstRetryMs = 1_000;
const lastRetryMs = 60_000;
const requestTimeoutMs = 150_000;
/** The service rejects bodies with a higher compression ratio than 200. */
const ratioMax = 150;

/**
 * Sends the segments of a spool one after another until the signal. The service counts each line once, so a segment whose
 * response was lost is sent again. Only statuses that concern the content reject a segment. Everything else is retried.
 */
export async function forward(spool: Spool, counters: Counters, destination: Destination): Promise<void> {
  const { report, signal } = destination;
  let retryMs = firstRetryMs;
  while (!signal.aborted) {
    try {
      const [segment] = spool.segments;
      if (!segment) {
        await once(spool, "closed", { signal });
        continue;
      }
      const outcome = await send(segment, destination);
      if ("problem" in outcome) {
        if (signal.aborted) return;
        counters.retries.inc();
        // Another segment is next, in case this one causes the error.
        spool.segments.push(...spool.segments.splice(0, 1));
        const waitMs = Math.max(retryMs * (0.5 + Math.random() / 2), outcome.afterMs);
        report({ level: "warn", message: "segment not sent", problem: outcome.problem, retryInMs: Math.round(waitMs) });
        retryMs = Math.min(2 * retryMs, lastRetryMs);
        await delay(waitMs, undefined, { signal });
        continue;
      }
      retryMs = firstRetryMs;
      const { rejection, lines } = outcome;
      (rejection === undefined ? counters.forwarded : counters.rejected).inc(lines);
      if (rejection !== undefined)
        report({ level: "error", message: "segment rejected", segment: segment.path, lines, rejection });
      spool.remove(segment, rejection !== undefined);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
  }
}

type Outcome = { lines: number; rejection?: string } | { problem: string; afterMs: number };

async function send(segment: Segment, { url, apiKey, options, signal }: Destination): Promise<Outcome> {
  const log = await readFile(segment.path);
  const packed = await promisify(gzip)(log);
  const body = packed.length * ratioMax < log.length ? log : packed;
  const query = new URLSearchParams(options.get(segment.source));
  query.set("source", segment.source);
  try {
    const response = await fetch(`${url}/v1/sensors/observations?${query}`, {
      method: "POST",
      body: new Uint8Array(body),
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "text/plain" },
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
    });
    const text = (await response.text()).slice(0, 500);
    if (response.ok) return { lines: countLines(log) };
    if (response.status === 400 || response.status === 413) return { lines: countLines(log), rejection: text };
    const seconds = Number(response.headers.get("retry-after"));
    const afterMs = seconds > 0 ? Math.min(seconds, 3_600) * 1_000 : 0;
    return { problem: `status ${response.status}: ${text}`, afterMs };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { problem: String(cause), afterMs: 0 };
  }
}

function countLines(log: Buffer): number {
  let lines = 0;
  for (let at = log.indexOf(10); at !== -1; at = log.indexOf(10, at + 1)) lines++;
  return lines;
}

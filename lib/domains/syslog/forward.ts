import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { z } from "zod";
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

/** The members of a response that an import has, whether it succeeded or not. Other servers do not send them. */
const Import = z.object({
  importId: z.string(),
  rejected: z.number().default(0),
  message: z.string().optional(),
  errors: z.array(z.object({ message: z.string() })).default([]),
});

/**
 * Sends the segments of a spool one after another until the signal. The service counts each line once, so a segment whose
 * response was lost is sent again. Only the error of an import rejects a segment. Everything else is retried.
 */
export async function forward(spool: Spool, counters: Counters, destination: Destination): Promise<void> {
  const { report, signal } = destination;
  let retryMs = firstRetryMs;
  while (!signal.aborted) {
    const [segment] = spool.segments;
    if (!segment) {
      await once(spool, "closed", { signal }).catch(() => undefined);
      continue;
    }
    const outcome = await transfer(segment, spool, counters, destination).catch(problemOf);
    if (signal.aborted) return;
    if (outcome === undefined) {
      retryMs = firstRetryMs;
      continue;
    }
    counters.retries.inc();
    // Move the segment to the end of the queue, in case it causes the error.
    spool.segments.push(...spool.segments.splice(0, 1));
    const waitMs = Math.max(retryMs * (0.5 + Math.random() / 2), outcome.afterMs);
    report({ level: "warn", message: "segment not sent", problem: outcome.problem, retryInMs: Math.round(waitMs) });
    retryMs = Math.min(2 * retryMs, lastRetryMs);
    await delay(waitMs, undefined, { signal }).catch(() => undefined);
  }
}

interface Problem {
  problem: string;
  afterMs: number;
}

/** Sends a segment and removes it from the spool, or returns why it must be sent again. */
async function transfer(
  segment: Segment,
  spool: Spool,
  counters: Counters,
  { url, apiKey, options, report, signal }: Destination,
): Promise<Problem | undefined> {
  const log = await readFile(segment.path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (!log) {
    report({ level: "error", message: "segment was deleted before it was sent", segment: segment.path });
    spool.remove(segment);
    return undefined;
  }
  const packed = await promisify(gzip)(log);
  const body = packed.length * ratioMax < log.length ? log : packed;
  const query = new URLSearchParams(options.get(segment.source));
  query.set("source", segment.source);
  const response = await fetch(`${url}/v1/sensors/observations?${query}`, {
    method: "POST",
    body: new Uint8Array(body),
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "text/plain" },
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
  });
  const text = await response.text();
  const read = Import.safeParse(parseJson(text)).data;
  const isContentRejected = read !== undefined && (response.status === 400 || response.status === 413);
  if (!isContentRejected && !(response.ok && read)) {
    const seconds = Number(response.headers.get("retry-after"));
    const afterMs = seconds > 0 ? Math.min(seconds, 3_600) * 1_000 : 0;
    return { problem: `status ${response.status}: ${text.slice(0, 500)}`, afterMs };
  }
  const lines = countLines(log);
  const rejected = isContentRejected ? lines : Math.min(lines, read?.rejected ?? 0);
  counters.forwarded.inc(lines - rejected);
  counters.rejected.inc(rejected);
  if (rejected > 0) {
    const reason = read?.message ?? read?.errors[0]?.message;
    report({ level: "error", message: "lines rejected", segment: segment.path, lines, rejected, reason });
  }
  if (rejected < lines || lines === 0) spool.remove(segment);
  else spool.reject(segment);
  return undefined;
}

function problemOf(error: unknown): Problem {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return { problem: String(cause), afterMs: 0 };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function countLines(log: Buffer): number {
  let lines = 0;
  for (let at = log.indexOf(10); at !== -1; at = log.indexOf(10, at + 1)) lines++;
  return lines;
}

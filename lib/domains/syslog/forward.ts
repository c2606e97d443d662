import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { Backoff, type Destination, type Problem, problemOf, sendLog } from "@/lib/domains/log-sender";
import type { Counters } from "@/lib/domains/syslog/counters";
import type { Segment, Spool } from "@/lib/domains/syslog/spool";

/** The service rejects bodies with a higher compression ratio than 200. */
const ratioMax = 150;

/**
 * Sends the segments of a spool one after another until the signal. The service counts each line once, so a segment whose
 * response was lost is sent again. Only the error of an import rejects a segment. Everything else is retried.
 */
export async function forward(spool: Spool, counters: Counters, destination: Destination): Promise<void> {
  const { report, signal } = destination;
  const backoff = new Backoff();
  while (!signal.aborted) {
    const [segment] = spool.segments;
    if (!segment) {
      await once(spool, "closed", { signal }).catch(() => undefined);
      continue;
    }
    const outcome = await transfer(segment, spool, counters, destination).catch(problemOf);
    if (signal.aborted) return;
    if (outcome === undefined) {
      backoff.reset();
      continue;
    }
    counters.retries.inc();
    // Move the segment to the end of the queue, in case it causes the error.
    spool.segments.push(...spool.segments.splice(0, 1));
    const retryInMs = backoff.next(outcome.afterMs);
    report({ level: "warn", message: "segment not sent", problem: outcome.problem, retryInMs });
    await delay(retryInMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Sends a segment and removes it from the spool, or returns why it must be sent again. */
async function transfer(
  segment: Segment,
  spool: Spool,
  counters: Counters,
  destination: Destination,
): Promise<Problem | undefined> {
  const { report } = destination;
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
  const sent = await sendLog(destination, segment.source, new Uint8Array(body));
  if ("problem" in sent) return sent;
  const lines = countLines(log);
  const rejected = sent.isRejected ? lines : Math.min(lines, sent.rejected);
  counters.forwarded.inc(lines - rejected);
  counters.rejected.inc(rejected);
  if (rejected > 0) {
    const reason = sent.message ?? sent.errors[0]?.message;
    report({ level: "error", message: "lines rejected", segment: segment.path, lines, rejected, reason });
  }
  if (rejected < lines || lines === 0) spool.remove(segment);
  else spool.reject(segment);
  return undefined;
}

function countLines(log: Buffer): number {
  let lines = 0;
  for (let at = log.indexOf(10); at !== -1; at = log.indexOf(10, at + 1)) lines++;
  return lines;
}

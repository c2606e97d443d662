import { promisify } from "node:util";
import { gzip } from "node:zlib";
import {
  eventLine,
  findHead,
  findMatches,
  measureMatches,
  restricts,
  type StreamFilter,
  toEvent,
} from "@/lib/domains/audit-chain";
import { batchId, fits, isClosed, settleAttempt, streamHeaders } from "@/lib/domains/audit-streams/batch";
import {
  type AttemptEnd,
  acknowledge,
  beginAttempt,
  type ClaimedStream,
  claimStream,
  earlyMs,
  halve,
  type Place,
  passOver,
  postpone,
  releaseStream,
  type StreamKey,
} from "@/lib/domains/audit-streams/delivery-store";
import { streamFigures } from "@/lib/domains/audit-streams/figures";
import { secretContext } from "@/lib/domains/audit-streams/streams";
import { disableStream } from "@/lib/domains/audit-streams/watch-streams";
import { env } from "@/lib/platform/config/env";
import type { Clock } from "@/lib/platform/core/clock";
import { decryptSecret } from "@/lib/platform/crypto/encryption";
import { openSecrets } from "@/lib/platform/crypto/stored-secrets";
import { attemptTimeoutMs, type Transport, tracedExchange } from "@/lib/platform/outgoing/exchange";
import { serviceTransport } from "@/lib/platform/outgoing/guarded-agent";
import { parseRetryAfter } from "@/lib/platform/outgoing/outcome";

/** What a batch is sent with, where it is not the service's own. */
export interface DeliveryMeans {
  clock: Clock;
  transport?: Transport;
  timeoutMs?: number;
  random?: () => number;
}

/**
 * How the work on a stream ended: there is nothing left for this run, there is more to do at once, or the run is to come
 * back at a time (ISO).
 */
export type DeliveryResult = { done: true } | { done: false; at: string | null };

/** Longer than an attempt and the reading before it: whoever holds a stream for this long without a sign does so no more. */
const leaseMs = 60_000;
/** Positions that are looked at at once where a filter may hold all of them back. */
const scanMax = 100_000;
const pageSize = 200;
const compress = promisify(gzip);

/**
 * Delivers the next batches of a stream, at most so many: one at a time, each from where the receiver acknowledged the last
 * one. A batch is written down before it is sent and ends there until the receiver has taken it, so that whatever is sent
 * again, by this process or another, is the same batch with the same id. The position moves with a 2xx only, in a statement
 * that compares the position and the run; where it does not find them as they were, because a setting changed or another run
 * took over, the stream is looked at anew. It may be called any number of times, also at once.
 *
 * @param runId the same for all calls of one run of the job, and for no other's.
 * @throws what the database throws; the receiver's failures are outcomes.
 */
export async function deliverStream(
  key: StreamKey,
  runId: string,
  means: DeliveryMeans,
  batchesMax = 20,
): Promise<DeliveryResult> {
  for (let n = 0; n < batchesMax; n++) {
    const result = await deliverNext(key, runId, means);
    if (result !== "again") return result;
  }
  return { done: false, at: null };
}

async function deliverNext(key: StreamKey, leaseId: string, means: DeliveryMeans): Promise<DeliveryResult | "again"> {
  const nowMs = means.clock.now();
  const lease = { leaseId, now: new Date(nowMs), leaseUntil: new Date(nowMs + leaseMs) };
  const stream = await claimStream(key, lease);
  if (!stream) return { done: true };
  const place: Place = { ...key, leaseId, position: stream.position, filterRevision: stream.filterRevision };
  if (stream.batchTo !== null) return sendBatch(place, stream, stream.batchTo, means);

  const head = await findHead(key.organisationId);
  if (head.position <= stream.position) return release(place);
  const filter = filterOf(stream);
  const upTo = restricts(filter) ? Math.min(head.position, stream.position + scanMax) : head.position;
  const limits = { ...stream, maxEvents: Math.min(stream.batchLimit ?? stream.maxEvents, stream.maxEvents) };
  const stretch = { after: stream.position, upTo };
  const waiting = await measureMatches(key.organisationId, stretch, filter, limits.maxEvents);
  if (waiting.events === 0) {
    await passOver(place, upTo, new Date(nowMs));
    return "again";
  }
  const closing = isClosed(waiting, limits, nowMs);
  if (closing.closed) return sendBatch(place, stream, upTo, means, limits.maxEvents);
  // Somebody who comes by himself before that sees to it.
  if (stream.nextLookAt && stream.nextLookAt.getTime() > nowMs + earlyMs) return release(place);
  return release(place, new Date(closing.atMs));
}

/** Gives the stream away; where there were news meanwhile, this run goes on. */
async function release(place: Place, at?: Date): Promise<DeliveryResult | "again"> {
  if (!(await releaseStream(place, at))) return "again";
  return at ? { done: false, at: at.toISOString() } : { done: true };
}

/** Without `maxEvents` the batch was cut before, and is sent as it was. */
async function sendBatch(
  place: Place,
  stream: ClaimedStream,
  upTo: number,
  means: DeliveryMeans,
  maxEvents = Number.POSITIVE_INFINITY,
): Promise<DeliveryResult | "again"> {
  const { organisationId, streamId, position: from } = place;
  const maxBytes = maxEvents === Number.POSITIVE_INFINITY ? Number.POSITIVE_INFINITY : stream.maxBytes;
  const read = await readBatch(place, filterOf(stream), upTo, { maxEvents, maxBytes });
  // Nothing is left of a batch whose events a wrong hand took away: there is nothing to wait for.
  if (read.events === 0) {
    await passOver(place, upTo, new Date(means.clock.now()));
    return "again";
  }
  const { to, events, lastHash } = read;
  const body = stream.compression === "gzip" ? await compress(read.text) : read.text;
  const startedMs = means.clock.now();
  const id = batchId({ streamId, from, to, filterRevision: place.filterRevision });
  const attempt = { batchId: id, to, events, bytes: Buffer.byteLength(body), startedAt: new Date(startedMs) };
  const number = await beginAttempt(place, attempt);
  if (number === undefined) return "again";

  const secrets = openSecrets(stream, secretContext(organisationId, streamId, "signing"));
  const authorization =
    stream.authorization &&
    decryptSecret(stream.authorization, secretContext(organisationId, streamId, "authorization"));
  const timestamp = Math.floor(startedMs / 1_000);
  const about = {
    "gas.stream.id": streamId,
    "gas.stream.batch_id": id,
    "gas.stream.attempt": number,
    "gas.stream.events": events,
  };
  const record = await tracedExchange("audit stream", about, {
    url: stream.url,
    headers: streamHeaders(
      { streamId, batchId: id, from, to, events, lastHash, body },
      { secrets, authorization, timestamp },
    ),
    body,
    transport: means.transport ?? serviceTransport(),
    timeoutMs: means.timeoutMs ?? attemptTimeoutMs,
  });
  const { outcome, error, statusCode, durationMs, retryAfter } = record;
  const end: AttemptEnd = { number, outcome, error, statusCode, durationMs };
  return follow(place, stream, { to, events, end, retryAfter }, means);
}

interface Ended {
  to: number;
  events: number;
  end: AttemptEnd;
  retryAfter: string | null;
}

async function follow(
  place: Place,
  stream: ClaimedStream,
  { to, events, end, retryAfter }: Ended,
  { clock, random = Math.random }: DeliveryMeans,
): Promise<DeliveryResult | "again"> {
  const nowMs = clock.now();
  const at = new Date(nowMs);
  const retryAfterMs = retryAfter === null ? null : (parseRetryAfter(retryAfter, nowMs) ?? null);
  const outcome = { statusCode: end.statusCode, succeeded: end.outcome === "SUCCEEDED", retryAfterMs };
  const settled = settleAttempt(stream, events, outcome, { random: random(), scale: env().WEBHOOK_RETRY_SCALE });
  streamFigures().batches.inc({ outcome: settled.kind });
  switch (settled.kind) {
    case "acknowledged": {
      const isMoved = await acknowledge(place, end, { to, batchLimit: settled.batchLimit, at });
      if (isMoved) streamFigures().events.inc(events);
      return "again";
    }
    case "halved":
      await halve(place, end, settled.batchLimit);
      return "again";
    case "retried": {
      const nextAttemptAt = new Date(nowMs + settled.delayMs);
      const isPostponed = await postpone(place, end, { at, nextAttemptAt });
      return isPostponed ? { done: false, at: nextAttemptAt.toISOString() } : "again";
    }
    case "gone":
      await disableStream(place, end, clock);
      return { done: true };
  }
}

/** The lines of a batch, as far as they fit, and where it ends: where all that was asked for fits, there. */
async function readBatch(
  { organisationId, position }: Place,
  filter: StreamFilter,
  upTo: number,
  limits: { maxEvents: number; maxBytes: number },
): Promise<{ text: string; events: number; to: number; lastHash: string }> {
  const lines: string[] = [];
  let [to, lastHash, bytes] = [position, "", 0];
  const read = () => ({ text: lines.join(""), events: lines.length, to, lastHash });
  for (;;) {
    const page = await findMatches(organisationId, { after: to, upTo }, filter, pageSize);
    for (const stored of page.events) {
      const line = eventLine(toEvent(stored));
      const lineBytes = Buffer.byteLength(line);
      if (!fits({ events: lines.length, bytes }, lineBytes, limits)) return read();
      lines.push(line);
      bytes += lineBytes;
      to = stored.chainPosition;
      lastHash = stored.blockHash;
    }
    if (page.isWhole) return { ...read(), to: upTo };
  }
}

function filterOf({ eventTypes, modelIds, minSeverity }: ClaimedStream): StreamFilter {
  return { eventTypes, modelIds, minSeverity };
}

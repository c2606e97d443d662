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
  type Lease,
  postpone,
  releaseStream,
  type StreamKey,
  skipTo,
} from "@/lib/domains/audit-streams/delivery-store";
import { streamMetrics } from "@/lib/domains/audit-streams/metrics";
import { secretContext } from "@/lib/domains/audit-streams/store";
import { disableStream } from "@/lib/domains/audit-streams/watch-streams";
import { env } from "@/lib/platform/config/env";
import type { Clock } from "@/lib/platform/core/clock";
import { decryptSecret } from "@/lib/platform/crypto/encryption";
import { openSecrets } from "@/lib/platform/crypto/stored-secrets";
import { type Transport, tracedExchange } from "@/lib/platform/outgoing/exchange";
import { serviceTransport } from "@/lib/platform/outgoing/guarded-agent";
import { parseRetryAfter } from "@/lib/platform/outgoing/outcome";

/** Overrides for tests. */
export interface DeliveryMeans {
  clock: Clock;
  transport?: Transport;
  timeoutMs?: number;
  random?: () => number;
}

/** Whether the run is finished; if not, when it continues (ISO; null: immediately). */
export type DeliveryResult = { done: true } | { done: false; at: string | null };

/** Longer than reading a batch and sending it, so that an expired lease means that its run was lost. */
const leaseMs = 60_000;
/** Positions that are searched at once for events that match a filter. */
const scanMax = 100_000;
const pageSize = 200;
const compress = promisify(gzip);

/**
 * Delivers up to `batchesMax` batches of a stream, one at a time, each after the last acknowledged position. The end of a
 * batch is stored before it is sent, so that every retry, by any process, sends the same batch with the same ID. Only a 2xx
 * response moves the position, in a statement that compares the position and the run. If they have changed, because of new
 * settings or another run, the stream is read again. Idempotent, and safe to call concurrently.
 *
 * @param runId unique to one run of the job.
 * @throws database errors. Failures of the receiver are outcomes.
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
  const stream = await claimStream(key, { leaseId, now: new Date(nowMs), leaseUntil: new Date(nowMs + leaseMs) });
  if (!stream) return { done: true };
  const lease: Lease = { ...key, leaseId, position: stream.position, filterRevision: stream.filterRevision };
  if (stream.batchTo !== null) return sendBatch(lease, stream, stream.batchTo, means);

  const head = await findHead(key.organisationId);
  if (head.position <= stream.position) return release(lease);
  const filter = filterOf(stream);
  const upTo = restricts(filter) ? Math.min(head.position, stream.position + scanMax) : head.position;
  const limits = { ...stream, maxEvents: Math.min(stream.batchLimit ?? stream.maxEvents, stream.maxEvents) };
  const range = { after: stream.position, upTo };
  const waiting = await measureMatches(key.organisationId, range, filter, limits.maxEvents);
  if (waiting.events === 0) {
    await skipTo(lease, upTo, new Date(nowMs));
    return "again";
  }
  const closing = isClosed(waiting, limits, nowMs);
  if (closing.closed) return sendBatch(lease, stream, upTo, means, limits.maxEvents);
  // Another run continues before that.
  if (stream.nextLookAt && stream.nextLookAt.getTime() > nowMs + earlyMs) return release(lease);
  return release(lease, new Date(closing.atMs));
}

/** Ends the lease; continues if a wake-up was requested. */
async function release(lease: Lease, at?: Date): Promise<DeliveryResult | "again"> {
  if (!(await releaseStream(lease, at))) return "again";
  return at ? { done: false, at: at.toISOString() } : { done: true };
}

/** Without `maxEvents`, the end of the batch was fixed by an earlier attempt. */
async function sendBatch(
  lease: Lease,
  stream: ClaimedStream,
  upTo: number,
  means: DeliveryMeans,
  maxEvents = Number.POSITIVE_INFINITY,
): Promise<DeliveryResult | "again"> {
  const { organisationId, streamId, position: from } = lease;
  const maxBytes = maxEvents === Number.POSITIVE_INFINITY ? Number.POSITIVE_INFINITY : stream.maxBytes;
  const read = await readBatch(lease, filterOf(stream), upTo, { maxEvents, maxBytes });
  // The events of the batch were deleted outside the service.
  if (read.events === 0) {
    await skipTo(lease, upTo, new Date(means.clock.now()));
    return "again";
  }
  const { to, events, lastHash } = read;
  const body = stream.compression === "gzip" ? await compress(read.text) : read.text;
  const startedMs = means.clock.now();
  const id = batchId({ streamId, from, to, filterRevision: lease.filterRevision });
  const attempt = { batchId: id, to, events, bytes: Buffer.byteLength(body), startedAt: new Date(startedMs) };
  const number = await beginAttempt(lease, attempt);
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
    timeoutMs: means.timeoutMs,
  });
  const { outcome, error, statusCode, durationMs, retryAfter } = record;
  const end: AttemptEnd = { number, outcome, error, statusCode, durationMs };
  return settle(lease, stream, { to, events, end, retryAfter }, means);
}

interface Ended {
  to: number;
  events: number;
  end: AttemptEnd;
  retryAfter: string | null;
}

async function settle(
  lease: Lease,
  stream: ClaimedStream,
  { to, events, end, retryAfter }: Ended,
  { clock, random = Math.random }: DeliveryMeans,
): Promise<DeliveryResult | "again"> {
  const nowMs = clock.now();
  const at = new Date(nowMs);
  const retryAfterMs = retryAfter === null ? null : (parseRetryAfter(retryAfter, nowMs) ?? null);
  const outcome = { statusCode: end.statusCode, succeeded: end.outcome === "SUCCEEDED", retryAfterMs };
  const settled = settleAttempt(stream, events, outcome, { random: random(), scale: env().WEBHOOK_RETRY_SCALE });
  streamMetrics().batches.inc({ outcome: settled.kind });
  switch (settled.kind) {
    case "acknowledged": {
      const isMoved = await acknowledge(lease, end, { to, batchLimit: settled.batchLimit, at });
      if (isMoved) streamMetrics().events.inc(events);
      return "again";
    }
    case "halved":
      await halve(lease, end, settled.batchLimit);
      return "again";
    case "retried": {
      const nextAttemptAt = new Date(nowMs + settled.delayMs);
      const isPostponed = await postpone(lease, end, { at, nextAttemptAt });
      return isPostponed ? { done: false, at: nextAttemptAt.toISOString() } : "again";
    }
    case "gone":
      await disableStream(lease, end, clock);
      return { done: true };
  }
}

/** The lines of a batch that fit the limits, and the position where it ends: `upTo` if all of them fit. */
async function readBatch(
  { organisationId, position }: Lease,
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

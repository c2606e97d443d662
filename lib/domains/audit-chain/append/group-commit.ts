import type { Pool } from "pg";
import { appendLocked, type Frame, type Outcome, type Submission } from "@/lib/domains/audit-chain/append/append";
import type { PreparedEvent } from "@/lib/domains/audit-chain/append/prepare";
import { sqlOverConnection } from "@/lib/domains/audit-chain/store";
import { type ServiceError, unavailable } from "@/lib/platform/core/errors";
import { singleton } from "@/lib/platform/core/singleton";
import { pool } from "@/lib/platform/database/db";
import { log } from "@/lib/platform/telemetry/log";
import { metrics } from "@/lib/platform/telemetry/metrics";
import { inSpan, type Span, tracing } from "@/lib/platform/telemetry/tracing";

/** Limits of the queue of one organisation, and of one transaction. */
const waitingEventsMax = 10_000;
const waitingBytesMax = 64 * 1024 * 1024;
const commitEventsMax = 1_000;

interface Waiting extends Submission {
  bytes: number;
  /** The span of the request, if traced. */
  span: Span | undefined;
  resolve: (outcomes: Outcome[]) => void;
  reject: (error: unknown) => void;
}

interface Queue {
  waiting: Waiting[];
  events: number;
  bytes: number;
  committing: boolean;
}

/**
 * Commits the appends that arrive during one commit together in the next, without a timer. Instances that share a
 * database are serialised by the lock on the chain's head.
 */
export class GroupCommit {
  private readonly queues = new Map<string, Queue>();

  constructor(private readonly connections: () => Pool) {}

  /** Resolves after the commit, with one outcome per event. @throws `unavailable` if the queue is full. */
  submit(organisationId: string, events: PreparedEvent[], atomic: boolean): Promise<Outcome[]> {
    const queue = this.queueOf(organisationId);
    let bytes = 0;
    for (const event of events) bytes += event.content.length + (event.metadata?.length ?? 0);
    const fits = queue.events + events.length <= waitingEventsMax && queue.bytes + bytes <= waitingBytesMax;
    if (!fits && queue.waiting.length > 0) {
      throw unavailable("Too many events of this organisation are waiting to be written. Try again in a moment.");
    }
    const outcomes = new Promise<Outcome[]>((resolve, reject) => {
      queue.waiting.push({ events, atomic, bytes, span: tracing()?.active(), resolve, reject });
    });
    grow(queue, events.length, bytes);
    if (!queue.committing) void this.commitAll(organisationId, queue);
    return outcomes;
  }

  private queueOf(organisationId: string): Queue {
    const known = this.queues.get(organisationId);
    if (known) return known;
    const queue = { waiting: [], events: 0, bytes: 0, committing: false };
    this.queues.set(organisationId, queue);
    return queue;
  }

  private async commitAll(organisationId: string, queue: Queue): Promise<void> {
    queue.committing = true;
    while (queue.waiting.length > 0) {
      const batch = takeBatch(queue);
      try {
        const outcomes = await asSpan(batch, () => this.commit(organisationId, batch));
        for (const [i, waiting] of batch.entries()) waiting.resolve(outcomes[i] ?? []);
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
    queue.committing = false;
    this.queues.delete(organisationId);
  }

  private async commit(organisationId: string, batch: Waiting[]): Promise<Outcome[][]> {
    const connection = await this.connections().connect();
    // A lost connection rejects the query and also emits an error, which would end the process without a listener.
    connection.on("error", ignoreLoss);
    try {
      const outcomes = await appendLocked(sqlOverConnection(connection), organisationId, batch, frame);
      connection.off("error", ignoreLoss);
      connection.release();
      count(outcomes);
      return outcomes;
    } catch (error) {
      // Destroying the connection rolls back its transaction, even if it no longer responds.
      connection.release(true);
      throw isHeadMismatch(error) ? refuseBrokenHead(organisationId, error) : error;
    }
  }
}

/** The span of a commit is a child of the first traced request and links to the others. */
function asSpan<T>(batch: Waiting[], commit: () => Promise<T>): Promise<T> {
  const tracer = tracing();
  const spans = batch.flatMap(({ span }) => span ?? []);
  const first = spans.find(({ isRecording }) => isRecording) ?? spans[0];
  if (!tracer || !first) return commit();
  const others = spans.filter((span) => span !== first && span.isRecording);
  const begun = {
    name: "audit commit",
    kind: "internal" as const,
    parent: first.traceparent,
    links: others.slice(0, linksMax).map(({ traceparent }) => traceparent),
    attributes: { "gas.audit.events": batch.reduce((sum, { events }) => sum + events.length, 0) },
  };
  return inSpan(tracer, begun, commit);
}

const linksMax = 100;

/** The lock timeout keeps an instance that hangs under the lock from stalling the chain permanently. */
const frame: Frame = {
  begin: [
    { name: "audit-begin", text: "BEGIN ISOLATION LEVEL READ COMMITTED", values: [] },
    { name: "audit-lock-timeout", text: "SET LOCAL lock_timeout = '10s'", values: [] },
  ],
  commit: [{ name: "audit-commit", text: "COMMIT", values: [] }],
};

/**
 * A unique key or guard refused the blocks, because the head is not the end of the chain, or their positions are null,
 * because the head's position is too large to count on from.
 */
function isHeadMismatch(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === "23505" || code === "23001" || code === "23502";
}

function refuseBrokenHead(organisationId: string, error: unknown): ServiceError {
  log().error({ organisationId, err: error }, "chain head does not match the chain's events");
  return unavailable(
    "No events can be appended, because the chain head does not match the chain's events. Verify the chain.",
    60,
  );
}

function ignoreLoss(): void {}

/** The group commit of this process, over the application's pool. */
export function groupCommit(): GroupCommit {
  return singleton("group-commit", () => new GroupCommit(pool));
}

function takeBatch(queue: Queue): Waiting[] {
  let events = 0;
  let bytes = 0;
  let taken = 0;
  for (const waiting of queue.waiting) {
    if (taken > 0 && events + waiting.events.length > commitEventsMax) break;
    events += waiting.events.length;
    bytes += waiting.bytes;
    taken += 1;
  }
  grow(queue, -events, -bytes);
  return queue.waiting.splice(0, taken);
}

function grow(queue: Queue, events: number, bytes: number): void {
  queue.events += events;
  queue.bytes += bytes;
  metrics().auditWaiting.inc(events);
}

function count(outcomes: Outcome[][]): void {
  let appended = 0;
  for (const submission of outcomes) {
    for (const outcome of submission) if ("appended" in outcome && !outcome.replayed) appended += 1;
  }
  metrics().auditEvents.inc(appended);
  metrics().auditCommits.inc();
}

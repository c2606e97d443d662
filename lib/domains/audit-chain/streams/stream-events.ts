import { toEvent } from "@/lib/domains/audit-chain/read/events";
import type { StreamEnd, StreamEventsQuery } from "@/lib/domains/audit-chain/schemas-streams";
import {
  type ChainHead,
  eventLine,
  findHead,
  findHeadPositions,
  findMatches,
  hasMatch,
  restricts,
  type StreamFilter,
} from "@/lib/domains/audit-chain/streams/stream-store";
import type { Context } from "@/lib/platform/core/context";
import { validationFailed } from "@/lib/platform/core/errors";
import { singleton } from "@/lib/platform/core/singleton";
import { log } from "@/lib/platform/telemetry/log";

const pageSize = 100;
/** Maximum positions scanned per request with a filter. */
const scanMax = 100_000;

/**
 * The events after a position as lines in chain order, and a last line with the position to continue from. Positions are
 * assigned under the chain's lock, so no later commit can fill a gap. With `wait`, it starts when an event arrives or
 * the time is up. The stream fails if the database does. @throws `validation_failed` for a position after the end of the
 * chain.
 */
export async function streamEvents(
  ctx: Context,
  query: StreamEventsQuery,
  signal?: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const { after, wait, limit, eventType, modelId, minSeverity } = query;
  const organisationId = ctx.organisation.id;
  const filter: StreamFilter = {
    eventTypes: eventType && [eventType],
    modelIds: modelId === undefined ? null : [modelId],
    minSeverity,
  };
  const deadline = ctx.clock.now() + wait * 1_000;
  let from = after;
  for (;;) {
    const head = await findHead(organisationId);
    if (after > head.position) throw beyondEnd(head);
    const upTo = restricts(filter) ? Math.min(head.position, from + scanMax) : head.position;
    const reading = { from, upTo, head, filter, limit };
    const leftMs = deadline - ctx.clock.now();
    if (leftMs <= 0 || upTo < head.position) return linesOf(organisationId, reading);
    if (upTo > from && (await hasMatch(organisationId, { after: from, upTo }, filter))) {
      return linesOf(organisationId, reading);
    }
    from = upTo;
    const hasGrown = await headWatch().untilBeyond(organisationId, from, leftMs, signal);
    if (!hasGrown) return linesOf(organisationId, { ...reading, from });
  }
}

function beyondEnd({ position }: ChainHead) {
  return validationFailed([{ path: "after", message: `must not be after the end of the chain (${position})` }]);
}

interface Reading {
  from: number;
  upTo: number;
  head: ChainHead;
  filter: StreamFilter;
  limit: number;
}

function linesOf(organisationId: string, { from, upTo, head, filter, limit }: Reading): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let [after, events] = [from, 0];
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const take = Math.min(pageSize, limit - events);
      const page = await findMatches(organisationId, { after, upTo }, filter, take);
      events += page.events.length;
      after = page.events.at(-1)?.chainPosition ?? upTo;
      const lines = page.events.map((stored) => eventLine(toEvent(stored)));
      if (lines.length > 0) controller.enqueue(encoder.encode(lines.join("")));
      if (!page.isWhole && events < limit) return;
      const position = page.isWhole ? upTo : after;
      const end: StreamEnd = {
        type: "stream.position",
        position,
        events,
        headPosition: head.position,
        headHash: head.blockHash,
        hasMore: position < head.position,
      };
      controller.enqueue(encoder.encode(`${JSON.stringify(end)}\n`));
      controller.close();
    },
  });
}

/** Interval between queries for the ends of awaited chains. */
const pollMs = 200;
/** Further requests do not wait. */
const waitingMax = 1_000;

interface Waiting {
  organisationId: string;
  beyond: number;
  end(hasGrown: boolean): void;
}

/**
 * Waits for events on chains. All waiting requests of a process share one query of the heads, five times a second,
 * which costs writers nothing.
 */
export class HeadWatch {
  private readonly waiting = new Set<Waiting>();
  private timer: NodeJS.Timeout | undefined;

  /** Resolves with true once the chain has events after a position; with false on timeout or abort. */
  untilBeyond(organisationId: string, beyond: number, ms: number, signal?: AbortSignal): Promise<boolean> {
    if (ms <= 0 || signal?.aborted || this.waiting.size >= waitingMax) return Promise.resolve(false);
    return new Promise((resolve) => {
      const end = (hasGrown: boolean) => {
        clearTimeout(timeout);
        signal?.removeEventListener("abort", giveUp);
        this.waiting.delete(waiting);
        resolve(hasGrown);
      };
      const giveUp = () => end(false);
      const waiting = { organisationId, beyond, end };
      const timeout = setTimeout(giveUp, ms);
      signal?.addEventListener("abort", giveUp);
      this.waiting.add(waiting);
      this.timer ??= setTimeout(() => void this.poll(), pollMs);
    });
  }

  /** Ends all waiting, before the process exits. */
  endAll(): void {
    for (const { end } of this.waiting) end(false);
  }

  private async poll(): Promise<void> {
    const waiting = [...this.waiting];
    if (waiting.length > 0) {
      try {
        const positions = await findHeadPositions([...new Set(waiting.map(({ organisationId }) => organisationId))]);
        for (const { organisationId, beyond, end } of waiting) {
          if ((positions.get(organisationId) ?? 0) > beyond) end(true);
        }
      } catch (error) {
        // The waiting requests read next and report the failure themselves.
        log().warn({ err: error }, "chain heads could not be read");
        this.endAll();
      }
    }
    this.timer = this.waiting.size === 0 ? undefined : setTimeout(() => void this.poll(), pollMs);
  }
}

export function headWatch(): HeadWatch {
  return singleton("head-watch", () => new HeadWatch());
}

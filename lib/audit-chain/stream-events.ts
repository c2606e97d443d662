import { headWatch } from "@/lib/audit-chain/head-watch";
import type { StreamEnd, StreamEventsQuery } from "@/lib/audit-chain/schemas-streams";
import { eventLine, restricts, type StreamFilter } from "@/lib/audit-chain/stream-line";
import { type ChainHead, findHead, findMatches, hasMatch } from "@/lib/audit-chain/stream-store";
import { toEvent } from "@/lib/audit-chain/to-event";
import type { Context } from "@/lib/context";
import { validationFailed } from "@/lib/errors";

const pageSize = 100;
/** Positions that a request looks at, at most, where a filter may hold all of them back. */
const scanMax = 100_000;

/**
 * The events behind a position, in the chain's order, as lines, and a last line that says where to go on: behind the last
 * event, or where all that is behind it was held back by the filter, behind that. Positions are given under the chain's
 * lock, so everything up to the head is committed, and no later commit can fill a hole. With `wait` it begins once there
 * is something to say, or the time is up. One page is in memory at a time; the stream fails when the database does.
 *
 * Throws `validation_failed` for a position beyond the end of the chain: one that was given by another chain, or by this
 * one before it was cut off.
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
  return validationFailed([
    { path: "after", message: `must not be beyond the end of the chain, which is ${position}` },
  ]);
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

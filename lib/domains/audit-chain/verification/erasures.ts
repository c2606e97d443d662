import type { EventHeader } from "@/lib/domains/audit-chain/block-text";
import { readErasure, recordsErasureOf } from "@/lib/domains/audit-chain/erasure/erasure-record";

type Event = Pick<EventHeader, "id" | "chainPosition" | "contentHash">;
type Recording = Pick<EventHeader, "chainPosition" | "eventType"> & { content: string | null };

/** Maximum events without content waiting for the event that records their erasure. */
const awaitedMax = 200_000;

/**
 * Finds the erased events of a chain, given in order: an event without content waits for a later event that records its
 * erasure. Above `max` waiting events, it returns where to read again. Pure.
 */
export class Erasures {
  /** Number of events whose erasure is recorded on the chain. */
  erased = 0;
  private readonly awaited = new Map<number, Omit<Event, "chainPosition">>();
  private unread: number | undefined;

  constructor(private readonly max = awaitedMax) {}

  get isAwaiting(): boolean {
    return this.awaited.size > 0;
  }

  /** Takes an event without content that is otherwise valid. */
  await({ id, chainPosition, contentHash }: Event): void {
    if (this.unread !== undefined) return;
    if (this.awaited.size < this.max) this.awaited.set(chainPosition, { id, contentHash });
    else this.unread = chainPosition;
  }

  /** Takes a verified event that may record an erasure. */
  settle(event: Recording): void {
    const record = this.isAwaiting ? readErasure(event) : undefined;
    const awaited = record && this.awaited.get(record.chainPosition);
    if (!awaited) return;
    if (!recordsErasureOf(record, event.chainPosition, { ...awaited, chainPosition: record.chainPosition })) return;
    this.awaited.delete(record.chainPosition);
    this.erased += 1;
  }

  /** Events without a recorded erasure so far, by position. */
  listAwaited(): Event[] {
    return [...this.awaited].map(([chainPosition, event]) => ({ chainPosition, ...event }));
  }

  /** Clears the waiting events and returns the position from which to read again, if any. */
  takeUnread(): number | undefined {
    const { unread } = this;
    this.awaited.clear();
    this.unread = undefined;
    return unread;
  }
}

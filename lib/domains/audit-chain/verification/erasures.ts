import { readErasure, recordsErasureOf } from "@/lib/domains/audit-chain/erasure/erasure-record";

/** As much of an event as its erasure is about. */
interface Event {
  id: string;
  chainPosition: number;
  contentHash: string;
}

/** What may record an erasure: an event that was verified. */
interface Recording {
  chainPosition: number;
  eventType: string;
  content: string | null;
}

/** Events without their content that are remembered at once, until the event passes that says so. */
const awaitedMax = 200_000;

/**
 * Finds the erased events of a chain, given in order: an event without content waits for a later event that records
 * its erasure. Above `max` waiting events it says from where to read again. Pure.
 */
export class Erasures {
  /** Events whose erasure stands on the chain. */
  erased = 0;
  private readonly awaited = new Map<number, Omit<Event, "chainPosition">>();
  private unread: number | undefined;

  constructor(private readonly max = awaitedMax) {}

  get isAwaiting(): boolean {
    return this.awaited.size > 0;
  }

  /** An event whose content is missing, and which is right in everything else. */
  await({ id, chainPosition, contentHash }: Event): void {
    if (this.unread !== undefined) return;
    if (this.awaited.size < this.max) this.awaited.set(chainPosition, { id, contentHash });
    else this.unread = chainPosition;
  }

  /** An event that is verified and may record an erasure. */
  settle(event: Recording): void {
    const record = this.isAwaiting ? readErasure(event) : undefined;
    const awaited = record && this.awaited.get(record.chainPosition);
    if (!awaited) return;
    if (!recordsErasureOf(record, event.chainPosition, { ...awaited, chainPosition: record.chainPosition })) return;
    this.awaited.delete(record.chainPosition);
    this.erased += 1;
  }

  /** Those that no event has recorded so far, in the order of positions. */
  listAwaited(): Event[] {
    return [...this.awaited].map(([chainPosition, event]) => ({ chainPosition, ...event }));
  }

  /** Forgets them, and tells from which position on there are more; undefined where there are none. */
  takeUnread(): number | undefined {
    const { unread } = this;
    this.awaited.clear();
    this.unread = undefined;
    return unread;
  }
}

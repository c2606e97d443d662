import { readErasure } from "@/lib/domains/audit-chain/erasure/erasure-record";
import { hashBytes } from "@/lib/domains/audit-chain/merkle/tree";
import { readSealedRecords } from "@/lib/domains/audit-chain/records/record-states";
import {
  EventVerifier,
  type StoredBlock,
  type VerifiedEvents,
} from "@/lib/domains/audit-chain/verification/event-verifier";
import { Findings } from "@/lib/domains/audit-chain/verification/findings";
import { ChainSnapshot } from "@/lib/domains/audit-chain/verification/snapshot-store";

/** A range of a chain to verify apart from the rest, in the state of an exported snapshot. */
export interface RangeJob {
  organisationId: string;
  databaseUrl: string;
  snapshot: string;
  from: number;
  to: number;
}

/** A range without any finding. */
export interface VerifiedRange extends VerifiedEvents {
  /** The raw bytes of each `blockHash` in order, as base64. */
  hashes: string;
  /** Events without content, events that record an erasure and events that seal records, in order. */
  notable: NotableEvent[];
}

type NotableEvent = Pick<StoredBlock, "id" | "chainPosition" | "contentHash" | "eventType" | "content">;

/**
 * Verifies a range of events. Undefined if any of them has a finding, or if their notable contents are too long. Call it
 * for one range at a time.
 */
export async function verifyRange({ from, to, ...source }: RangeJob): Promise<VerifiedRange | undefined> {
  const findings = new Findings();
  const hashes = Buffer.alloc((to - from + 1) * hashBytes);
  const notable = new NotableEvents();
  let events: EventVerifier | undefined;
  let first: StoredBlock | undefined;
  await withSnapshot(source, (snapshot) =>
    snapshot.readEvents({ from, to }, (event) => {
      first ??= event;
      // The caller compares the first event with the event before it.
      const before = { chainPosition: from - 1, blockHash: first.previousHash, recordedAt: first.recordedAt };
      events ??= new EventVerifier(findings, before, to, notable);
      events.verify(event);
      notable.takeSealing(event);
      const at = (event.chainPosition - from) * hashBytes;
      if (at >= 0 && at < hashes.length) hashes.write(event.blockHash.slice("sha256:".length), at, "hex");
    }),
  );
  const verified = events?.verified(from, to);
  if (!verified || !first || notable.length > notableMax) return undefined;
  const { previousHash, recordedAt } = first;
  return { ...verified, previousHash, recordedAt, hashes: hashes.toString("base64"), notable: notable.events };
}

/** Maximum length of the contents of a range's notable events, to limit memory. */
const notableMax = 4 * 1024 * 1024;

class NotableEvents {
  readonly isAwaiting = true;
  readonly events: NotableEvent[] = [];
  length = 0;

  await(event: Omit<NotableEvent, "eventType" | "content">): void {
    this.add({ ...event, eventType: "", content: null });
  }

  settle(event: NotableEvent): void {
    if (readErasure(event)) this.add(event);
  }

  takeSealing(event: NotableEvent): void {
    if (event.content !== null && readSealedRecords(event.content)) this.add(event);
  }

  private add({ id, chainPosition, contentHash, eventType, content }: NotableEvent): void {
    this.length += content?.length ?? 0;
    if (this.length <= notableMax) this.events.push({ id, chainPosition, contentHash, eventType, content });
  }
}

let kept: { source: string; snapshot: ChainSnapshot; timer: NodeJS.Timeout } | undefined;

/** Keeps the connection for a second, because the next range usually has the same source. */
async function withSnapshot(
  source: Omit<RangeJob, "from" | "to">,
  read: (snapshot: ChainSnapshot) => Promise<void>,
): Promise<void> {
  const name = JSON.stringify(source);
  const previous = kept;
  kept = undefined;
  clearTimeout(previous?.timer);
  if (previous && previous.source !== name) void previous.snapshot.close();
  const { organisationId, databaseUrl, snapshot: exported } = source;
  const snapshot =
    previous?.source === name ? previous.snapshot : await ChainSnapshot.open(organisationId, databaseUrl, exported);
  try {
    await read(snapshot);
  } catch (error) {
    await snapshot.close();
    throw error;
  }
  const timer = setTimeout(() => {
    kept = undefined;
    void snapshot.close();
  }, keptMs);
  kept = { source: name, snapshot, timer: timer.unref() };
}

const keptMs = 1_000;

import { genesisHash } from "@/lib/audit-chain/block-text";
import type { Evidence, EvidenceEvent } from "@/lib/evidence/schemas-bundle";
import { counted } from "@/lib/evidence/verification/counted";
import type { ReadEvent } from "@/lib/evidence/verification/open-bundle";
import { type Check, Finder } from "@/lib/evidence/verification/report";

/** How far the time of an event may lie ahead of its receipt: five minutes. */
const aheadMsMax = 5 * 60_000;

/**
 * Whether each event names the model's event before it, from the beginning to the end of the thread that the package
 * states, and whether that begins early enough for the period: nothing of it can have been received more than five minutes
 * before it.
 */
export class ThreadCheck {
  private readonly finder = new Finder("thread");
  private readonly thread: { from: number; to: number } | null;
  private first: EvidenceEvent | undefined;
  private before: EvidenceEvent | undefined;
  private events = 0;

  constructor(private readonly evidence: Omit<Evidence, "events">) {
    this.thread = evidence.chain.thread;
  }

  add({ event }: ReadEvent): void {
    const { thread, before, finder } = this;
    if (!thread) return;
    this.events += 1;
    this.before = event;
    if (event.chainPosition < thread.from || event.chainPosition > thread.to) {
      finder.fail(`It stands outside the thread, which goes from ${thread.from} to ${thread.to}.`, event);
    }
    if (!before) {
      this.first = event;
      this.examineBeginning(event, thread);
    } else if (event.previousModelHash !== before.blockHash) {
      finder.fail(
        `It does not name the event of the model at position ${before.chainPosition} as the one before it: events between were left out, or changed.`,
        event,
      );
    }
  }

  finish(): Check {
    const { thread, before, first, finder } = this;
    if (!thread) {
      return finder.concludeUnchecked(
        this.evidence.package.includeChainProof
          ? "The package makes no statement that the events of the model are complete; its limits say why."
          : "The package was asked for without proofs: it does not show that no event was left out.",
      );
    }
    if (!before) finder.fail(`A thread from ${thread.from} to ${thread.to} is stated, and there is no event.`);
    else if (before.chainPosition !== thread.to) {
      finder.fail(
        `The thread is said to end at ${thread.to}, and the last event is at ${before.chainPosition}.`,
        before,
      );
    }
    const beginning =
      first?.previousModelHash === genesisHash
        ? "the model's first event"
        : "the last one received before any of the period could have been";
    return finder.conclude(
      `${counted(this.events, "event")} of the model, from ${beginning} at position ${thread.from} to position ${thread.to}, each name the one before: none between them was left out.`,
    );
  }

  private examineBeginning(event: EvidenceEvent, thread: { from: number }): void {
    if (event.chainPosition !== thread.from) {
      this.finder.fail(
        `The thread is said to begin at ${thread.from}, and the first event is at ${event.chainPosition}.`,
        event,
      );
    }
    if (event.previousModelHash === genesisHash) return;
    const { from } = this.evidence.package.dateRange;
    const earliest = Date.parse(from) - aheadMsMax;
    if (Number.isNaN(earliest) || event.recordedAt >= new Date(earliest).toISOString()) {
      this.finder.fail(
        "The thread begins with it, though it is neither the model's first event nor received more than five minutes before the period: events of the period may have been left out before it.",
        event,
      );
    }
  }
}

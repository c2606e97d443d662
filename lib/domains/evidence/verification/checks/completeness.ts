import { genesisHash } from "@/lib/domains/audit-chain/block-text";
import { firstFrom, type LeafRange, splitOf, wholeTree } from "@/lib/domains/audit-chain/merkle/ranges";
import type { ChainPart, Evidence, EvidenceEvent } from "@/lib/domains/evidence/schemas-bundle";
import type { Hasher } from "@/lib/domains/evidence/verification/bytes";
import { bytesOfHash } from "@/lib/domains/evidence/verification/bytes";
import type { ExpectedHead } from "@/lib/domains/evidence/verification/keyring";
import type { OpenBundle, ReadEvent } from "@/lib/domains/evidence/verification/open-bundle";
import { type Check, counted, Finder } from "@/lib/domains/evidence/verification/report";

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

/** Whether all events together with the hashes of the proof make the root that the checkpoint signed. */
export class MembershipCheck {
  private readonly finder = new Finder("membership");
  private readonly leafIndexes: number[] = [];
  private readonly leaves: Uint8Array[] = [];

  constructor(
    private readonly chain: ChainPart,
    private readonly hasher: Hasher,
  ) {}

  add({ event }: ReadEvent): void {
    if (!this.chain.membership) return;
    const entry = bytesOfHash(event.blockHash);
    if (!entry) this.finder.fail("Its blockHash is no hash.", event);
    const before = this.leafIndexes.at(-1) ?? -1;
    // What does not rise is told with the order of events; here the tree would have no place for it.
    if (!entry || event.chainPosition - 1 <= before) {
      if (entry) this.finder.fail("The tree has no place for it: its position does not follow.", event);
      return;
    }
    this.leafIndexes.push(event.chainPosition - 1);
    this.leaves.push(this.hasher.leaf(entry));
  }

  finish(): Check {
    const { finder } = this;
    const { checkpoint, membership } = this.chain;
    if (!checkpoint || !membership) return finder.concludeUnchecked("There is no proof against a signed chain.");
    const { treeSize, hashes } = membership;
    if (treeSize !== checkpoint.size) {
      finder.fail(`The proof is of a tree of ${treeSize} events, the checkpoint of one of ${checkpoint.size}.`);
    }
    if (!finder.hasFailed) {
      const problem = this.problemOf(treeSize, hashes, checkpoint.rootHash);
      if (problem) finder.fail(problem);
    }
    return finder.conclude(
      `${counted(this.leaves.length, "event")} and ${counted(hashes.length, "hash", "hashes")} for all others make the root of the tree that was signed.`,
    );
  }

  private problemOf(size: number, hashes: readonly string[], rootHash: string): string | undefined {
    const beyond = this.leafIndexes.at(-1) ?? -1;
    if (beyond >= size) return `The event at position ${beyond + 1} is beyond the tree of ${size} events.`;
    const descent = new Descent(this.leafIndexes, this.leaves, hashes, this.hasher);
    const root = descent.hash(wholeTree(size), 0, this.leaves.length);
    if (!root)
      return "The proof has too few hashes, or one of them is none: events are missing or more than were proved.";
    if (descent.used < hashes.length) return "The proof has more hashes than it needs: events were added or left out.";
    if (this.hasher.nameOf(root) === rootHash) return undefined;
    return "The events and the hashes of the proof do not make the root that was signed: an event or a hash is not that of the chain.";
  }
}

/** Goes down from the root of the tree: the very order in which the hashes of a proof are listed. */
class Descent {
  used = 0;

  constructor(
    private readonly leafIndexes: readonly number[],
    private readonly leaves: readonly Uint8Array[],
    private readonly hashes: readonly string[],
    private readonly hasher: Hasher,
  ) {}

  /** The hash of a range in which there are the leaves from `first` to before `behind`; undefined where one is wanting. */
  hash(range: LeafRange, first: number, behind: number): Uint8Array | undefined {
    if (first === behind) return bytesOfHash(this.hashes[this.used++] ?? "");
    const { start, end } = range;
    if (end - start === 1) return this.leaves[first];
    const split = splitOf(range);
    const middle = firstFrom(this.leafIndexes, split, first, behind);
    const left = this.hash({ start, end: split }, first, middle);
    const right = left && this.hash({ start: split, end }, middle, behind);
    return left && right && this.hasher.node(left, right);
  }
}

/**
 * Whether what somebody kept of the chain is in the package as it was. A package has one model's events: of what was kept
 * of other positions it says nothing, unless an event names that position's as the one before it, or the package states
 * that it leaves none of its model out there.
 */
export class AnchorCheck {
  private readonly finder = new Finder("anchor");
  private readonly found = new Map<number, EvidenceEvent>();
  private readonly wanted: ReadonlySet<number>;

  constructor(
    private readonly bundle: OpenBundle,
    private readonly expected: readonly ExpectedHead[],
  ) {
    this.wanted = new Set(expected.flatMap(({ chainPosition }) => [chainPosition, chainPosition + 1]));
  }

  add({ event }: ReadEvent): void {
    if (this.wanted.has(event.chainPosition)) this.found.set(event.chainPosition, event);
  }

  finish(): Check {
    const { finder, expected } = this;
    if (expected.length === 0) {
      return finder.concludeUnchecked(
        "No receipt or checkpoint was given. One that somebody kept would show that the chain was not written anew since, by whoever has its keys.",
      );
    }
    const compared: number[] = [];
    const beyond: number[] = [];
    for (const head of expected) (this.examine(head) ? compared : beyond).push(head.chainPosition);
    const same = `What was kept of position ${compared.join(", ")} is in the package with the same hash.`;
    if (beyond.length === 0) return finder.conclude(same);
    const unknown = `What was kept of position ${beyond.join(", ")} cannot be compared: the package has no event there, and no checkpoint of that size. Ask the service for a consistency proof, or for a package that reaches there.`;
    return finder.concludeUnchecked(compared.length > 0 ? `${same} ${unknown}` : unknown);
  }

  /** False where the package says nothing of what was kept. */
  private examine({ organisationId, chainPosition, blockHash, rootHash }: ExpectedHead): boolean {
    const { finder } = this;
    const { organisation } = this.bundle.evidence.package;
    const { checkpoint, thread } = this.bundle.evidence.chain;
    const event = this.found.get(chainPosition);
    const place = event ?? { evidenceId: null, chainPosition };
    if (organisationId !== undefined && organisationId !== organisation.id) {
      finder.fail(`What was kept is of the organisation ${organisationId}, not of ${organisation.id}.`, place);
      return true;
    }
    const isCheckpoint = checkpoint?.size === chainPosition;
    const actual =
      event?.blockHash ?? (isCheckpoint ? checkpoint.headHash : this.found.get(chainPosition + 1)?.previousHash);
    if (actual === undefined) {
      const isStated = thread !== null && thread.from <= chainPosition && chainPosition <= thread.to;
      // A checkpoint names whichever event came last, of whichever model.
      if (!isStated || rootHash !== undefined) return false;
      finder.fail(
        `The package states that it has every event of its model from position ${thread.from} to ${thread.to}, and it has none at ${chainPosition}. Either what was kept is of another model's event, or the event was left out.`,
        place,
      );
    } else if (actual !== blockHash) {
      finder.fail(`It had the hash ${blockHash} when it was kept, and has ${actual} in the package.`, place);
    } else if (isCheckpoint && rootHash !== undefined && rootHash !== checkpoint.rootHash) {
      finder.fail(`The tree had the root ${rootHash} when it was kept, and has ${checkpoint.rootHash}.`, place);
    }
    return true;
  }
}

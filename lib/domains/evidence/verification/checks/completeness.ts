import { genesisHash } from "@/lib/domains/audit-chain/block-text";
import { firstFrom, type LeafRange, splitOf, wholeTree } from "@/lib/domains/audit-chain/merkle/ranges";
import type { ChainPart, Evidence, EvidenceEvent } from "@/lib/domains/evidence/schemas-bundle";
import type { Hasher } from "@/lib/domains/evidence/verification/bytes";
import { bytesOfHash } from "@/lib/domains/evidence/verification/bytes";
import type { ExpectedHead } from "@/lib/domains/evidence/verification/keyring";
import type { OpenBundle, ReadEvent } from "@/lib/domains/evidence/verification/open-bundle";
import { type Check, counted, Finder } from "@/lib/domains/evidence/verification/report";

/** How far the time of an event may be ahead of its recording. */
const aheadMsMax = 5 * 60_000;

/**
 * Each event must link to the previous event of the model. The thread must start early enough: events are recorded at
 * most five minutes before their time.
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
      finder.fail(`The event is outside the thread (positions ${thread.from} to ${thread.to}).`, event);
    }
    if (!before) {
      this.first = event;
      this.examineBeginning(event, thread);
    } else if (event.previousModelHash !== before.blockHash) {
      finder.fail(
        `The event does not link to the previous event of the model at position ${before.chainPosition}: events in between were removed or changed.`,
        event,
      );
    }
  }

  finish(): Check {
    const { thread, before, first, finder } = this;
    if (!thread) {
      return finder.concludeUnchecked(
        this.evidence.package.includeChainProof
          ? "The package does not state that the events of the model are complete. Its limits give the reason."
          : "The package was requested without chain proof, so it does not show that no event is missing.",
      );
    }
    if (!before) finder.fail(`The package states a thread from ${thread.from} to ${thread.to}, but has no events.`);
    else if (before.chainPosition !== thread.to) {
      finder.fail(`The stated thread ends at ${thread.to}, but the last event is at ${before.chainPosition}.`, before);
    }
    const beginning =
      first?.previousModelHash === genesisHash
        ? "the first event of the model"
        : "the last event recorded before the period";
    return finder.conclude(
      `${counted(this.events, "event")} of the model, from ${beginning} at position ${thread.from} to position ${thread.to}. Each event contains the hash of the previous one, so none in between is missing.`,
    );
  }

  private examineBeginning(event: EvidenceEvent, thread: { from: number }): void {
    if (event.chainPosition !== thread.from) {
      this.finder.fail(
        `The stated thread begins at ${thread.from}, but the first event is at ${event.chainPosition}.`,
        event,
      );
    }
    if (event.previousModelHash === genesisHash) return;
    const { from } = this.evidence.package.dateRange;
    const earliest = Date.parse(from) - aheadMsMax;
    if (Number.isNaN(earliest) || event.recordedAt >= new Date(earliest).toISOString()) {
      this.finder.fail(
        "The thread begins with this event, although it is not the first event of the model and was not recorded more than five minutes before the period. Earlier events of the period may be missing.",
        event,
      );
    }
  }
}

/** Events and proof hashes together must produce the Merkle root signed by the checkpoint. */
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
    if (!entry) this.finder.fail("blockHash is not a SHA-256 hash.", event);
    const before = this.leafIndexes.at(-1) ?? -1;
    // The order check also reports positions that do not ascend.
    if (!entry || event.chainPosition - 1 <= before) {
      if (entry)
        this.finder.fail(
          "The event has no place in the tree, because its position is not after the previous position.",
          event,
        );
      return;
    }
    this.leafIndexes.push(event.chainPosition - 1);
    this.leaves.push(this.hasher.leaf(entry));
  }

  finish(): Check {
    const { finder } = this;
    const { checkpoint, membership } = this.chain;
    if (!checkpoint || !membership) return finder.concludeUnchecked("The package contains no proof of membership.");
    const { treeSize, hashes } = membership;
    if (treeSize !== checkpoint.size) {
      finder.fail(`The proof is for a tree of ${treeSize} events, but the checkpoint covers ${checkpoint.size}.`);
    }
    if (!finder.hasFailed) {
      const problem = this.problemOf(treeSize, hashes, checkpoint.rootHash);
      if (problem) finder.fail(problem);
    }
    return finder.conclude(
      `${counted(this.leaves.length, "event")} and ${counted(hashes.length, "proof hash", "proof hashes")} produce the signed Merkle root.`,
    );
  }

  private problemOf(size: number, hashes: readonly string[], rootHash: string): string | undefined {
    const beyond = this.leafIndexes.at(-1) ?? -1;
    if (beyond >= size) return `The event at position ${beyond + 1} is beyond the tree of ${size} events.`;
    const descent = new Descent(this.leafIndexes, this.leaves, hashes, this.hasher);
    const root = descent.hash(wholeTree(size), 0, this.leaves.length);
    if (!root) return "The proof has too few hashes or an invalid one: events were added or removed.";
    if (descent.used < hashes.length) return "The proof has too many hashes: events were added or removed.";
    if (this.hasher.nameOf(root) === rootHash) return undefined;
    return "Events and proof hashes do not produce the signed Merkle root: an event or a hash is not part of the chain.";
  }
}

/** Descends from the root, in the order in which the proof lists its hashes. */
class Descent {
  used = 0;

  constructor(
    private readonly leafIndexes: readonly number[],
    private readonly leaves: readonly Uint8Array[],
    private readonly hashes: readonly string[],
    private readonly hasher: Hasher,
  ) {}

  /** The hash of a range with the leaves `first` (inclusive) to `after` (exclusive); undefined if a proof hash is missing. */
  hash(range: LeafRange, first: number, after: number): Uint8Array | undefined {
    if (first === after) return bytesOfHash(this.hashes[this.used++] ?? "");
    const { start, end } = range;
    if (end - start === 1) return this.leaves[first];
    const split = splitOf(range);
    const middle = firstFrom(this.leafIndexes, split, first, after);
    const left = this.hash({ start, end: split }, first, middle);
    const right = left && this.hash({ start: split, end }, middle, after);
    return left && right && this.hasher.node(left, right);
  }
}

/**
 * Compares saved receipts and checkpoints with the package. Positions of other models can be compared only if the next
 * event links to them or the thread covers them.
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
        "No receipt or checkpoint was provided. A saved receipt or checkpoint shows whether the key holder has rewritten the chain since it was issued.",
      );
    }
    const compared: number[] = [];
    const beyond: number[] = [];
    for (const head of expected) (this.examine(head) ? compared : beyond).push(head.chainPosition);
    const same = `${savedHashes(compared)} ${compared.length === 1 ? "matches" : "match"} the package.`;
    if (beyond.length === 0) return finder.conclude(same);
    const [there, covered] = beyond.length === 1 ? ["that position", "the position"] : ["those positions", "them"];
    const unknown = `${savedHashes(beyond)} cannot be compared, because the package has no event and no checkpoint at ${there}. Request a consistency proof from the service, or a package that covers ${covered}.`;
    return finder.concludeUnchecked(compared.length > 0 ? `${same} ${unknown}` : unknown);
  }

  /** False if the package cannot be compared with this head. */
  private examine({ organisationId, chainPosition, blockHash, rootHash }: ExpectedHead): boolean {
    const { finder } = this;
    const { organisation } = this.bundle.evidence.package;
    const { checkpoint, thread } = this.bundle.evidence.chain;
    const event = this.found.get(chainPosition);
    const place = event ?? { evidenceId: null, chainPosition };
    if (organisationId !== undefined && organisationId !== organisation.id) {
      finder.fail(`The saved hash belongs to organisation ${organisationId}, not ${organisation.id}.`, place);
      return true;
    }
    const isCheckpoint = checkpoint?.size === chainPosition;
    const actual =
      event?.blockHash ?? (isCheckpoint ? checkpoint.headHash : this.found.get(chainPosition + 1)?.previousHash);
    if (actual === undefined) {
      const isStated = thread !== null && thread.from <= chainPosition && chainPosition <= thread.to;
      // The last event of a checkpoint may belong to any model.
      if (!isStated || rootHash !== undefined) return false;
      finder.fail(
        `The package states that it contains every event of its model from position ${thread.from} to ${thread.to}, but has none at ${chainPosition}. Either the receipt is for an event of another model, or the event is missing.`,
        place,
      );
    } else if (actual !== blockHash) {
      finder.fail(`The saved hash is ${blockHash}, but the package has ${actual}.`, place);
    } else if (isCheckpoint && rootHash !== undefined && rootHash !== checkpoint.rootHash) {
      finder.fail(`The saved root hash is ${rootHash}, but the checkpoint has ${checkpoint.rootHash}.`, place);
    }
    return true;
  }
}

function savedHashes(positions: readonly number[]): string {
  const [position] = positions;
  return positions.length === 1
    ? `The saved hash of position ${position}`
    : `The saved hashes of positions ${positions.join(", ")}`;
}

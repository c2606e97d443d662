import { firstFrom, type LeafRange, splitOf, wholeTree } from "@/lib/audit-chain/merkle/ranges";
import type { ChainPart } from "@/lib/evidence/schemas-bundle";
import { bytesOfHash } from "@/lib/evidence/verification/bytes";
import { counted } from "@/lib/evidence/verification/counted";
import type { Hasher } from "@/lib/evidence/verification/hasher";
import type { ReadEvent } from "@/lib/evidence/verification/open-bundle";
import { type Check, Finder } from "@/lib/evidence/verification/report";

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

import { GrowingTree, hashOf } from "@/lib/audit-chain/merkle/tree";

/**
 * The roots of one chain's tree at the sizes of its checkpoints, from its events given one after the other. An event that is
 * missing, doubled or without a hash ends it: there are no roots behind it.
 */
export class RootsAt {
  private readonly tree = new GrowingTree();
  private readonly roots = new Map<number, string>();
  private next = 0;

  /** `sizes`: in their order. */
  constructor(private readonly sizes: number[]) {}

  take({ chainPosition, blockHash }: { chainPosition: number; blockHash: string }): void {
    if (this.next >= this.sizes.length) return;
    if (chainPosition !== this.tree.size + 1 || blockHash.length !== hashLength) {
      this.next = this.sizes.length;
      return;
    }
    this.tree.append(Buffer.from(blockHash.slice(hashPrefix), "hex"));
    // Sizes that no tree can have come first, where somebody stored such.
    while (Number(this.sizes[this.next]) <= chainPosition) {
      if (this.sizes[this.next] === chainPosition) this.roots.set(chainPosition, hashOf(this.tree.root()));
      this.next += 1;
    }
  }

  /** The root over the first `size` events, as `sha256:` and hex; undefined where it is not known. */
  at(size: number): string | undefined {
    return this.roots.get(size);
  }
}

const hashPrefix = "sha256:".length;
const hashLength = hashPrefix + 64;

import { createHash } from "node:crypto";
import { type TilePlace, tileBytes, tileHashes, tileHeight, tileName } from "@/lib/audit-chain/merkle/tiles";
import { GrowingTree, hashBytes, hashOf } from "@/lib/audit-chain/merkle/tree";

/**
 * The roots of one chain's tree at the sizes of its checkpoints, from its events given one after the other. An event that is
 * missing, doubled or without a hash ends it: there are no roots behind it.
 */
export class RootsAt {
  /** The tiles that the events fill. */
  readonly tiles = new TileDigests();
  private readonly tree = new GrowingTree((level, index, hash) => this.tiles.take(level, index, hash));
  private readonly roots = new Map<number, string>();
  private next = 0;
  private isBroken = false;

  /** `sizes`: in their order. `upTo`: how far the tree is needed for its tiles. */
  constructor(
    private readonly sizes: number[],
    private readonly upTo = 0,
  ) {}

  take({ chainPosition, blockHash }: { chainPosition: number; blockHash: string }): void {
    if (this.isBroken || (this.next >= this.sizes.length && this.tree.size >= this.upTo)) return;
    if (chainPosition !== this.tree.size + 1 || blockHash.length !== hashLength) {
      this.isBroken = true;
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

/**
 * What each full tile of a tree must be, from the hashes of its subtrees given in the order in which it grows. Holds one
 * digest for 256 events.
 */
class TileDigests {
  private readonly growing: Buffer[] = [];
  private readonly digests = new Map<string, string>();

  take(level: number, index: number, hash: Buffer): void {
    if (level % tileHeight !== 0) return;
    const tileLevel = level / tileHeight;
    if (tileLevel > 0) this.finish({ level: tileLevel - 1, index }, hash);
    const tile = this.growing[tileLevel] ?? Buffer.alloc(tileBytes);
    this.growing[tileLevel] = tile;
    tile.set(hash, (index % tileHashes) * hashBytes);
  }

  /** The hash over all 256 of a tile: its last one made it full. */
  private finish(place: TilePlace, root: Buffer): void {
    const hashes = this.growing[place.level];
    if (hashes) this.digests.set(tileName(place), digestOf(hashes, root));
  }

  /** SHA-256 over the tile's hashes and its root, as `sha256:` and hex; undefined for a tile that the events do not fill. */
  of(place: TilePlace): string | undefined {
    return this.digests.get(tileName(place));
  }
}

function digestOf(hashes: Buffer, root: Buffer): string {
  return hashOf(createHash("sha256").update(hashes).update(root).digest());
}

const hashPrefix = "sha256:".length;
const hashLength = hashPrefix + 64;

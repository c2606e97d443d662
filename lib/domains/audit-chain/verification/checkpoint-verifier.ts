import { createHash } from "node:crypto";
import { genesisHash } from "@/lib/domains/audit-chain/block";
import {
  type Checkpoint,
  checkpointHash,
  checkSignature,
  type SignatureVerdict,
} from "@/lib/domains/audit-chain/checkpoints/checkpoint";
import {
  GrowingTree,
  hashBytes,
  hashOf,
  type TilePlace,
  tileBytes,
  tileHashes,
  tileHeight,
  tileName,
} from "@/lib/domains/audit-chain/merkle/tree";
import type { FindingCode, Findings } from "@/lib/domains/audit-chain/verification/findings";

/** A stored checkpoint with what the chain has at its size. */
export interface PlacedCheckpoint extends Checkpoint {
  /** The copy of its own hash that is stored with it. */
  storedHash: string;
  /** `blockHash` of the event at its size; null where there is none. */
  eventHash: string | null;
}

export type VerifySignature = (checkpoint: Checkpoint) => SignatureVerdict;

/**
 * Checks the checkpoints of one chain in the order of their sizes: signatures, links, the event at each size and,
 * where known, the roots. One edit is one finding. Pure, and never throws.
 */
export class CheckpointVerifier {
  /** Checkpoints given. */
  checkpoints = 0;
  /** The last one that is signed by a pinned key. */
  latest: Checkpoint | undefined;
  /** Whether the kept checkpoint was among them. */
  hasKept = false;
  /** Hashes of checkpoints that must be stored, with their sizes; those that were given are taken out. */
  readonly awaited = new Map<string, number>();
  /** Sizes of those among them that were given with another signature, which is a finding already. */
  readonly altered = new Set<number>();
  private previous: { hash: string; isDoubtful: boolean } | undefined;
  private isRewritten = false;
  private hasOtherTree = false;
  private readonly unknownKeys = new Set<string>();

  /**
   * `before`: the checkpoint before the first one. `isOfDoubtful`: whether a hash belongs to an event already found
   * changed.
   */
  constructor(
    private readonly findings: Findings,
    private readonly isOfDoubtful: (hash: string) => boolean,
    before: Checkpoint | undefined,
    private readonly keptHash: string | undefined,
    private readonly verifySignature: VerifySignature = checkSignature,
    private readonly roots: Pick<RootsAt, "at"> | undefined = undefined,
  ) {
    this.previous = before && { hash: checkpointHash(before), isDoubtful: verifySignature(before) === "invalid" };
  }

  verify(checkpoint: PlacedCheckpoint): void {
    this.checkpoints += 1;
    const hash = checkpointHash(checkpoint);
    const signature = this.verifySignature(checkpoint);
    const isCopyOther = hash !== checkpoint.storedHash;
    const isAltered = signature === "invalid" || (signature === "key_unknown" && isCopyOther);
    if (signature === "invalid") this.find(checkpoint, "checkpoint_signature", null, checkpoint.keyId);
    else if (isCopyOther) this.find(checkpoint, "checkpoint_link", hash, checkpoint.storedHash);
    else if (signature === "key_unknown") this.findUnknownKey(checkpoint);
    this.verifyLink(checkpoint, isAltered);
    if (signature === "valid") {
      this.verifyEvent(checkpoint);
      this.latest = checkpoint;
    }
    if (hash === this.keptHash) this.hasKept = true;
    this.awaited.delete(hash);
    if (isAltered && [...this.awaited.values()].includes(checkpoint.size)) this.altered.add(checkpoint.size);
    this.previous = { hash, isDoubtful: isAltered };
  }

  /** Once for each key: all its checkpoints are unverified for the same reason. */
  private findUnknownKey(checkpoint: PlacedCheckpoint): void {
    if (this.unknownKeys.has(checkpoint.keyId)) return;
    this.unknownKeys.add(checkpoint.keyId);
    this.find(checkpoint, "checkpoint_key_unknown", null, checkpoint.keyId);
  }

  private verifyLink(checkpoint: PlacedCheckpoint, isAltered: boolean): void {
    const expected = this.previous?.hash ?? genesisHash;
    if (checkpoint.previousCheckpointHash === expected) return;
    this.findings.fail("checkpoints");
    if (isAltered || this.previous?.isDoubtful) return;
    this.find(checkpoint, "checkpoint_link", expected, checkpoint.previousCheckpointHash);
  }

  /** Of a chain that was rewritten, the first signed state that it contradicts is the finding. */
  private verifyEvent(checkpoint: PlacedCheckpoint): void {
    const { eventHash, headHash } = checkpoint;
    if (eventHash === headHash) {
      this.isRewritten = false;
      this.verifyRoot(checkpoint);
      return;
    }
    if (this.isOfDoubtful(headHash)) return;
    this.findings.fail("checkpoints");
    // A missing event is found where events are counted.
    if (eventHash === null || this.isRewritten) return;
    this.isRewritten = true;
    this.find(checkpoint, "checkpoint_mismatch", headHash, eventHash);
  }

  /** A wrong hash in the tree is in every later root: the first that was signed over it is the finding. */
  private verifyRoot(checkpoint: PlacedCheckpoint): void {
    const root = this.roots?.at(checkpoint.size);
    if (root === undefined) return;
    if (root === checkpoint.rootHash) {
      this.hasOtherTree = false;
      return;
    }
    this.findings.fail("checkpoints");
    if (this.hasOtherTree) return;
    this.hasOtherTree = true;
    this.find(checkpoint, "root_mismatch", root, checkpoint.rootHash);
  }

  private find({ size }: Checkpoint, code: FindingCode, expected: string | null, actual: string | null): void {
    this.findings.find(size, code, expected, actual);
  }
}

/**
 * The roots of a chain's tree at the sizes of its checkpoints, from its events in order. It ends at the first event
 * that is missing, repeated or without a hash.
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

/** The digest of each full tile of a growing tree: one digest for 256 events. */
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

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
  type TilePosition,
  tileBytes,
  tileHashes,
  tileHeight,
  tileName,
} from "@/lib/domains/audit-chain/merkle/tree";
import type { FindingCode, Findings } from "@/lib/domains/audit-chain/verification/findings";

/** A stored checkpoint with the event at its size. */
export interface CheckpointWithEvent extends Checkpoint {
  /** The stored copy of its own hash. */
  storedHash: string;
  /** `blockHash` of the event at its size, if any. */
  eventHash: string | null;
}

export type VerifySignature = (checkpoint: Checkpoint) => SignatureVerdict;

/**
 * Checks the checkpoints of one chain in order of size: signatures, links, the event at each size and,
 * if known, the roots. One edit is one finding. Pure, and never throws.
 */
export class CheckpointVerifier {
  checkpoints = 0;
  /** The last checkpoint signed by a pinned key. */
  latest: Checkpoint | undefined;
  /** Whether the caller's saved checkpoint was among them. */
  hasSaved = false;
  /** Hashes of checkpoints that must be stored, with their sizes; removed when seen. */
  readonly awaited = new Map<string, number>();
  /** Their sizes if seen with a different signature, which is a finding already. */
  readonly altered = new Set<number>();
  private previous: { hash: string; isInconsistent: boolean } | undefined;
  private isRewritten = false;
  private hasOtherTree = false;
  private readonly unknownKeys = new Set<string>();

  /**
   * `before`: the checkpoint before the first one. `isOfInconsistent`: whether a hash belongs to an event already found
   * changed.
   */
  constructor(
    private readonly findings: Findings,
    private readonly isOfInconsistent: (hash: string) => boolean,
    before: Checkpoint | undefined,
    private readonly savedHash: string | undefined,
    private readonly verifySignature: VerifySignature = checkSignature,
    private readonly roots: Pick<RootsAt, "at"> | undefined = undefined,
  ) {
    this.previous = before && { hash: checkpointHash(before), isInconsistent: verifySignature(before) === "invalid" };
  }

  verify(checkpoint: CheckpointWithEvent): void {
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
    if (hash === this.savedHash) this.hasSaved = true;
    this.awaited.delete(hash);
    if (isAltered && [...this.awaited.values()].includes(checkpoint.size)) this.altered.add(checkpoint.size);
    this.previous = { hash, isInconsistent: isAltered };
  }

  /** One finding per key. */
  private findUnknownKey(checkpoint: CheckpointWithEvent): void {
    if (this.unknownKeys.has(checkpoint.keyId)) return;
    this.unknownKeys.add(checkpoint.keyId);
    this.find(checkpoint, "checkpoint_key_unknown", null, checkpoint.keyId);
  }

  private verifyLink(checkpoint: CheckpointWithEvent, isAltered: boolean): void {
    const expected = this.previous?.hash ?? genesisHash;
    if (checkpoint.previousCheckpointHash === expected) return;
    this.findings.fail("checkpoints");
    if (isAltered || this.previous?.isInconsistent) return;
    this.find(checkpoint, "checkpoint_link", expected, checkpoint.previousCheckpointHash);
  }

  /** For a rewritten chain, only the first contradicted checkpoint is a finding. */
  private verifyEvent(checkpoint: CheckpointWithEvent): void {
    const { eventHash, headHash } = checkpoint;
    if (eventHash === headHash) {
      this.isRewritten = false;
      this.verifyRoot(checkpoint);
      return;
    }
    if (this.isOfInconsistent(headHash)) return;
    this.findings.fail("checkpoints");
    // Missing events are found elsewhere.
    if (eventHash === null || this.isRewritten) return;
    this.isRewritten = true;
    this.find(checkpoint, "checkpoint_mismatch", headHash, eventHash);
  }

  /** A wrong hash affects every later root: only the first is a finding. */
  private verifyRoot(checkpoint: CheckpointWithEvent): void {
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
 * Computes the roots of a chain's tree at the sizes of its checkpoints, from its events in order. Stops at the first
 * event that is missing, repeated or without a hash.
 */
export class RootsAt {
  /** The full tiles. */
  readonly tiles = new TileDigests();
  private readonly tree = new GrowingTree((level, index, hash) => this.tiles.take(level, index, hash));
  private readonly roots = new Map<number, string>();
  private next = 0;
  private isBroken = false;

  /** `sizes`: ascending. `upTo`: the size up to which tiles are needed. */
  constructor(
    private readonly sizes: number[],
    private readonly upTo = 0,
  ) {}

  take({ chainPosition, blockHash }: { chainPosition: number; blockHash: string }): void {
    this.takeEntry(chainPosition, Buffer.from(blockHash.slice(hashPrefix), "hex"));
  }

  /** Takes the raw bytes of an event's hash. */
  takeEntry(chainPosition: number, entry: Uint8Array): void {
    if (this.isBroken || (this.next >= this.sizes.length && this.tree.size >= this.upTo)) return;
    if (chainPosition !== this.tree.size + 1 || entry.length !== hashBytes) {
      this.isBroken = true;
      return;
    }
    this.tree.append(entry);
    // Also skips invalid sizes of tampered checkpoints, which sort first.
    while (Number(this.sizes[this.next]) <= chainPosition) {
      if (this.sizes[this.next] === chainPosition) this.roots.set(chainPosition, hashOf(this.tree.root()));
      this.next += 1;
    }
  }

  /** The root over the first `size` events, if computed. */
  at(size: number): string | undefined {
    return this.roots.get(size);
  }
}

/** The digest of each full tile of a growing tree: one per 256 events. */
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

  /** The root of a tile is computed when it becomes full. */
  private finish(tile: TilePosition, root: Buffer): void {
    const hashes = this.growing[tile.level];
    if (hashes) this.digests.set(tileName(tile), digestOf(hashes, root));
  }

  /** SHA-256 of the tile's hashes and root; undefined for a tile that is not full. */
  of(tile: TilePosition): string | undefined {
    return this.digests.get(tileName(tile));
  }
}

function digestOf(hashes: Buffer, root: Buffer): string {
  return hashOf(createHash("sha256").update(hashes).update(root).digest());
}

const hashPrefix = "sha256:".length;

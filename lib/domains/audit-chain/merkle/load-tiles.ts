import { createHash } from "node:crypto";
import { recordFinding } from "@/lib/domains/audit-chain/findings/findings-store";
import { type Subtree, subtreesOf, wholeTree } from "@/lib/domains/audit-chain/merkle/ranges";
import {
  countTiles,
  findEntries,
  findRoots,
  findTiles,
  insertTiles,
  type StoredTile,
} from "@/lib/domains/audit-chain/merkle/tile-store";
import {
  firstPositionOf,
  foldPerfect,
  GrowingTree,
  hashBytes,
  hashOf,
  leafHash,
  parentOf,
  rangeHash,
  readerOf,
  type TileNeed,
  tileBytes,
  tileHashes,
  tileHeight,
  tileName,
  tileNeed,
  tilesFor,
} from "@/lib/domains/audit-chain/merkle/tree";
import { isoMilliseconds, systemClock } from "@/lib/platform/core/clock";
import { unavailable } from "@/lib/platform/core/errors";
import { Semaphore } from "@/lib/platform/core/semaphore";
import { singleton } from "@/lib/platform/core/singleton";
import { log } from "@/lib/platform/telemetry/log";

/** The events up to a size do not have the signed root. */
export class TreeMismatch extends Error {
  override readonly name = "TreeMismatch";

  constructor(readonly size: number) {
    super(`the events up to position ${size} do not match the signed root`);
  }
}

/**
 * The tiles of subtrees, proved by a signed root. Altered tiles are recorded as a finding and recomputed from the
 * events. @throws {@link TreeMismatch}, {@link LeavesMissing}.
 */
export async function loadAuthenticTiles(
  organisationId: string,
  subtrees: Subtree[],
  signed: SignedTree,
): Promise<Map<string, Buffer>> {
  const needs = provableTilesFor(subtrees, signed.size);
  const stored = await loadTiles(organisationId, needs);
  if (areAuthentic(stored, needs, signed)) return stored;
  const done = await rebuilding().within(() => computeTiles(organisationId, needs, signed.size));
  if (!done) throw unavailable("Altered parts of the tree are being recomputed. Try again in a moment.", 10);
  const computed = done.result;
  if (!areAuthentic(computed, needs, signed)) throw new TreeMismatch(signed.size);
  const altered = needs.find((need) => !stored.get(tileName(need))?.equals(computed.get(tileName(need)) ?? nothing));
  if (altered) {
    const name = tileName(altered);
    const chainPosition = firstPositionOf(altered);
    log().error({ organisationId, tile: name }, "a stored tile of the tree was altered; recomputed from the events");
    await recordFinding(organisationId, {
      code: "tile_mismatch",
      chainPosition,
      storedHash: digestOf(stored.get(name)),
      computedHash: digestOf(computed.get(name)),
      detectedAt: isoMilliseconds(systemClock.now()),
    });
  }
  return computed;
}

const nothing = Buffer.alloc(0);

/** Represents the bytes of a tile in a finding. */
function digestOf(hashes: Buffer = nothing): string {
  return hashOf(createHash("sha256").update(hashes).digest());
}

/** Limits concurrent rebuilds, because each reads every event of a chain. */
function rebuilding(): Semaphore {
  return singleton("tile-rebuilds", () => new Semaphore(2, 8));
}

/** The tree of a signed checkpoint. */
export interface SignedTree {
  size: number;
  /** `sha256:` and hex. */
  rootHash: string;
}

/**
 * The tiles that contain subtrees, and those that prove them: every partial tile, which the root covers, and for each
 * full tile the tile with its root.
 */
function provableTilesFor(subtrees: Subtree[], size: number): TileNeed[] {
  const needs = new Map<string, TileNeed>();
  const pending = tilesFor([...subtrees, ...subtreesOf(wholeTree(size))], size);
  for (let need = pending.pop(); need; need = pending.pop()) {
    if (needs.has(tileName(need))) continue;
    needs.set(tileName(need), need);
    if (need.hashes === tileHashes) pending.push(tileNeed(parentOf(need), size));
  }
  return [...needs.values()];
}

/** Whether each hash in the tiles of {@link provableTilesFor} leads to the signed root. Pure. */
function areAuthentic(tiles: ReadonlyMap<string, Buffer>, needs: TileNeed[], signed: SignedTree): boolean {
  try {
    if (hashOf(rangeHash(wholeTree(signed.size), readerOf(tiles))) !== signed.rootHash) return false;
  } catch {
    return false;
  }
  return needs.every((need) => {
    if (need.hashes < tileHashes) return true;
    const at = (need.index % tileHashes) * hashBytes;
    const expected = tiles.get(tileName(parentOf(need)))?.subarray(at, at + hashBytes);
    const hashes = tiles.get(tileName(need));
    return hashes !== undefined && expected !== undefined && foldPerfect(hashes).equals(expected);
  });
}

/** Events that the tree needs are missing or have no hash. */
export class LeavesMissing extends Error {
  override readonly name = "LeavesMissing";

  /** `position`: the start of the range in which events are missing. */
  constructor(readonly position: number) {
    super(`events from position ${position} are missing or have no hash`);
  }
}

/** Tiles rebuilt at a time, 8 KiB each. */
const rebuiltAtOnce = 16;

/** The hashes of tiles by name. Missing tiles are computed from lower tiles or events. @throws {@link LeavesMissing}. */
export async function loadTiles(organisationId: string, needs: TileNeed[]): Promise<Map<string, Buffer>> {
  const { tiles, entries } = await findTiles(organisationId, needs);
  for (const [name, bytes] of entries) tiles.set(name, leafHashes(bytes));
  for (const need of needs) {
    if (!tiles.has(tileName(need))) tiles.set(tileName(need), await rebuildTile(organisationId, need));
  }
  return tiles;
}

/** Computes tiles from the events of a tree of `size` leaves, ignoring stored tiles. Reads all events once. */
async function computeTiles(organisationId: string, needs: TileNeed[], size: number): Promise<Map<string, Buffer>> {
  const tiles = new Map(needs.map((need) => [tileName(need), Buffer.alloc(need.hashes * hashBytes)]));
  const tree = new GrowingTree((level, index, hash) => {
    if (level % tileHeight !== 0) return;
    const position = { level: level / tileHeight, index: Math.floor(index / tileHashes) };
    const tile = tiles.get(tileName(position));
    const at = (index % tileHashes) * hashBytes;
    if (tile && at < tile.length) hash.copy(tile, at);
  });
  await appendEntries(organisationId, tree, size);
  return tiles;
}

/** Appends the leaves up to `size` to a tree, read from the events. @throws {@link LeavesMissing}. */
export async function appendEntries(organisationId: string, tree: GrowingTree, size: number): Promise<void> {
  while (tree.size < size) {
    const count = Math.min(entriesAtOnce, size - tree.size);
    const entries = await findEntries(organisationId, tree.size, count);
    if (!entries) throw new LeavesMissing(tree.size + 1);
    for (let at = 0; at < entries.length; at += hashBytes) tree.append(entries.subarray(at, at + hashBytes));
  }
}

const entriesAtOnce = 4_096;

/** The concatenated leaf hashes of entries. */
function leafHashes(entries: Buffer): Buffer {
  const hashes = Buffer.allocUnsafe(entries.length);
  for (let at = 0; at < entries.length; at += hashBytes) {
    leafHash(entries.subarray(at, at + hashBytes)).copy(hashes, at);
  }
  return hashes;
}

async function rebuildTile(organisationId: string, { level, index, hashes }: TileNeed): Promise<Buffer> {
  const first = index * tileHashes;
  if (level === 0) {
    const entries = await findEntries(organisationId, first, hashes);
    if (!entries) throw new LeavesMissing(first + 1);
    return leafHashes(entries);
  }
  const roots: Buffer[] = [];
  for (let from = first; from < first + hashes; from += rebuiltAtOnce) {
    const count = Math.min(rebuiltAtOnce, first + hashes - from);
    const below = Array.from({ length: count }, (_, i) => ({ level: level - 1, index: from + i, hashes: tileHashes }));
    const tiles = await loadTiles(organisationId, below);
    for (const tile of below) roots.push(foldPerfect(tiles.get(tileName(tile)) ?? nothing));
  }
  return Buffer.concat(roots);
}

/** Tiles created per read of 4,096 events. */
const tilesAtOnce = 16;

/** Stores the full tiles of a chain of `size` events. Safe to run concurrently. @throws {@link LeavesMissing}. */
export async function extendTiles(organisationId: string, size: number): Promise<void> {
  let filled = Math.floor(size / tileHashes);
  for (let next = await countTiles(organisationId, 0); next < filled; next += tilesAtOnce) {
    const count = Math.min(tilesAtOnce, filled - next);
    const entries = await findEntries(organisationId, next * tileHashes, count * tileHashes);
    if (!entries) throw new LeavesMissing(next * tileHashes + 1);
    const hashes = leafHashes(entries);
    const tiles = Array.from({ length: count }, (_, i) =>
      tileOf(0, next + i, hashes.subarray(i * tileBytes, (i + 1) * tileBytes)),
    );
    await insertTiles(organisationId, tiles);
  }
  for (let level = 1; filled >= tileHashes; level++) {
    filled = Math.floor(filled / tileHashes);
    await extendLevel(organisationId, level, filled);
  }
}

/** Stops at a missing lower tile: missing tiles are computed when they are needed. */
async function extendLevel(organisationId: string, level: number, filled: number): Promise<void> {
  for (let index = await countTiles(organisationId, level); index < filled; index++) {
    const hashes = await findRoots(organisationId, { level: level - 1, index: index * tileHashes }, tileHashes);
    if (hashes.length !== tileBytes) return;
    await insertTiles(organisationId, [tileOf(level, index, hashes)]);
  }
}

function tileOf(level: number, index: number, hashes: Buffer): StoredTile {
  return { level, index, hashes, root: foldPerfect(hashes) };
}

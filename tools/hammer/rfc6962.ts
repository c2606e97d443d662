import { createHash } from "node:crypto";

/* The checks of RFC 9162, 2.1.3.2 and 2.1.4.2, implemented independently of the service. */

export function leafHashOf(blockHash: string): Buffer {
  return createHash("sha256").update(Buffer.of(0)).update(bytesOf(blockHash)).digest();
}

/** Whether a path leads from a leaf to the root. */
export function isIncluded(
  leaf: Buffer,
  { leafIndex, treeSize, hashes }: { leafIndex: number; treeSize: number; hashes: string[] },
  rootHash: string,
): boolean {
  if (leafIndex >= treeSize) return false;
  let [fn, sn, r] = [leafIndex, treeSize - 1, leaf];
  for (const hash of hashes) {
    if (sn === 0) return false;
    const p = bytesOf(hash);
    if (fn % 2 === 1 || fn === sn) {
      r = nodeHash(p, r);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else r = nodeHash(r, p);
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && r.equals(bytesOf(rootHash));
}

/** Whether the newer tree extends the older one. */
export function isConsistent(
  older: { size: number; rootHash: string },
  newer: { size: number; rootHash: string },
  hashes: string[],
): boolean {
  const [first, second] = [bytesOf(older.rootHash), bytesOf(newer.rootHash)];
  if (older.size === newer.size) return hashes.length === 0 && first.equals(second);
  const path = hashes.map(bytesOf);
  if (Number.isInteger(Math.log2(older.size))) path.unshift(first);
  let [fn, sn] = [older.size - 1, newer.size - 1];
  while (fn % 2 === 1) [fn, sn] = [half(fn), half(sn)];
  const start = path.shift();
  if (!start) return false;
  let [fr, sr] = [start, start];
  for (const c of path) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      [fr, sr] = [nodeHash(c, fr), nodeHash(c, sr)];
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else sr = nodeHash(sr, c);
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && fr.equals(first) && sr.equals(second);
}

function nodeHash(left: Buffer, right: Buffer): Buffer {
  return createHash("sha256").update(Buffer.of(1)).update(left).update(right).digest();
}

function half(value: number): number {
  return Math.floor(value / 2);
}

function bytesOf(hash: string): Buffer {
  return Buffer.from(hash.slice("sha256:".length), "hex");
}

import { hash } from "node:crypto";

/**
 * Whether a proof shows that the tree of `size` leaves begins with the tree of `oldSize` leaves (RFC 9162, 2.1.4.2, which
 * verifies the proofs of RFC 6962). `oldSize` is at least 1 and at most `size`.
 */
export function isConsistent(
  older: { size: number; root: Uint8Array },
  newer: { size: number; root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  if (older.size === newer.size) return proof.length === 0 && same(older.root, newer.root);
  if (proof.length === 0) return false;
  const path = isPowerOfTwo(older.size) ? [older.root, ...proof] : [...proof];
  let [node, last] = [older.size - 1, newer.size - 1];
  while (node % 2 === 1) [node, last] = [half(node), half(last)];
  const [first = older.root, ...rest] = path;
  let [oldRoot, newRoot] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      [oldRoot, newRoot] = [nodeHash(sibling, oldRoot), nodeHash(sibling, newRoot)];
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else newRoot = nodeHash(newRoot, sibling);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && same(oldRoot, older.root) && same(newRoot, newer.root);
}

/** The root of a tree without leaves. */
export const emptyRoot: Uint8Array = hash("sha256", "", "buffer");

export function same(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return hash("sha256", Buffer.concat([Uint8Array.of(1), left, right]), "buffer");
}

/** Sizes may be greater than 32 bits: no bit operators. */
function half(value: number): number {
  return Math.floor(value / 2);
}

function isPowerOfTwo(size: number): boolean {
  let rest = size;
  while (rest % 2 === 0) rest /= 2;
  return rest === 1;
}

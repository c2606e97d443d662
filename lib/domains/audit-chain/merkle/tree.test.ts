import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  consistencyRanges,
  inclusionRanges,
  type Subtree,
  subtreesOf,
  wholeTree,
} from "@/lib/domains/audit-chain/merkle/ranges";
import { foldPerfect, GrowingTree, hashOf, leafHash, rangeHash } from "@/lib/domains/audit-chain/merkle/tree";
import { IndependentTree, isConsistent, isIncluded } from "@/lib/domains/audit-chain/testing/independent-merkle";

const sizeMax = 600;
/** Tree sizes for which all proofs are checked: small sizes, and sizes around powers of two and tile boundaries. */
const provedSizes = [...Array.from({ length: 70 }, (_, i) => i + 1), 127, 128, 129, 185, 255, 256, 257, 300];
const entries = Array.from({ length: sizeMax }, (_, i) => createHash("sha256").update(`event ${i}`).digest());
const independent = new IndependentTree(entries);

const known = new Map<string, Uint8Array>();

/** Perfect subtrees of the entries, each hashed once. */
function read({ level, index }: Subtree): Uint8Array {
  const name = `${level}/${index}`;
  const hash =
    known.get(name) ?? foldPerfect(Buffer.concat(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)));
  known.set(name, hash);
  return hash;
}

const leaves = entries.map(leafHash);
const root = (size: number) => rangeHash(wholeTree(size), read);

test("the root of every size up to 600 matches RFC 6962", () => {
  const growing = new GrowingTree();
  expect(hashOf(growing.root())).toBe(`sha256:${createHash("sha256").digest("hex")}`);
  expect(root(0)).toEqual(growing.root());
  for (let size = 1; size <= sizeMax; size++) {
    growing.append(entries[size - 1] ?? Buffer.alloc(0));
    const expected = independent.hash(0, size);
    expect(root(size).equals(expected) && growing.root().equals(expected), `${size}`).toBe(true);
    expect(growing.size).toBe(size);
  }
});

test("the roots match the test vectors of Certificate Transparency", () => {
  const inputs = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
  const growing = new GrowingTree();
  for (const input of inputs) growing.append(Buffer.from(input, "hex"));
  expect(growing.root().toString("hex")).toBe("5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328");
});

test("every leaf of trees up to 300 has a valid inclusion proof", () => {
  for (const size of provedSizes) {
    const expectedRoot = independent.hash(0, size);
    for (let leafIndex = 0; leafIndex < size; leafIndex++) {
      const path = inclusionRanges(leafIndex, size).map((range) => rangeHash(range, read));
      const isAccepted = isIncluded(leaves[leafIndex] ?? Buffer.alloc(0), leafIndex, size, path, expectedRoot);
      if (!isAccepted) expect.fail(`leaf ${leafIndex} of ${size}`);
      if (size % 37 === 0) expect(path).toEqual(independent.path(leafIndex, 0, size));
    }
  }
});

test("all pairs of trees up to 300 have a valid consistency proof", () => {
  for (const to of provedSizes) {
    for (let from = 1; from <= to; from++) {
      const path = consistencyRanges(from, to).map((range) => rangeHash(range, read));
      const isAccepted = isConsistent([from, independent.hash(0, from)], [to, independent.hash(0, to)], path);
      if (!isAccepted) expect.fail(`${from} to ${to}`);
    }
  }
});

const sizes = fc.integer({ min: 2, max: sizeMax });

test("an inclusion proof is invalid for any other leaf, position, size or root", () => {
  fc.assert(
    fc.property(sizes, fc.nat(), fc.nat(), (size, first, second) => {
      const [leafIndex, other] = [first % size, second % size];
      fc.pre(leafIndex !== other);
      const path = inclusionRanges(leafIndex, size).map((range) => rangeHash(range, read));
      const [leaf, otherLeaf] = [leaves[leafIndex], leaves[other]] as [Buffer, Buffer];
      expect(isIncluded(leaf, leafIndex, size, path, root(size))).toBe(true);
      expect(isIncluded(otherLeaf, leafIndex, size, path, root(size))).toBe(false);
      expect(isIncluded(leaf, other, size, path, root(size))).toBe(false);
      expect(isIncluded(leaf, leafIndex, size, path, root(size - 1))).toBe(false);
      expect(isIncluded(leaf, leafIndex, size, path.slice(1), root(size))).toBe(false);
    }),
  );
});

test("a consistency proof is invalid for a tree with a different beginning", () => {
  fc.assert(
    fc.property(sizes, fc.nat(), fc.nat(), (to, first, second) => {
      const from = 1 + (first % (to - 1));
      const altered = [...entries];
      altered[second % from] = createHash("sha256").update("another").digest();
      const forged = new IndependentTree(altered);
      const path = consistencyRanges(from, to).map((range) => rangeHash(range, read));
      expect(isConsistent([from, forged.hash(0, from)], [to, root(to)], path)).toBe(false);
      expect(isConsistent([from, root(from)], [to, forged.hash(0, to)], path)).toBe(false);
    }),
  );
});

test("ranges consist of perfect subtrees without gaps, for sizes up to 2^53", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (size) => {
      let at = 0;
      for (const { level, index } of subtreesOf(wholeTree(size))) {
        expect(index * 2 ** level).toBe(at);
        at += 2 ** level;
      }
      expect(at).toBe(size);
      expect(inclusionRanges(size - 1, size).length).toBeLessThanOrEqual(53);
    }),
  );
});

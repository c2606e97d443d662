import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { membershipRanges } from "@/lib/domains/audit-chain/merkle/ranges";
import { IndependentTree } from "@/lib/domains/audit-chain/testing/independent-merkle";
import type { ChainPart, EvidenceEvent } from "@/lib/domains/evidence/schemas-bundle";
import { Hasher } from "@/lib/domains/evidence/verification/bytes";
import { MembershipCheck } from "@/lib/domains/evidence/verification/checks/completeness";
import { flipped } from "@/lib/domains/evidence/verification/testing/forger";
import { propertyRuns } from "@/lib/platform/core/testing";

const sha256 = (data: Uint8Array) => createHash("sha256").update(data).digest();
const sizeMax = 700;
const numRuns = propertyRuns(240);
const entries = Array.from({ length: sizeMax }, (_, i) => sha256(Buffer.from(`event ${i}`)));
const tree = new IndependentTree(entries);
const named = (bytes: Uint8Array | undefined) => `sha256:${Buffer.from(bytes ?? []).toString("hex")}`;

interface Claim {
  size: number;
  leaves: number[];
  blockHashes: string[];
  hashes: string[];
  rootHash: string;
}

function claimOf(size: number, leaves: number[]): Claim {
  return {
    size,
    leaves,
    blockHashes: leaves.map((leaf) => named(entries[leaf])),
    hashes: [...membershipRanges(leaves, size)].map(({ start, end }) => named(tree.hash(start, end))),
    rootHash: named(tree.hash(0, size)),
  };
}

function isValid({ size, leaves, blockHashes, hashes, rootHash }: Claim): boolean {
  const chain = { checkpoint: { size, rootHash }, membership: { treeSize: size, hashes } } as unknown as ChainPart;
  const check = new MembershipCheck(chain, new Hasher(sha256));
  for (const [i, leaf] of leaves.entries()) {
    const event = { evidenceId: null, chainPosition: leaf + 1, blockHash: blockHashes[i] } as EvidenceEvent;
    check.add({ event, content: undefined });
  }
  return check.finish().status === "ok";
}

const claims = fc
  .record({
    size: fc.integer({ min: 1, max: sizeMax }),
    places: fc.array(fc.nat(), { maxLength: 40 }),
    dense: fc.boolean(),
  })
  .map(({ size, places, dense }) => {
    const leaves = dense
      ? Array.from({ length: size }, (_, i) => i).filter((i) => i % (1 + ((places[0] ?? 0) % 5)) === 0)
      : [...new Set(places.map((place) => place % size))];
    return claimOf(
      size,
      leaves.sort((one, other) => one - other),
    );
  });

test("the proof is valid for any events of any tree that follows RFC 6962", () => {
  fc.assert(
    fc.property(claims, (claim) => {
      expect(isValid(claim)).toBe(true);
    }),
    { numRuns },
  );
});

describe("the proof fails", () => {
  function never(change: (claim: Claim, place: number) => Claim | undefined): void {
    fc.assert(
      fc.property(claims, fc.nat(), (claim, place) => {
        const changed = change(structuredClone(claim), place);
        fc.pre(changed !== undefined);
        expect(isValid(changed)).toBe(false);
      }),
      { numRuns },
    );
  }

  test("with a changed proof hash", () => {
    never((claim, place) => {
      const at = place % Math.max(1, claim.hashes.length);
      const hash = claim.hashes[at];
      if (hash === undefined) return undefined;
      claim.hashes[at] = flipped(hash);
      return claim;
    });
  });

  test("with a removed event", () => {
    never((claim, place) => {
      if (claim.leaves.length === 0) return undefined;
      const at = place % claim.leaves.length;
      claim.leaves.splice(at, 1);
      claim.blockHashes.splice(at, 1);
      return claim;
    });
  });

  test("with an added event, even if it is part of the chain", () => {
    never((claim, place) => {
      const leaf = place % claim.size;
      if (claim.leaves.includes(leaf)) return undefined;
      const at = claim.leaves.findIndex((other) => other > leaf);
      const index = at < 0 ? claim.leaves.length : at;
      claim.leaves.splice(index, 0, leaf);
      claim.blockHashes.splice(index, 0, named(entries[leaf]));
      return claim;
    });
  });

  test("with an extra or missing proof hash", () => {
    never((claim, place) => {
      if (place % 2 === 0) claim.hashes.push(claim.hashes.at(-1) ?? claim.rootHash);
      else if (claim.hashes.pop() === undefined) return undefined;
      return claim;
    });
  });

  test("in a tree of another size", () => {
    never((claim, place) => {
      const last = claim.leaves.at(-1) ?? -1;
      const size = 1 + (place % (2 * sizeMax));
      // Without leaves, the proof is the root itself, whatever the size.
      if (size === claim.size || claim.leaves.length === 0 || size <= last) return undefined;
      const hashes = [...membershipRanges(claim.leaves, size)].length;
      return hashes === claim.hashes.length ? undefined : { ...claim, size };
    });
  });
});

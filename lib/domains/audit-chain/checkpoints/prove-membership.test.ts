import fc from "fast-check";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { proveMembership } from "@/lib/domains/audit-chain";
import { extendTiles, LeavesMissing } from "@/lib/domains/audit-chain/merkle/load-tiles";
import { membershipRanges } from "@/lib/domains/audit-chain/merkle/ranges";
import { hashOf } from "@/lib/domains/audit-chain/merkle/tree";
import { createTestChain, fillChain, filledEntries, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import { IndependentTree } from "@/lib/domains/audit-chain/testing/independent-merkle";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();

/** More leaves than a tile of level 1 spans, so that there are three levels of tiles. */
const largeSize = 66_900;
let large: TestChain;
let tree: IndependentTree;

beforeAll(async () => {
  large = await createTestChain();
  await fillChain(database.ownerUrl, large, 1, largeSize);
  await extendTiles(large.ctx.organisation.id, largeSize);
  tree = new IndependentTree(filledEntries(largeSize));
}, 120_000);

const rangeOf = fc.record({
  size: fc.integer({ min: 1, max: largeSize }),
  places: fc.array(fc.nat(), { maxLength: 60 }),
  run: fc.nat(400),
});

function positionsOf({ size, places, run }: { size: number; places: number[]; run: number }): number[] {
  const start = (places[0] ?? 0) % size;
  const neighbours = Array.from({ length: Math.min(run, size - start) }, (_, i) => start + i + 1);
  const scattered = places.map((place) => 1 + (place % size));
  return [...new Set([...neighbours, ...scattered])].sort((one, other) => one - other);
}

test("the hashes are of the ranges without the events, in order of the descent", async () => {
  await fc.assert(
    fc.asyncProperty(rangeOf, async (given) => {
      const positions = positionsOf(given);
      const proof = await proveMembership(large.ctx.organisation.id, positions, given.size);
      const leaves = positions.map((position) => position - 1);
      const expected = [...membershipRanges(leaves, given.size)].map(({ start, end }) => hashOf(tree.hash(start, end)));
      expect(proof).toEqual({ treeSize: given.size, hashes: expected });
    }),
    { numRuns: 60 },
  );
});

test("reads the tree in pieces for many events", async () => {
  const positions = Array.from({ length: 22_300 }, (_, i) => 3 * i + 1);
  const read: number[] = [];
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function count(this: pg.Client, ...given: unknown[]) {
    const result = Reflect.apply(query, this, given) as Promise<{ rows: { hashes?: Buffer | string }[] }>;
    return result.then((answer) => {
      read.push(answer.rows.reduce((sum, { hashes }) => sum + (hashes?.length ?? 0), 0));
      return answer;
    });
  } as unknown as typeof query;
  try {
    const { hashes } = await proveMembership(large.ctx.organisation.id, positions, largeSize);
    expect(hashes.length).toBeGreaterThan(22_000);
  } finally {
    pg.Client.prototype.query = query;
  }
  expect(Math.max(...read)).toBeLessThan(256 * 1024);
});

describe("returns no proof", () => {
  test.each([
    ["of a position twice", [3, 3]],
    ["of positions that fall", [4, 3]],
    ["of position 0", [0, 1]],
    ["of a position behind the tree", [101]],
    ["of half a position", [1.5]],
  ])("%s", async (_what, positions) => {
    await expect(proveMembership(large.ctx.organisation.id, positions, 100)).rejects.toThrow("invalid position");
  });

  test("if events are missing", async () => {
    const chain = await createTestChain();
    await fillChain(database.ownerUrl, chain, 1, 600);
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query("ALTER TABLE audit_events DISABLE TRIGGER USER");
    await owner.query("DELETE FROM audit_events WHERE organisation_id = $1 AND chain_position = 301", [
      chain.ctx.organisation.id,
    ]);
    await owner.end();
    await expect(proveMembership(chain.ctx.organisation.id, [5], 600)).rejects.toBeInstanceOf(LeavesMissing);
    expect((await proveMembership(chain.ctx.organisation.id, [5], 256)).hashes).toHaveLength(8);
  });
});

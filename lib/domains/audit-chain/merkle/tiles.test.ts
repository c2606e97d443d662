import fc from "fast-check";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { proveMembership } from "@/lib/domains/audit-chain/checkpoints/prove";
import { extendTiles, LeavesMissing } from "@/lib/domains/audit-chain/merkle/load-tiles";
import { consistencyPath, inclusionPath, treeRoots } from "@/lib/domains/audit-chain/merkle/prove";
import { membershipRanges } from "@/lib/domains/audit-chain/merkle/ranges";
import { hashOf } from "@/lib/domains/audit-chain/merkle/tree";
import { createTestChain, fillChain, filledEntries, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import { ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import { IndependentTree, isConsistent, isIncluded } from "@/lib/domains/audit-chain/testing/independent-merkle";
import { propertyRuns } from "@/lib/platform/core/testing";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
const owner = ownerOf(database);

/** More leaves than a tile of level 1 covers (65,536), so that there are three levels of tiles. */
const largeSize = 66_900;
let large: TestChain;
let tree: IndependentTree;

beforeAll(async () => {
  large = await createTestChain();
  await fillChain(database.ownerUrl, large, 1, largeSize);
  tree = new IndependentTree(filledEntries(largeSize));
}, 120_000);

const leafHashOf = (leafIndex: number) => tree.hash(leafIndex, leafIndex + 1);

async function tilesOf({ ctx }: TestChain): Promise<Record<number, number>> {
  const { rows } = await pool().query<{ level: number; count: number }>(
    `SELECT level, count(*)::int AS count FROM chain_tiles WHERE organisation_id = $1 GROUP BY level ORDER BY level`,
    [ctx.organisation.id],
  );
  return Object.fromEntries(rows.map(({ level, count }) => [level, count]));
}

async function expectTree({ ctx }: TestChain, sizes: number[]): Promise<void> {
  const roots = await treeRoots(ctx.organisation.id, sizes);
  expect(roots.map(hashOf)).toEqual(sizes.map((size) => hashOf(tree.hash(0, size))));
}

const proofs = fc.record({ size: fc.integer({ min: 1, max: largeSize }), leaf: fc.nat(), from: fc.nat() });

/** Compares proofs of any size of the large tree with the definitions of the RFC. */
async function expectProofs(runs: number): Promise<void> {
  const id = large.ctx.organisation.id;
  await fc.assert(
    fc.asyncProperty(proofs, async ({ size, leaf, from: other }) => {
      const [leafIndex, from] = [leaf % size, 1 + (other % size)];
      const { path } = await inclusionPath(id, leafIndex, size);
      expect(isIncluded(leafHashOf(leafIndex), leafIndex, size, path, tree.hash(0, size))).toBe(true);
      const consistency = await consistencyPath(id, from, size);
      expect(isConsistent([from, tree.hash(0, from)], [size, tree.hash(0, size)], consistency)).toBe(true);
    }),
    { numRuns: propertyRuns(runs) },
  );
}

/** For each row that a proof reads: the bytes of its hashes, and the number of event entries among them. */
async function sizesRead(prove: () => Promise<unknown>): Promise<{ bytes: number; entries: number }[]> {
  const read: { bytes: number; entries: number }[] = [];
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function count(this: pg.Client, ...given: unknown[]) {
    const result = Reflect.apply(query, this, given) as Promise<{ rows: { hashes?: Buffer | string }[] }>;
    return result.then((answer) => {
      for (const { hashes = "" } of answer.rows) {
        read.push({ bytes: hashes.length, entries: typeof hashes === "string" ? hashes.length / 64 : 0 });
      }
      return answer;
    });
  } as unknown as typeof query;
  try {
    await prove();
  } finally {
    pg.Client.prototype.query = query;
  }
  return read;
}

describe("with three levels of tiles", () => {
  test("roots can be computed from the events alone", async () => {
    expect(await tilesOf(large)).toEqual({});
    await expectTree(large, [1, 255, 256, 257, 1_000]);
  });

  test("stores only full tiles, each once, also concurrently", async () => {
    const id = large.ctx.organisation.id;
    await extendTiles(id, 255);
    expect(await tilesOf(large)).toEqual({});
    await extendTiles(id, 5_000);
    expect(await tilesOf(large)).toEqual({ 0: 19 });
    await Promise.all([60_000, 65_536, largeSize].map((size) => extendTiles(id, size)));
    expect(await tilesOf(large)).toEqual({ 0: 261, 1: 1 });
    await extendTiles(id, largeSize);
    expect(await tilesOf(large)).toEqual({ 0: 261, 1: 1 });
  });

  test("roots around tile boundaries match RFC 6962", async () => {
    const borders = [
      1,
      2,
      255,
      256,
      257,
      511,
      512,
      513,
      65_279,
      65_280,
      65_281,
      65_535,
      65_536,
      65_537,
      65_792,
      largeSize,
    ];
    for (const size of borders) await expectTree(large, [size]);
    await expectTree(large, borders);
  });

  test("proofs of random leaves and sizes are valid", async () => {
    await expectProofs(100);
  });

  test("a proof reads few tiles and at most 255 events", async () => {
    const read = await sizesRead(() => inclusionPath(large.ctx.organisation.id, 31_415, largeSize));
    expect(read.length).toBeLessThanOrEqual(6);
    expect(Math.max(...read.map(({ entries }) => entries))).toBe(largeSize % 256);
  });

  const rangeOf = fc.record({
    size: fc.integer({ min: 1, max: largeSize }),
    places: fc.array(fc.nat(), { maxLength: 60 }),
    run: fc.nat(400),
  });

  test("a proof of several events contains the hashes of the ranges between them, in traversal order", async () => {
    await fc.assert(
      fc.asyncProperty(rangeOf, async ({ size, places, run }) => {
        const start = (places[0] ?? 0) % size;
        const neighbours = Array.from({ length: Math.min(run, size - start) }, (_, i) => start + i + 1);
        const positions = [...new Set([...neighbours, ...places.map((place) => 1 + (place % size))])];
        positions.sort((one, other) => one - other);
        const proof = await proveMembership(large.ctx.organisation.id, positions, size);
        const ranges = [
          ...membershipRanges(
            positions.map((position) => position - 1),
            size,
          ),
        ];
        expect(proof).toEqual({
          treeSize: size,
          hashes: ranges.map(({ start, end }) => hashOf(tree.hash(start, end))),
        });
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  test("a proof of many events reads the tree in parts", { tags: "full" }, async () => {
    const positions = Array.from({ length: 22_300 }, (_, i) => 3 * i + 1);
    const read = await sizesRead(async () => {
      const { hashes } = await proveMembership(large.ctx.organisation.id, positions, largeSize);
      expect(hashes.length).toBeGreaterThan(22_000);
    });
    expect(Math.max(...read.map(({ bytes }) => bytes))).toBeLessThan(256 * 1024);
  });

  test.each([
    ["of a repeated position", [3, 3]],
    ["of descending positions", [4, 3]],
    ["of position 0", [0, 1]],
    ["of a position after the end", [101]],
    ["of a fractional position", [1.5]],
  ])("returns no proof %s", async (_what, positions) => {
    await expect(proveMembership(large.ctx.organisation.id, positions, 100)).rejects.toThrow("invalid position");
  });

  test("deleted tiles are recomputed when needed", { tags: "full" }, async () => {
    await owner.query("DELETE FROM chain_tiles WHERE organisation_id = $1 AND (level = 1 OR tile_index % 7 = 3)", [
      large.ctx.organisation.id,
    ]);
    await expectTree(large, [65_536, largeSize, 1_024]);
    await expectProofs(8);
    await owner.query("DELETE FROM chain_tiles WHERE organisation_id = $1", [large.ctx.organisation.id]);
    await extendTiles(large.ctx.organisation.id, largeSize);
    expect(await tilesOf(large)).toEqual({ 0: 261, 1: 1 });
    await expectTree(large, [65_536, largeSize]);
  });
});

test("tiles and root do not depend on the order of growth", async () => {
  const whole = await createTestChain();
  await fillChain(database.ownerUrl, whole, 1, 3_000);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 6 }), async (steps) => {
      await owner.query("DELETE FROM chain_tiles WHERE organisation_id = $1", [whole.ctx.organisation.id]);
      const sizes = steps.toSorted((one, other) => one - other);
      for (const size of sizes) {
        await extendTiles(whole.ctx.organisation.id, size);
        await expectTree(whole, [size]);
      }
      const last = sizes.at(-1) ?? 0;
      expect((await tilesOf(whole))[0] ?? 0).toBe(Math.floor(last / 256));
      await expectTree(whole, sizes);
    }),
    { numRuns: propertyRuns(15) },
  );
});

test("the tree excludes other organisations' events", async () => {
  const [chain, other] = [await createTestChain(), await createTestChain()];
  await fillChain(database.ownerUrl, chain, 1, 300);
  await extendTiles(chain.ctx.organisation.id, 300);
  await expect(treeRoots(other.ctx.organisation.id, [300])).rejects.toBeInstanceOf(LeavesMissing);
  await expect(extendTiles(other.ctx.organisation.id, 300)).rejects.toBeInstanceOf(LeavesMissing);
});

test.each([
  ["is missing", "DELETE FROM audit_events WHERE organisation_id = $1 AND chain_position = 301"],
  [
    "has no hash",
    "UPDATE audit_events SET block_hash = 'sha256:xyz' WHERE organisation_id = $1 AND chain_position = 301",
  ],
])("computes no root and no tile if an event %s", async (_what, sql) => {
  const chain = await createTestChain();
  await fillChain(database.ownerUrl, chain, 1, 600);
  await owner.query("ALTER TABLE audit_events DISABLE TRIGGER USER");
  await owner.query(sql, [chain.ctx.organisation.id]);
  await expect(extendTiles(chain.ctx.organisation.id, 600)).rejects.toMatchObject({
    name: "LeavesMissing",
    position: 1,
  });
  expect(await tilesOf(chain)).toEqual({});
  await expect(treeRoots(chain.ctx.organisation.id, [600])).rejects.toMatchObject({ position: 257 });
  await expect(proveMembership(chain.ctx.organisation.id, [5], 600)).rejects.toBeInstanceOf(LeavesMissing);
  expect((await proveMembership(chain.ctx.organisation.id, [5], 256)).hashes).toHaveLength(8);
  await expectTree(chain, [256]);
});

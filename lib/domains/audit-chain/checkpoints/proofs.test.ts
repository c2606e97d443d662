import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { getCheckpoint } from "@/lib/domains/audit-chain/checkpoints/issue-checkpoint";
import { proveConsistency, proveInclusion } from "@/lib/domains/audit-chain/checkpoints/prove";
import { latestCheckpoint } from "@/lib/domains/audit-chain/checkpoints/store";
import { getEvent } from "@/lib/domains/audit-chain/read/events";
import {
  ConsistencyProof,
  ConsistencyProofQuery,
  InclusionProof,
  InclusionProofQuery,
} from "@/lib/domains/audit-chain/schemas-proofs";
import {
  appendEvents,
  createTestChain,
  fillChain,
  filledEntries,
  type TestChain,
} from "@/lib/domains/audit-chain/testing/chain";
import { ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import {
  bytesOf,
  IndependentTree,
  isConsistent,
  isIncluded,
} from "@/lib/domains/audit-chain/testing/independent-merkle";
import { propertyRuns } from "@/lib/platform/core/testing";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
const size = 600;
const owner = ownerOf(database);
let chain: TestChain;
const tree = new IndependentTree(filledEntries(size));

beforeAll(async () => {
  chain = await createTestChain();
  await fillChain(database.ownerUrl, chain, 1, 400);
  await getCheckpoint(chain.ctx);
  await fillChain(database.ownerUrl, chain, 401, size);
});

function idAt({ ctx }: TestChain, position: number): string {
  return `evt_${ctx.organisation.id.slice(4)}${position}`;
}

const append = async (chain: TestChain) => (await appendEvents(chain, {}))[0] ?? "";

describe("an inclusion proof", () => {
  test("proves an event in the latest checkpoint, even if the chain has more events", async () => {
    const proof = await proveInclusion(chain.ctx, idAt(chain, 17), {});
    expect(InclusionProof.parse(proof)).toEqual(proof);
    const { blockHash } = await getEvent(chain.ctx, idAt(chain, 17));
    const leaf = new IndependentTree([bytesOf(blockHash)]).hash();
    expect(proof).toMatchObject({ eventId: idAt(chain, 17), leafIndex: 16, treeSize: 400, checkpoint: { size: 400 } });
    expect(proof.leafHash).toBe(`sha256:${leaf.toString("hex")}`);
    const root = bytesOf(proof.checkpoint?.rootHash ?? "");
    expect(isIncluded(bytesOf(proof.leafHash), proof.leafIndex, proof.treeSize, proof.hashes.map(bytesOf), root)).toBe(
      true,
    );
  });

  test("of an event without a checkpoint issues a new one", async () => {
    const fresh = await createTestChain();
    const id = await append(fresh);
    const { organisation } = fresh.ctx;
    expect(await latestCheckpoint(organisation.id)).toBeUndefined();
    const proof = await proveInclusion(fresh.ctx, id, {});
    expect(proof).toMatchObject({
      leafIndex: 0,
      treeSize: 1,
      hashes: [],
      checkpoint: { size: 1, rootHash: proof.leafHash },
    });
    expect(proof.checkpoint).toEqual(await latestCheckpoint(organisation.id));
  });

  test("is available for every size with the event, with its checkpoint if one exists", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: size }), fc.nat(), async (treeSize, other) => {
        const leafIndex = other % treeSize;
        const proof = await proveInclusion(chain.ctx, idAt(chain, leafIndex + 1), { size: treeSize });
        expect(proof).toMatchObject({ leafIndex, treeSize });
        expect(proof.checkpoint?.size ?? null).toBe(treeSize === 400 || treeSize === size ? treeSize : null);
        const path = proof.hashes.map(bytesOf);
        expect(isIncluded(bytesOf(proof.leafHash), leafIndex, treeSize, path, tree.hash(0, treeSize))).toBe(true);
      }),
      {
        numRuns: propertyRuns(60),
        examples: [
          [size, 0],
          [400, 3],
        ],
      },
    );
  });

  test.each([
    ["does not exist", async () => "evt_unknown"],
    ["belongs to another organisation", async () => append(await createTestChain())],
    ["is invalid", async () => "'\u0000"],
  ])("returns not_found for an event whose ID %s", async (_why, makeId) => {
    const refusal = { code: "not_found", message: "No such audit event in this organisation." };
    await expect(proveInclusion(chain.ctx, await makeId(), {})).rejects.toMatchObject(refusal);
    await expect(proveInclusion(chain.ctx, await makeId(), { size: 5 })).rejects.toMatchObject(refusal);
  });

  test.each([
    [16, "must not be less than 17, the event's position"],
    [601, "must not be greater than 600, the chain's size"],
    [999_999_999_999_999, "must not be greater than 600, the chain's size"],
  ])("rejects a tree size of %i", async (treeSize, message) => {
    const proof = proveInclusion(chain.ctx, idAt(chain, 17), { size: treeSize });
    await expect(proof).rejects.toMatchObject({ code: "validation_failed", details: [{ path: "size", message }] });
  });
});

describe("a consistency proof", () => {
  test("is valid for all pairs of sizes", async () => {
    const sizes = fc.integer({ min: 1, max: size });
    await fc.assert(
      fc.asyncProperty(sizes, sizes, async (one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const proof = await proveConsistency(chain.ctx, { from, to });
        expect(ConsistencyProof.parse(proof)).toEqual(proof);
        expect(proof).toMatchObject({ from, to });
        const path = proof.hashes.map(bytesOf);
        expect(isConsistent([from, tree.hash(0, from)], [to, tree.hash(0, to)], path)).toBe(true);
      }),
      {
        numRuns: propertyRuns(60),
        examples: [
          [1, size],
          [size, size],
          [256, 512],
        ],
      },
    );
  });

  test("defaults to the last checkpoint", async () => {
    const { size: latest } = await getCheckpoint(chain.ctx);
    expect(await proveConsistency(chain.ctx, { from: 400 })).toMatchObject({ from: 400, to: latest });
  });

  test.each([
    [{ from: 5, to: 4 }, ["from"]],
    [{ from: 5, to: 601 }, ["to"]],
    [{ from: 700, to: 601 }, ["to", "from"]],
    [{ from: 601 }, ["from"]],
  ])("rejects %j", async (query, paths) => {
    const refusal = await proveConsistency(chain.ctx, query).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "validation_failed" });
    expect((refusal as { details: { path: string }[] }).details.map(({ path }) => path)).toEqual(paths);
  });

  test("returns not_found for an empty chain", async () => {
    const empty = await createTestChain();
    await expect(proveConsistency(empty.ctx, { from: 1 })).rejects.toMatchObject({ code: "not_found" });
  });

  test("of one chain is invalid for another chain", async () => {
    const other = await createTestChain();
    await append(other);
    await expect(proveConsistency(other.ctx, { from: 1, to: 400 })).rejects.toMatchObject({
      code: "validation_failed",
    });
  });
});

test.each(["", "0", "-1", "1.5", "1e3", "01", "9999999999999999", " 1", "x"])("rejects size %j", (text) => {
  for (const given of [
    InclusionProofQuery.safeParse({ size: text }),
    ConsistencyProofQuery.safeParse({ from: text }),
    ConsistencyProofQuery.safeParse({ from: "1", to: text }),
  ]) {
    expect(given.error?.issues[0]?.message).toBe("must be an integer of at least 1");
  }
});

const damages: [string, string, number][] = [
  ["its hash was changed", "block_hash = 'sha256:' || repeat('e', 64)", 5],
  ["its hash is not a hash", "block_hash = 'x'", 5],
  ["its hash is empty", "block_hash = ''", 5],
  ["its position is 0", "chain_position = 0", 5],
  ["its position is negative", "chain_position = -5", 5],
  ["its position is too large", "chain_position = 9223372036854775807", 5],
  ["its position is after the end", "chain_position = 305", 6],
  ["it was changed before any tile was created", "block_hash = 'x'", 12],
];
test.each(damages)("returns no proof for a tampered chain: %s", async (_what, set, position) => {
  const tampered = await createTestChain();
  await fillChain(database.ownerUrl, tampered, 1, 300);
  await getCheckpoint(tampered.ctx);
  const id = idAt(tampered, position === 12 ? 270 : position);
  await owner.query("ALTER TABLE audit_events DISABLE TRIGGER USER");
  await owner.query(`UPDATE audit_events SET ${set} WHERE id = $1`, [id]);
  const proof = await proveInclusion(tampered.ctx, id, position === 6 ? {} : { size: 300 }).catch(
    (error: unknown) => error,
  );
  expect(proof).toMatchObject({ code: "conflict" });
});

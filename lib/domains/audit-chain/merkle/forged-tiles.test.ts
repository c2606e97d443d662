import { createHash } from "node:crypto";
import pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { getCheckpoint } from "@/lib/domains/audit-chain/checkpoints/issue-checkpoint";
import { proveConsistency, proveInclusion, proveMembership } from "@/lib/domains/audit-chain/checkpoints/prove";
import {
  appendEvents,
  createTestChain,
  numbered,
  recordedFindings,
  type TestChain,
} from "@/lib/domains/audit-chain/testing/chain";
import { ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import {
  bytesOf,
  IndependentTree,
  isConsistent,
  isIncluded,
} from "@/lib/domains/audit-chain/testing/independent-merkle";
import { verifyStoredChain } from "@/lib/domains/audit-chain/verification/verify-stored-chain";
import { everyNth } from "@/lib/platform/core/testing";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

/** Attacks by the database owner on the tiles of a chain of 700 events, and the effect on proofs and verifications. */

const database = ownTestDatabase();
const owner = ownerOf(database);
let chain: TestChain;
let organisationId: string;
let ids: string[];

beforeEach(async () => {
  chain = await createTestChain();
  organisationId = chain.ctx.organisation.id;
  ids = [];
  await append(700);
});

async function append(count: number): Promise<void> {
  ids.push(...(await appendEvents(chain, ...numbered(count))));
}

async function treeOfEvents(): Promise<IndependentTree> {
  const { rows } = await pool().query<{ hash: string }>(
    "SELECT block_hash AS hash FROM audit_events WHERE organisation_id = $1 ORDER BY chain_position",
    [organisationId],
  );
  return new IndependentTree(rows.map(({ hash }) => bytesOf(hash)));
}

/** Expects proofs of the last checkpoint's tree to lead to the root of the events. */
async function expectProofs(): Promise<void> {
  const tree = await treeOfEvents();
  const { size, rootHash } = await getCheckpoint(chain.ctx);
  expect(rootHash).toBe(`sha256:${tree.hash(0, size).toString("hex")}`);
  for (const position of [1, 200, 256, 257, 512, 513, size]) {
    for (const treeSize of [Math.max(600, position), size]) {
      const proof = await proveInclusion(chain.ctx, ids[position - 1] ?? "", { size: treeSize });
      const root = tree.hash(0, treeSize);
      const path = proof.hashes.map(bytesOf);
      expect(isIncluded(bytesOf(proof.leafHash), position - 1, treeSize, path, root)).toBe(true);
    }
  }
  for (const from of [1, 5, 255, 256, 300, 640]) {
    const { hashes } = await proveConsistency(chain.ctx, { from, to: size });
    expect(isConsistent([from, tree.hash(0, from)], [size, tree.hash(0, size)], hashes.map(bytesOf))).toBe(true);
  }
}

const forged = (set: string, index: number) =>
  `UPDATE chain_tiles SET ${set} WHERE organisation_id = $ORG AND level = 0 AND tile_index = ${index}`;
const otherHash = "set_byte(hashes, 5 * 32, get_byte(hashes, 5 * 32) # 1)";

type Attack = [what: string, sql: string, position: number];

const attacks: Attack[] = [
  ["one byte of a tile", forged(`hashes = ${otherHash}`, 0), 1],
  ["one byte of a tile and its root", forged(`hashes = ${otherHash}, root = sha256(hashes)`, 1), 257],
  ["the root of a tile", forged("root = sha256(root)", 1), 257],
  [
    "the order of two tiles",
    "UPDATE chain_tiles SET tile_index = 9 WHERE organisation_id = $ORG AND tile_index = 0; UPDATE chain_tiles SET tile_index = 0 WHERE organisation_id = $ORG AND tile_index = 1; UPDATE chain_tiles SET tile_index = 1 WHERE organisation_id = $ORG AND tile_index = 9",
    1,
  ],
  [
    "a tile to zeros",
    forged("hashes = decode(repeat('00', 8192), 'hex'), root = decode(repeat('00', 32), 'hex')", 0),
    1,
  ],
];

async function run(sql: string): Promise<void> {
  await owner.query(sql.replaceAll("$ORG", pg.escapeLiteral(organisationId)));
}

test.each(everyNth(attacks, 4))(
  "proofs are correct and a full verification reports the tile after a change of %s",
  async (_what, sql, position) => {
    await getCheckpoint(chain.ctx);
    expect(await verifyStoredChain({ organisationId })).toMatchObject({ status: "ok" });
    await run(sql);
    const report = await verifyStoredChain({ organisationId });
    expect(report).toMatchObject({
      status: "failed",
      verdicts: { content: "ok", linkage: "ok", checkpoints: "failed" },
    });
    expect(report.findings[0]).toMatchObject({ chainPosition: position, eventId: null, code: "tile_mismatch" });

    await expectProofs();
    expect(await recordedFindings(organisationId)).toContainEqual(expect.objectContaining({ code: "tile_mismatch" }));

    await append(100);
    const grown = await treeOfEvents();
    expect((await getCheckpoint(chain.ctx)).rootHash).toBe(`sha256:${grown.hash().toString("hex")}`);
  },
);

test("tiles stored before their events are never signed", async () => {
  const bytes = createHash("sha256").update("forged").digest();
  const tile = Buffer.concat(Array.from({ length: 256 }, () => bytes));
  for (const index of [0, 1, 2]) {
    await owner.query("INSERT INTO chain_tiles VALUES ($1, 0, $2, $3, $4)", [organisationId, index, tile, bytes]);
  }
  const { rootHash } = await getCheckpoint(chain.ctx);
  expect(rootHash).toBe(`sha256:${(await treeOfEvents()).hash().toString("hex")}`);
  const { findings: found, verdicts } = await verifyStoredChain({ organisationId });
  expect(verdicts.checkpoints).toBe("failed");
  expect(found.map(({ chainPosition, code }) => [chainPosition, code])).toEqual([
    [1, "tile_mismatch"],
    [257, "tile_mismatch"],
    [513, "tile_mismatch"],
  ]);
});

test("a tile after the end of the chain does not prevent signing, and is a finding", async () => {
  const index = "9223372036854775807";
  await owner.query("INSERT INTO chain_tiles VALUES ($1, 0, $2, $3, $4)", [
    organisationId,
    index,
    Buffer.alloc(8192),
    Buffer.alloc(32),
  ]);
  await expectProofs();
  expect(await verifyStoredChain({ organisationId })).toMatchObject({
    status: "failed",
    findings: [{ code: "tile_mismatch", expected: null }],
  });
});

test("intact tiles match the events at every level", async () => {
  await getCheckpoint(chain.ctx);
  await append(100);
  await expectProofs();
  const { size, rootHash } = await getCheckpoint(chain.ctx);
  const membership = await proveMembership(organisationId, [3, 300, 600], size, { size, rootHash });
  expect(membership).toEqual(await proveMembership(organisationId, [3, 300, 600], size));
  expect(await verifyStoredChain({ organisationId })).toMatchObject({ status: "ok", findings: [] });
  expect(await recordedFindings(organisationId)).toEqual([]);
});

test("returns no proof if the events do not match the signed root", async () => {
  await getCheckpoint(chain.ctx);
  await run(`ALTER TABLE audit_events DISABLE TRIGGER USER;
    UPDATE audit_events SET block_hash = 'sha256:' || repeat('e', 64) WHERE organisation_id = $ORG AND chain_position = 600`);
  await expect(proveInclusion(chain.ctx, ids[4] ?? "", {})).rejects.toMatchObject({
    code: "conflict",
    message: "No proof can be created. The events do not match the signed root. Verify the chain.",
  });
  await expect(proveConsistency(chain.ctx, { from: 300 })).rejects.toMatchObject({ code: "conflict" });
});

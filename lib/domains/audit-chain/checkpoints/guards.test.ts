import { beforeAll, describe, expect, test } from "vitest";
import { issueCheckpoint } from "@/lib/domains/audit-chain/checkpoints/issue-checkpoint";
import { readCheckpoints } from "@/lib/domains/audit-chain/checkpoints/store";
import { createTestChain, fillChain, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import {
  type DatabaseRole,
  databaseRoles,
  databaseSessions,
} from "@/lib/domains/audit-chain/testing/database-sessions";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

/** What the database itself refuses of checkpoints and tiles, whoever asks. */

const database = ownTestDatabase();
const runAs = databaseSessions(database);
let chain: TestChain;
let other: TestChain;

/** Checkpoints at 260 and 300 of 310 events, and at 300 of another chain. What is refused leaves them as they are. */
beforeAll(makeChains);

async function makeChains(): Promise<void> {
  [chain, other] = [await createTestChain(), await createTestChain()];
  for (const [one, size] of [
    [chain, 260],
    [chain, 300],
    [other, 300],
  ] as const) {
    await fillChain(database.ownerUrl, one, size === 260 || one === other ? 1 : 261, size);
    await issueCheckpoint(one.ctx.organisation.id, one.ctx.clock);
  }
  await fillChain(database.ownerUrl, chain, 301, 310);
}

function run(role: DatabaseRole, sql: string): Promise<string | undefined> {
  return runAs(role, sql, { $ORG: chain.ctx.organisation.id, $OTHER: other.ctx.organisation.id });
}

async function state(): Promise<unknown> {
  const checkpoints: unknown[] = [];
  for (const { ctx } of [chain, other]) {
    for await (const checkpoint of readCheckpoints(ctx.organisation.id)) checkpoints.push(checkpoint);
  }
  const { rows } = await pool().query(
    `SELECT organisation_id, level, tile_index, sha256(hashes), root FROM chain_tiles
     WHERE organisation_id = ANY ($1) ORDER BY 1, 2, 3`,
    [[chain.ctx.organisation.id, other.ctx.organisation.id]],
  );
  return { checkpoints, tiles: rows };
}

/** A copy of the last checkpoint with some columns changed. */
function insertChanged(changes: Record<string, string>): string {
  const members = Object.entries(changes).map(([column, sql]) => `'${column}', ${sql}`);
  return `INSERT INTO chain_checkpoints SELECT changed.* FROM chain_checkpoints checkpoint,
    jsonb_populate_record(checkpoint, jsonb_build_object(${members.join(", ")})) changed
    WHERE checkpoint.organisation_id = $ORG AND checkpoint.size = 300`;
}

const hashAt = (position: number) =>
  `(SELECT block_hash FROM audit_events WHERE organisation_id = $ORG AND chain_position = ${position})`;
const next = { size: "310", head_hash: hashAt(310), previous_checkpoint_hash: "checkpoint.checkpoint_hash" };

const statements: [string, string][] = [
  ["changes a checkpoint", "UPDATE chain_checkpoints SET root_hash = head_hash WHERE organisation_id = $ORG"],
  ["changes no checkpoint", "UPDATE chain_checkpoints SET root_hash = head_hash WHERE false"],
  ["deletes the last checkpoint", "DELETE FROM chain_checkpoints WHERE organisation_id = $ORG AND size = 300"],
  ["deletes no checkpoint", "DELETE FROM chain_checkpoints WHERE false"],
  ["truncates the checkpoints", "TRUNCATE chain_checkpoints"],
  [
    "changes a checkpoint by inserting it again",
    `${insertChanged({})} ON CONFLICT (organisation_id, size) DO UPDATE SET root_hash = 'x'`,
  ],
  ["takes a size twice", insertChanged({ previous_checkpoint_hash: "'x'" })],
  [
    "names the predecessor of another",
    insertChanged({ ...next, previous_checkpoint_hash: "checkpoint.previous_checkpoint_hash" }),
  ],
  ["names no predecessor", insertChanged({ ...next, previous_checkpoint_hash: "'x'" })],
  ["begins anew", insertChanged({ ...next, previous_checkpoint_hash: "'sha256:' || repeat('0', 64)" })],
  ["goes back", insertChanged({ ...next, size: "280", head_hash: hashAt(280) })],
  [
    "goes between two others",
    insertChanged({
      size: "280",
      head_hash: hashAt(280),
      previous_checkpoint_hash: "checkpoint.previous_checkpoint_hash",
    }),
  ],
  [
    "goes before the first",
    insertChanged({ size: "10", head_hash: hashAt(10), previous_checkpoint_hash: "'sha256:' || repeat('0', 64)" }),
  ],
  ["names no event of the chain", insertChanged({ ...next, head_hash: "'x'" })],
  ["reaches beyond the chain", insertChanged({ ...next, size: "311" })],
  ["is of another chain", insertChanged({ ...next, organisation_id: "$OTHER" })],
];

describe.each(databaseRoles)("to the %s", (role) => {
  test.each(statements)("refuses a statement that %s", async (_what, sql) => {
    const before = await state();
    expect(await run(role, sql)).toMatch(/^(23001|23505|42501)$/);
    expect(await state()).toEqual(before);
  });

  test("refuses an incomplete tile", async () => {
    const insert = "INSERT INTO chain_tiles VALUES ($ORG, 0, 9, '\\x00', sha256('x'))";
    expect(await run(role, insert)).toBe("23514");
  });

  test("accepts a checkpoint that continues the last one", async () => {
    expect(await run(role, insertChanged(next))).toBeUndefined();
    await makeChains();
  });
});

test.each([
  ["change a tile", "UPDATE chain_tiles SET root = root"],
  ["delete a tile", "DELETE FROM chain_tiles"],
  ["truncate the tiles", "TRUNCATE chain_tiles"],
  ["switch a trigger off", "ALTER TABLE chain_checkpoints DISABLE TRIGGER ALL"],
  ["drop a trigger", "DROP TRIGGER chain_checkpoints_append_only ON chain_checkpoints"],
  [
    "replace a trigger's function",
    "CREATE OR REPLACE FUNCTION chain_checkpoints_continue() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
  ],
  ["drop the table", "DROP TABLE chain_checkpoints"],
])("the application's role cannot %s", async (_what, sql) => {
  const before = await state();
  expect(await run("application", sql)).toBe("42501");
  expect(await state()).toEqual(before);
});

test("the owner can delete the tiles, which are regenerated", async () => {
  expect(await run("owner", "DELETE FROM chain_tiles WHERE organisation_id = $ORG")).toBeUndefined();
  const issued = await issueCheckpoint(chain.ctx.organisation.id, chain.ctx.clock);
  expect(issued).toMatchObject({ isNew: true, checkpoint: { size: 310 } });
});

test("an organisation that has checkpoints cannot be deleted", async () => {
  for (const role of ["application", "owner"] as const) {
    expect(await run(role, "DELETE FROM organisations WHERE id = $ORG")).toMatch(/^(23001|23503|42501)$/);
  }
});

import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { appendEvent } from "@/lib/domains/audit-chain/append/append-events";
import { createTestChain, everyEvent, headAndCounts, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import {
  type DatabaseRole,
  databaseRoles,
  databaseSessions,
} from "@/lib/domains/audit-chain/testing/database-sessions";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

/**
 * What the database itself refuses, whoever asks and whatever the application does. Foreign keys are left out for a
 * replica: PostgreSQL does not check them there.
 */

const database = ownTestDatabase();
let chain: TestChain;
let emptyChain: TestChain;

beforeEach(async () => {
  chain = await createTestChain();
  emptyChain = await createTestChain();
  for (let i = 0; i < 3; i++) {
    await appendEvent(chain.ctx, {
      modelId: chain.modelId,
      eventType: "INFERENCE",
      payload: { i },
      severity: "INFO",
      tags: [],
    });
  }
});

const runAs = databaseSessions(database);

function run(role: DatabaseRole, sql: string): Promise<string | undefined> {
  return runAs(role, sql, { $ORG: chain.ctx.organisation.id, $EMPTY: emptyChain.ctx.organisation.id });
}

/** An INSERT of copies of stored events with some columns changed. */
function insertChanged(position: number, ...changes: Record<string, unknown>[]): string {
  const copies = changes.map(
    (change) => `SELECT changed.* FROM audit_events event,
      jsonb_populate_record(event, ${pg.escapeLiteral(JSON.stringify(change))}) changed
      WHERE event.organisation_id = $ORG AND event.chain_position = ${position}`,
  );
  return `INSERT INTO audit_events ${copies.join(" UNION ALL ")}`;
}

const zeros = `sha256:${"0".repeat(64)}`;

const statements: [string, string][] = [
  ["changes an event", "UPDATE audit_events SET severity = 'LOW' WHERE organisation_id = $ORG AND chain_position = 2"],
  ["changes no event", "UPDATE audit_events SET severity = 'LOW' WHERE false"],
  ["deletes an event", "DELETE FROM audit_events WHERE organisation_id = $ORG AND chain_position = 3"],
  ["deletes no event", "DELETE FROM audit_events WHERE false"],
  ["truncates the events", "TRUNCATE audit_events"],
  ["truncates what the events depend on", "TRUNCATE organisations CASCADE"],
  ["changes an event by inserting it again", `${insertChanged(2, {})} ON CONFLICT (id) DO UPDATE SET severity = 'LOW'`],
  [
    "changes events by merging",
    "MERGE INTO audit_events event USING (SELECT 1) one ON event.organisation_id = $ORG WHEN MATCHED THEN UPDATE SET severity = 'LOW'",
  ],
  [
    "deletes events by merging",
    "MERGE INTO audit_events event USING (SELECT 1) one ON event.organisation_id = $ORG WHEN MATCHED THEN DELETE",
  ],
  ["deletes a head", "DELETE FROM chain_heads WHERE organisation_id = $ORG"],
  ["truncates the heads", "TRUNCATE chain_heads"],
  ["moves a head back", "UPDATE chain_heads SET position = 2 WHERE organisation_id = $ORG"],
  [
    "moves a head back to an event that there is",
    `UPDATE chain_heads SET position = 2, block_hash = event.block_hash FROM audit_events event
     WHERE chain_heads.organisation_id = $ORG AND event.organisation_id = $ORG AND event.chain_position = 2`,
  ],
  [
    "moves a head to the beginning",
    `UPDATE chain_heads SET position = 0, block_hash = '${zeros}' WHERE organisation_id = $ORG`,
  ],
  ["moves a head past the last event", "UPDATE chain_heads SET position = 4 WHERE organisation_id = $ORG"],
  ["changes the hash of a head", `UPDATE chain_heads SET block_hash = '${zeros}' WHERE organisation_id = $ORG`],
  ["changes the receipt of a head", "UPDATE chain_heads SET recorded_at = NULL WHERE organisation_id = $ORG"],
  [
    "gives a head to another organisation",
    "UPDATE chain_heads SET organisation_id = $EMPTY WHERE organisation_id = $ORG",
  ],
  ["leaves a gap", insertChanged(3, { id: "evt_x", chain_position: 5, previous_hash: "x", block_hash: "y" })],
  [
    "names no hash of the chain",
    insertChanged(3, { id: "evt_x", chain_position: 4, previous_hash: "x", block_hash: "y" }),
  ],
  ["forks the chain", insertChanged(2, { id: "evt_x", chain_position: 4, block_hash: "y" })],
  ["takes a position twice", insertChanged(3, { id: "evt_x", previous_hash: "x", block_hash: "y" })],
  ["puts an event before the first", insertChanged(1, { id: "evt_x", chain_position: 0, previous_hash: "x" })],
  [
    "copies an event into another chain",
    `INSERT INTO audit_events SELECT changed.* FROM audit_events event,
    jsonb_populate_record(event, jsonb_build_object('organisation_id', $EMPTY, 'id', 'evt_x'))
    changed WHERE event.organisation_id = $ORG AND event.chain_position = 2`,
  ],
];

describe.each(databaseRoles)("to the %s", (role) => {
  test.each(statements)("refuses a statement that %s", async (_what, sql) => {
    const before = await state();
    expect(await run(role, sql)).toMatch(/^(23001|23503|23505|42501)$/);
    expect(await state()).toEqual(before);
  });

  test("refuses an insert of several events that are not linked", async () => {
    const head = (await everyEvent(chain.ctx)).at(-1)?.blockHash;
    const good = { id: "evt_x", chain_position: 4, previous_hash: head, block_hash: "y" };
    const sql = insertChanged(3, good, { id: "evt_z", chain_position: 5, previous_hash: "not y", block_hash: "w" });
    expect(await run(role, sql)).toBe("23001");
  });
});

test.each([
  ["application", "deletes", "DELETE FROM organisations WHERE id = $ORG"],
  ["application", "renames", "UPDATE organisations SET id = 'org_other' WHERE id = $ORG"],
  ["owner", "deletes", "DELETE FROM organisations WHERE id = $ORG"],
  ["owner", "renames", "UPDATE organisations SET id = 'org_other' WHERE id = $ORG"],
] as const)("to the %s a statement is refused that %s an organisation that has events", async (role, _what, sql) => {
  expect(await run(role, sql)).toMatch(/^(23001|23503|42501)$/);
});

async function state(): Promise<unknown> {
  const organisations = [chain, emptyChain].map(({ ctx }) => ctx.organisation.id);
  return Promise.all([everyEvent(chain.ctx), everyEvent(emptyChain.ctx), ...organisations.map(headAndCounts)]);
}

test.each([
  ["switch a trigger off", "ALTER TABLE audit_events DISABLE TRIGGER ALL"],
  ["switch the head's triggers off", "ALTER TABLE chain_heads DISABLE TRIGGER USER"],
  ["drop a trigger", "DROP TRIGGER audit_events_append_only ON audit_events"],
  [
    "replace a trigger's function",
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
  ],
  ["drop the table", "DROP TABLE audit_events"],
  ["drop a constraint", "ALTER TABLE audit_events DROP CONSTRAINT audit_events_pkey"],
  ["put a rule in the way", "CREATE RULE quiet AS ON INSERT TO audit_events DO INSTEAD NOTHING"],
  [
    "add a trigger",
    "CREATE TRIGGER quiet BEFORE INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
  ],
  ["become a replica", "SET session_replication_role = replica"],
  ["become the owner", "SET ROLE gas_owner"],
  ["give itself the right to", "GRANT UPDATE ON audit_events TO gas_app"],
  ["change a finding", "UPDATE integrity_findings SET code = 'none'"],
  ["delete a finding", "DELETE FROM integrity_findings"],
])("the application's role cannot %s", async (_what, sql) => {
  const before = await state();
  const code = await run("application", sql);
  // Granting what one does not hold is a warning to PostgreSQL, not an error.
  if (!sql.startsWith("GRANT")) expect(code).toMatch(/^(42501|42809)$/);
  expect(await run("application", "UPDATE audit_events SET severity = 'LOW'")).toBe("42501");
  expect(await state()).toEqual(before);
});

test("temporary tables cannot replace the head or the events", async () => {
  const forged = "CREATE TEMP TABLE $TABLE AS SELECT * FROM public.$TABLE WHERE false";
  for (const table of ["chain_heads", "audit_events"]) await run("application", forged.replaceAll("$TABLE", table));
  await run("application", "INSERT INTO pg_temp.chain_heads VALUES ($ORG, 98, 'x')");
  const insert = insertChanged(3, { id: "evt_x", chain_position: 99, previous_hash: "x", block_hash: "y" });
  const before = await state();
  expect(await run("application", insert.replaceAll("audit_events", "public.audit_events"))).toBe("23001");
  const move = "UPDATE public.chain_heads SET position = 99, block_hash = 'y' WHERE organisation_id = $ORG";
  expect(await run("application", move)).toBe("23001");
  await run("application", "DROP TABLE pg_temp.chain_heads, pg_temp.audit_events");
  expect(await state()).toEqual(before);
});

test("a head must start empty and without events", async () => {
  const { rows } = await pool().query<{ id: string }>(
    "INSERT INTO organisations (id, name, tier, livemode) VALUES ('org_new', 'New', 'STARTER', true) RETURNING id",
  );
  expect(rows).toHaveLength(1);
  const insert = (position: number, hash: string) =>
    run("application", `INSERT INTO chain_heads VALUES ('org_new', ${position}, '${hash}')`);
  expect(await insert(1, zeros)).toBe("23001");
  expect(await insert(0, "sha256:1")).toBe("23001");
  expect(await insert(0, zeros)).toBeUndefined();
});

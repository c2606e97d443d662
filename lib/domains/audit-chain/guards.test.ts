import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { appendInTransaction } from "@/lib/domains/audit-chain/append/append-in-transaction";
import { readCheckpoints } from "@/lib/domains/audit-chain/checkpoints/store";
import { erasurePayload } from "@/lib/domains/audit-chain/erasure/erasure-record";
import {
  appendEvents,
  createTestChain,
  eraseEvents,
  everyEvent,
  headAndCounts,
  numbered,
  type TestChain,
} from "@/lib/domains/audit-chain/testing/chain";
import {
  type DatabaseRole,
  databaseRoles,
  databaseSessions,
} from "@/lib/domains/audit-chain/testing/database-sessions";
import { issue } from "@/lib/domains/audit-chain/testing/signer";
import { inTransaction, pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

/**
 * Statements that the database rejects, regardless of the role and the application. Foreign keys are not covered for
 * replicas, because PostgreSQL does not check them there.
 */

const database = ownTestDatabase();
const runAs = databaseSessions(database);
let chain: TestChain;
let other: TestChain;
let before: unknown;

/**
 * Events at 1 to 262, with checkpoints at 258 and 260, and another chain of three events. Event 2 is erased, as
 * recorded by event 5. Rejected statements leave both chains unchanged.
 */
beforeAll(makeChains);

async function makeChains(): Promise<void> {
  [chain, other] = [await createTestChain(), await createTestChain()];
  await appendEvents(chain, ...numbered(4));
  await eraseEvents(chain, 2);
  await appendEvents(chain, ...numbered(253));
  await issue(chain);
  await appendEvents(chain, ...numbered(2));
  await issue(chain);
  await appendEvents(chain, ...numbered(2));
  await appendEvents(other, ...numbered(3));
  await issue(other);
  before = await state();
}

async function state(): Promise<unknown> {
  const organisations = [chain, other].map(({ ctx }) => ctx.organisation.id);
  const { rows: tiles } = await pool().query(
    "SELECT tile.organisation_id, tile::text FROM chain_tiles tile WHERE organisation_id = ANY ($1) ORDER BY 1, 2",
    [organisations],
  );
  const checkpoints: unknown[] = [];
  for (const id of organisations) for await (const checkpoint of readCheckpoints(id)) checkpoints.push(checkpoint);
  const events = [await everyEvent(chain.ctx), await everyEvent(other.ctx)];
  return { events, heads: await Promise.all(organisations.map(headAndCounts)), checkpoints, tiles };
}

function run(role: DatabaseRole, sql: string): Promise<string | undefined> {
  return runAs(role, sql, { $ORG: chain.ctx.organisation.id, $OTHER: other.ctx.organisation.id });
}

const zeros = `sha256:${"0".repeat(64)}`;
const at = (position: number) => `WHERE organisation_id = $ORG AND chain_position = ${position}`;
const hashAt = (position: number) => `(SELECT block_hash FROM audit_events ${at(position)})`;

/** An INSERT of copies of stored events with some columns changed. */
function insertChanged(position: number, ...changes: Record<string, unknown>[]): string {
  const copies = changes.map(
    (change) => `SELECT changed.* FROM audit_events event,
      jsonb_populate_record(event, ${pg.escapeLiteral(JSON.stringify(change))}) changed
      WHERE event.organisation_id = $ORG AND event.chain_position = ${position}`,
  );
  return `INSERT INTO audit_events ${copies.join(" UNION ALL ")}`;
}

const merging = (action: string) =>
  `MERGE INTO audit_events event USING (SELECT 1) one ON event.organisation_id = $ORG WHEN MATCHED THEN ${action}`;
const headSet = (set: string) => `UPDATE chain_heads SET ${set} WHERE organisation_id = $ORG`;
const next = { id: "evt_x", chain_position: 263, previous_hash: "x", block_hash: "y" };

const ofEvents: [string, string][] = [
  ["changes an event", `UPDATE audit_events SET severity = 'LOW' ${at(3)}`],
  ["changes no event", "UPDATE audit_events SET severity = 'LOW' WHERE false"],
  ["deletes an event", `DELETE FROM audit_events ${at(262)}`],
  ["deletes no event", "DELETE FROM audit_events WHERE false"],
  ["truncates the events", "TRUNCATE audit_events"],
  ["truncates a table that the events depend on", "TRUNCATE organisations CASCADE"],
  [
    "changes an event by inserting it again",
    `${insertChanged(3, {})} ON CONFLICT (id, organisation_id) DO UPDATE SET severity = 'LOW'`,
  ],
  ["changes events by merging", merging("UPDATE SET severity = 'LOW'")],
  ["deletes events by merging", merging("DELETE")],
  ["deletes a head", "DELETE FROM chain_heads WHERE organisation_id = $ORG"],
  ["truncates the heads", "TRUNCATE chain_heads"],
  ["moves a head back", headSet("position = 261")],
  ["moves a head back to an existing event", headSet(`position = 261, block_hash = ${hashAt(261)}`)],
  ["moves a head to the beginning", headSet(`position = 0, block_hash = '${zeros}'`)],
  ["moves a head after the latest event", headSet("position = 263")],
  ["changes the hash of a head", headSet(`block_hash = '${zeros}'`)],
  ["changes the receipt of a head", headSet("recorded_at = NULL")],
  ["moves a head to another organisation", headSet("organisation_id = $OTHER")],
  ["leaves a gap", insertChanged(262, { ...next, chain_position: 264 })],
  ["references an unknown hash", insertChanged(262, next)],
  ["forks the chain", insertChanged(261, { id: "evt_x", chain_position: 263, block_hash: "y" })],
  ["reuses a position", insertChanged(262, { ...next, chain_position: 262 })],
  ["inserts an event before the first", insertChanged(1, { id: "evt_x", chain_position: 0, previous_hash: "x" })],
  [
    "copies an event into another chain",
    `INSERT INTO audit_events SELECT changed.* FROM audit_events event,
    jsonb_populate_record(event, jsonb_build_object('organisation_id', $OTHER, 'id', 'evt_x')) changed
    WHERE event.organisation_id = $ORG AND event.chain_position = 3`,
  ],
];

const blank = "content = NULL, tags = '{}', metadata = NULL, request_hash = NULL";

/** Inserts a row of `event_erasures` as recorded by event 5, with some columns changed. */
function erasure(position: number, given: Record<string, string> = {}): string {
  const columns = {
    chain_position: "event.chain_position",
    event_id: "event.id",
    content_hash: "event.content_hash",
    recorded_position: "record.chain_position",
    recorded_event_id: "record.id",
    ...given,
  };
  return `INSERT INTO event_erasures (organisation_id, erased_at, ${Object.keys(columns).join(", ")})
    SELECT $ORG, now(), ${Object.values(columns).join(", ")} FROM audit_events event, audit_events record
    WHERE event.organisation_id = $ORG AND record.organisation_id = $ORG
      AND event.chain_position = ${position} AND record.chain_position = 5`;
}

const ofErasures: [string, string][] = [
  ["removes content", `UPDATE audit_events SET ${blank} ${at(3)}`],
  ["removes the content of an erased event again", `UPDATE audit_events SET ${blank} ${at(2)}`],
  ["restores content", `UPDATE audit_events SET content = '{}' ${at(2)}`],
  ["adds tags to an erased event", `UPDATE audit_events SET tags = '{x}' ${at(2)}`],
  ["adds metadata to an erased event", `UPDATE audit_events SET metadata = '{}' ${at(2)}`],
  ["changes an erased event's header", `UPDATE audit_events SET severity = 'HIGH' ${at(2)}`],
  ["deletes an erased event", `DELETE FROM audit_events ${at(2)}`],
  ["inserts an erasure that no event records", erasure(3)],
  ["inserts an erasure recorded by an event of another type", erasure(3, { recorded_position: "4" })],
  ["inserts an erasure twice", erasure(2)],
  ["inserts an erasure with another hash", erasure(2, { content_hash: "'sha256:0'" })],
  ["inserts the erasure of its own recording event", erasure(5, { recorded_position: "5" })],
  ["changes an erasure", "UPDATE event_erasures SET recorded_position = 4 WHERE organisation_id = $ORG"],
  ["deletes an erasure", "DELETE FROM event_erasures WHERE organisation_id = $ORG"],
  ["truncates the erasures", "TRUNCATE event_erasures"],
];

/** A copy of the last checkpoint with some columns changed. */
function insertCheckpoint(changes: Record<string, string>): string {
  const members = Object.entries(changes).map(([column, sql]) => `'${column}', ${sql}`);
  return `INSERT INTO chain_checkpoints SELECT changed.* FROM chain_checkpoints checkpoint,
    jsonb_populate_record(checkpoint, jsonb_build_object(${members.join(", ")})) changed
    WHERE checkpoint.organisation_id = $ORG AND checkpoint.size = 260`;
}

const nextSigned = { size: "262", head_hash: hashAt(262), previous_checkpoint_hash: "checkpoint.checkpoint_hash" };
const samePredecessor = { previous_checkpoint_hash: "checkpoint.previous_checkpoint_hash" };
const noPredecessor = { previous_checkpoint_hash: `'${zeros}'` };

const ofCheckpoints: [string, string][] = [
  ["changes a checkpoint", "UPDATE chain_checkpoints SET root_hash = head_hash WHERE organisation_id = $ORG"],
  ["changes no checkpoint", "UPDATE chain_checkpoints SET root_hash = head_hash WHERE false"],
  ["deletes the last checkpoint", "DELETE FROM chain_checkpoints WHERE organisation_id = $ORG AND size = 260"],
  ["deletes no checkpoint", "DELETE FROM chain_checkpoints WHERE false"],
  ["truncates the checkpoints", "TRUNCATE chain_checkpoints"],
  [
    "changes a checkpoint by inserting it again",
    `${insertCheckpoint({})} ON CONFLICT (organisation_id, size) DO UPDATE SET root_hash = 'x'`,
  ],
  ["reuses a size", insertCheckpoint({ previous_checkpoint_hash: "'x'" })],
  ["reuses a predecessor", insertCheckpoint({ ...nextSigned, ...samePredecessor })],
  ["references an unknown predecessor", insertCheckpoint({ ...nextSigned, previous_checkpoint_hash: "'x'" })],
  ["starts a second chain", insertCheckpoint({ ...nextSigned, ...noPredecessor })],
  ["inserts a smaller checkpoint", insertCheckpoint({ ...nextSigned, size: "259", head_hash: hashAt(259) })],
  [
    "inserts a checkpoint between two others",
    insertCheckpoint({ size: "259", head_hash: hashAt(259), ...samePredecessor }),
  ],
  ["inserts a checkpoint before the first", insertCheckpoint({ size: "10", head_hash: hashAt(10), ...noPredecessor })],
  ["references an unknown event", insertCheckpoint({ ...nextSigned, head_hash: "'x'" })],
  ["references an event after the end", insertCheckpoint({ ...nextSigned, size: "263" })],
  ["inserts a checkpoint into another chain", insertCheckpoint({ ...nextSigned, organisation_id: "$OTHER" })],
];

describe.each(databaseRoles)("statements by the %s", (role) => {
  test.each([...ofEvents, ...ofErasures, ...ofCheckpoints])("rejects a statement that %s", async (_what, sql) => {
    expect(await run(role, sql)).toMatch(/^(23001|23503|23505|42501)$/);
    expect(await state()).toEqual(before);
  });

  test("rejects an insert of several events that are not linked", async () => {
    const good = { ...next, previous_hash: (await everyEvent(chain.ctx)).at(-1)?.blockHash };
    const sql = insertChanged(262, good, { ...next, id: "evt_z", chain_position: 264, previous_hash: "not y" });
    expect(await run(role, sql)).toBe("23001");
  });

  test("rejects an incomplete tile", async () => {
    const insert = "INSERT INTO chain_tiles VALUES ($ORG, 0, 9, '\\x00', sha256('x'))";
    expect(await run(role, insert)).toBe("23514");
  });

  test("accepts a checkpoint that continues the last one", async () => {
    expect(await run(role, insertCheckpoint(nextSigned))).toBeUndefined();
    await makeChains();
  });
});

test.each([
  ["deletes", "DELETE FROM organisations WHERE id = $ORG"],
  ["renames", "UPDATE organisations SET id = 'org_other' WHERE id = $ORG"],
])("rejects a statement that %s an organisation with events and checkpoints", async (_what, sql) => {
  for (const role of ["application", "owner"] as const) expect(await run(role, sql)).toMatch(/^(23001|23503|42501)$/);
});

const replacing = (name: string) =>
  `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`;

test.each([
  ["disable a trigger", "ALTER TABLE audit_events DISABLE TRIGGER ALL"],
  ["disable the triggers of heads", "ALTER TABLE chain_heads DISABLE TRIGGER USER"],
  ["disable the triggers of checkpoints", "ALTER TABLE chain_checkpoints DISABLE TRIGGER ALL"],
  ["drop a trigger", "DROP TRIGGER audit_events_append_only ON audit_events"],
  ["drop a trigger of checkpoints", "DROP TRIGGER chain_checkpoints_append_only ON chain_checkpoints"],
  ["replace a trigger's function", replacing("refuse_change")],
  ["replace a trigger function of checkpoints", replacing("chain_checkpoints_continue")],
  ["drop the events table", "DROP TABLE audit_events"],
  ["drop the checkpoints table", "DROP TABLE chain_checkpoints"],
  ["drop a constraint", "ALTER TABLE audit_events DROP CONSTRAINT audit_events_pkey"],
  ["add a rule", "CREATE RULE quiet AS ON INSERT TO audit_events DO INSTEAD NOTHING"],
  [
    "add a trigger",
    "CREATE TRIGGER quiet BEFORE INSERT ON audit_events FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
  ],
  ["become a replica", "SET session_replication_role = replica"],
  ["become the owner", "SET ROLE gas_owner"],
  ["grant itself a permission", "GRANT UPDATE ON audit_events TO gas_app"],
  ["change a finding", "UPDATE integrity_findings SET code = 'none'"],
  ["delete a finding", "DELETE FROM integrity_findings"],
  ["change a tile", "UPDATE chain_tiles SET root = root"],
  ["delete a tile", "DELETE FROM chain_tiles"],
  ["truncate the tiles", "TRUNCATE chain_tiles"],
  ...["content", "tags", "metadata", "request_hash", "severity"].map((column) => [
    `update the ${column} of an event`,
    `UPDATE audit_events SET ${column} = NULL ${at(3)}`,
  ]),
] as [string, string][])("the application role cannot %s", async (_what, sql) => {
  const code = await run("application", sql);
  // PostgreSQL only warns when a role grants a right that it does not have.
  if (!sql.startsWith("GRANT")) expect(code).toMatch(/^(42501|42809)$/);
  expect(await run("application", "UPDATE audit_events SET severity = 'LOW'")).toBe("42501");
  expect(await state()).toEqual(before);
});

test("temporary tables cannot replace the head or the events", async () => {
  const forged = "CREATE TEMP TABLE $TABLE AS SELECT * FROM public.$TABLE WHERE false";
  for (const table of ["chain_heads", "audit_events"]) await run("application", forged.replaceAll("$TABLE", table));
  await run("application", "INSERT INTO pg_temp.chain_heads VALUES ($ORG, 398, 'x')");
  const insert = insertChanged(262, { ...next, chain_position: 399 });
  expect(await run("application", insert.replaceAll("audit_events", "public.audit_events"))).toBe("23001");
  const move = "UPDATE public.chain_heads SET position = 399, block_hash = 'y' WHERE organisation_id = $ORG";
  expect(await run("application", move)).toBe("23001");
  await run("application", "DROP TABLE pg_temp.chain_heads, pg_temp.audit_events");
  expect(await state()).toEqual(before);
});

test("a head must start empty and without events", async () => {
  await pool().query("INSERT INTO organisations (id, name, tier, livemode) VALUES ('org_new', 'New', 'STARTER', true)");
  const insert = (position: number, hash: string) =>
    run("application", `INSERT INTO chain_heads VALUES ('org_new', ${position}, '${hash}')`);
  expect(await insert(1, zeros)).toBe("23001");
  expect(await insert(0, "sha256:1")).toBe("23001");
  expect(await insert(0, zeros)).toBeUndefined();
});

test("rejects an erasure recorded by a registered model's event", async () => {
  const third = (await everyEvent(chain.ctx))[2];
  if (!third) throw new Error("there is no such event");
  const { id: eventId, chainPosition, contentHash } = third;
  const payload = erasurePayload({ eventId, chainPosition, contentHash, legalBasis: "OTHER", reference: "x" });
  const [record] = await inTransaction(undefined, (tx) =>
    appendInTransaction(chain.ctx, tx, [{ eventType: "CONFIG_CHANGE", modelId: chain.modelId, payload }]),
  );
  const given = { recorded_position: String(record?.chainPosition), recorded_event_id: `'${record?.id}'` };
  expect(await run("application", erasure(3, given))).toBe("23001");
});

test("rejects the erasure of a system model's event, and an erasure can be rolled back", async () => {
  await expect(eraseEvents(chain, 5)).rejects.toMatchObject({ message: /no content that can be/ });
  const events = await everyEvent(chain.ctx);
  const undone = inTransaction(undefined, async (tx) => {
    await eraseEvents({ ...chain, ctx: { ...chain.ctx, tx } }, 3);
    throw new Error("later");
  });
  await expect(undone).rejects.toThrow("later");
  expect(await everyEvent(chain.ctx)).toEqual(events);
});

test("the owner can delete tiles, which are regenerated", async () => {
  expect(await run("owner", "DELETE FROM chain_tiles WHERE organisation_id = $ORG")).toBeUndefined();
  expect((await issue(chain)).size).toBeGreaterThan(260);
});

import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GroupCommit } from "@/lib/domains/audit-chain/append/group-commit";
import {
  addCheckpoint,
  createVictim,
  removeGuards,
  type VictimChain,
  verifySignature,
} from "@/lib/domains/audit-chain/testing/attacker";
import { verifyOnBothPaths } from "@/lib/domains/audit-chain/testing/both-paths";
import {
  appendEvents,
  createTestChain,
  createTestModel,
  numbered,
  preparedEvent,
} from "@/lib/domains/audit-chain/testing/chain";
import { ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import { verifyStoredChain } from "@/lib/domains/audit-chain/verification/verify-stored-chain";
import { propertyRuns } from "@/lib/platform/core/testing";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
const owner = ownerOf(database, async (client) => {
  await removeGuards(client);
  await client.query(
    `ALTER TABLE audit_events ALTER "timestamp" TYPE timestamptz(6), ALTER recorded_at TYPE timestamptz(6)`,
  );
});

const eventColumns =
  `chain_position id block_hash previous_hash previous_model_hash timestamp recorded_at event_type severity model_id
    source content_hash content tags`.split(/\s+/);
const headColumns = ["position", "block_hash", "recorded_at"];
const checkpointColumns =
  "size head_hash root_hash issued_at previous_checkpoint_hash key_id signature checkpoint_hash".split(" ");

const places = [
  ...eventColumns.map((column) => ({ table: "audit_events", order: "chain_position", column })),
  ...headColumns.map((column) => ({ table: "chain_heads", order: "position", column })),
  ...checkpointColumns.map((column) => ({ table: "chain_checkpoints", order: "size", column })),
];

const mutation = fc.record({
  place: fc.constantFrom(...places),
  row: fc.nat(20),
  at: fc.nat(2_000),
  letter: fc.integer({ min: 0x20, max: 0x2fff }).map((code) => String.fromCharCode(code)),
  deletes: fc.boolean(),
});

/** The SQL expression and value that change a value. */
function mutated(
  text: string,
  type: string,
  column: string,
  { at, letter, deletes }: { at: number; letter: string; deletes: boolean },
): { expression: string; value: string } {
  if (type === "bigint")
    return { expression: "$3::text::bigint", value: String(Number(text) + (deletes ? -1 : 1) * (1 + at)) };
  if (type.startsWith("timestamp")) {
    const unit = column === "timestamp" ? "us" : "ms";
    return { expression: `"${column}" + $3::text::interval`, value: `${deletes ? "-" : ""}${1 + at} ${unit}` };
  }
  if (type === "text[]") return { expression: `"${column}" || $3::text`, value: letter };
  const place = at % Math.max(1, text.length);
  return { expression: "$3::text", value: text.slice(0, place) + (deletes ? "" : letter) + text.slice(place + 1) };
}

test("detects a change of any byte of any hashed value", async () => {
  const shape = fc.record({
    events: fc.array(
      fc.record({
        payload: fc.dictionary(
          fc.string({ maxLength: 8 }),
          fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
          { maxKeys: 4 },
        ),
        tags: fc.uniqueArray(
          fc.string({ minLength: 1, maxLength: 8 }).filter((tag) => !tag.includes("\0")),
          { maxLength: 3 },
        ),
        model: fc.nat(2),
        waitMs: fc.nat(2_000),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    checkpoints: fc.boolean(),
    mutations: fc.array(mutation, { minLength: 6, maxLength: 6 }),
  });
  const numRuns = propertyRuns(40);
  let detected = 0;
  await fc.assert(
    fc.asyncProperty(shape, async ({ events, checkpoints, mutations }) => {
      const chain = await createTestChain();
      const organisationId = chain.ctx.organisation.id;
      const modelIds = [chain.modelId, await createTestModel(organisationId), chain.systemModelId];
      const victim: VictimChain = { ...chain, organisationId, modelIds, receipts: [], checkpoints: [] };
      const commit = new GroupCommit(() => appenders);
      for (const { payload, tags, model, waitMs } of events) {
        const clean = JSON.parse(JSON.stringify(payload).replaceAll("\\u0000", "")) as Record<string, unknown>;
        const event = preparedEvent(chain, { payload: clean, tags, modelId: modelIds[model] ?? "" });
        const [outcome] = await commit.submit(organisationId, [event], true);
        if (!outcome || !("appended" in outcome)) throw new Error("an event was not appended");
        victim.receipts.push({ organisationId, ...outcome.appended });
        chain.ctx.clock.nowMs += waitMs;
      }
      if (checkpoints) await addCheckpoint(owner, victim, events.length);
      const verify = () => verifyOnBothPaths({ organisationId }, { verifySignature });
      expect(await verify()).toMatchObject({ status: "ok", findings: [] });
      for (const { place, row: nth, ...given } of mutations) {
        const { table, column } = place;
        const { rows } = await owner.query<{ place: string; value: string | null; type: string }>(
          `SELECT ctid::text AS place, "${column}"::text AS value, pg_typeof("${column}")::text AS type FROM ${table}
           WHERE organisation_id = $1 ORDER BY ${place.order}`,
          [organisationId],
        );
        const row = rows[nth % Math.max(1, rows.length)];
        if (row?.value === undefined || row.value === null) continue;
        const { expression, value } = mutated(row.value, row.type, column, given);
        if (value === row.value) continue;
        await owner.query(
          `CREATE TEMP TABLE saved AS SELECT * FROM ${table} WHERE organisation_id = '${organisationId}'`,
        );
        const change = `UPDATE ${table} SET "${column}" = ${expression} WHERE organisation_id = $1 AND ctid = $2::tid`;
        const { rowCount } = await owner
          .query(change, [organisationId, row.place, value])
          .catch(() => ({ rowCount: 0 }));
        if (rowCount === 1) {
          const { status, findingsTotal } = await verify();
          expect({ table, column, from: row.value, to: value, status }).toMatchObject({ status: "failed" });
          expect(findingsTotal).toBeGreaterThan(0);
          detected += 1;
        }
        await owner.query(`DELETE FROM ${table} WHERE organisation_id = '${organisationId}';
          INSERT INTO ${table} SELECT * FROM saved; DROP TABLE saved`);
      }
      expect((await verify()).status).toBe("ok");
    }),
    { numRuns },
  );
  expect(detected).toBeGreaterThan(2 * numRuns);
}, 240_000);

let appenders: pg.Pool;
beforeAll(() => {
  appenders = new pg.Pool({ connectionString: database.applicationUrl, max: 8, pipeline: true } as pg.PoolConfig);
});
afterAll(async () => {
  await appenders.end();
});

test("finds no break while eight writers append", { tags: "full" }, async () => {
  const chain = await createTestChain();
  const organisationId = chain.ctx.organisation.id;
  const modelIds = [chain.modelId, await createTestModel(organisationId)];
  let isWriting = true;
  let acknowledged = 0;
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    const commit = new GroupCommit(() => appenders);
    while (isWriting) {
      const events = Array.from({ length: 1 + (writer % 3) * 20 }, (_, i) =>
        preparedEvent(chain, { modelId: modelIds[i % 2] ?? "", tags: ["x"] }),
      );
      const { length } = await commit.submit(organisationId, events, true);
      acknowledged += length;
      chain.ctx.clock.nowMs += 1;
    }
  });
  let verified = 0;
  try {
    for (let round = 0; round < 25; round++) {
      const before = acknowledged;
      const report = await verifyStoredChain({ organisationId });
      expect(report).toMatchObject({ status: "ok", findings: [], verdicts: { completeness: "ok" } });
      expect(report.eventsVerified).toBeGreaterThanOrEqual(before);
      verified = report.eventsVerified;
    }
  } finally {
    isWriting = false;
    await Promise.all(writers);
  }
  expect(verified).toBeGreaterThan(25);
  expect(await verifyStoredChain({ organisationId })).toMatchObject({ status: "ok", eventsVerified: acknowledged });
});

test("recomputes the root of every checkpoint and finds the first wrong one", async () => {
  const { receipts } = await createVictim(owner, { events: 1 });
  const victim = await createVictim(owner, { checkpointSizes: [3, 4] });
  const { organisationId } = victim;
  const verify = (given: object = {}) => verifyOnBothPaths({ organisationId, ...given }, { verifySignature });
  expect(await verify()).toMatchObject({ status: "ok", verdicts: { checkpoints: "ok" } });
  const receiptOfFive = victim.receipts[4];
  // Signs a tree with a different leaf at position 5, like a different chain.
  victim.receipts[4] = { organisationId, chainPosition: 5, blockHash: receipts[0]?.blockHash ?? "" };
  await addCheckpoint(owner, victim, 7);
  await addCheckpoint(owner, victim, 9);
  if (receiptOfFive) victim.receipts[4] = receiptOfFive;
  const found = { chainPosition: 7, eventId: null, code: "root_mismatch", actual: victim.checkpoints[2]?.rootHash };
  for (const given of [{}, { to: 9 }]) {
    expect(await verify(given)).toMatchObject({
      status: "failed",
      verdicts: { content: "ok", linkage: "ok", checkpoints: "failed" },
      findings: [found],
      findingsTotal: 1,
    });
  }
  expect(await verify({ to: 5 })).toMatchObject({ status: "ok", verdicts: { checkpoints: "ok" } });
  await addCheckpoint(owner, victim, 10);
  expect(await verify()).toMatchObject({ status: "failed", findings: [found], checkpoint: { size: 10 } });
});

test("reports progress while reading a long chain", { tags: "full" }, async () => {
  const chain = await createTestChain();
  const organisationId = chain.ctx.organisation.id;
  await appendEvents(chain, ...numbered(21_000));
  const reported: [number, number][] = [];
  const report = await verifyStoredChain({ organisationId }, { onProgress: (...progress) => reported.push(progress) });
  expect(report).toMatchObject({ status: "ok", eventsVerified: 21_000, to: 21_000 });
  expect(reported).toEqual([
    [10_000, 21_000],
    [20_000, 21_000],
  ]);
});

test("an unreachable database is an error, not a finding", async () => {
  const victim = await createVictim(owner, { events: 1 });
  const { organisationId } = victim;
  await expect(
    verifyStoredChain({ organisationId }, { databaseUrl: "postgresql://x:y@127.0.0.1:1/x" }),
  ).rejects.toThrow();
  const wrong = new URL(database.applicationUrl);
  wrong.pathname = "/there_is_none";
  await expect(verifyStoredChain({ organisationId }, { databaseUrl: wrong.href })).rejects.toThrow(/does not exist/);
});

import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { appendBatch, appendEvent } from "@/lib/domains/audit-chain/append/append-events";
import { appendInTransaction } from "@/lib/domains/audit-chain/append/append-in-transaction";
import {
  baselineKind,
  readSealedRecords,
  type SealedRecord,
  sealRecords,
} from "@/lib/domains/audit-chain/records/record-states";
import { type KnownRecord, StateStore } from "@/lib/domains/audit-chain/records/record-verifier";
import { sealBaseline } from "@/lib/domains/audit-chain/records/seal";
import { AppendEvent } from "@/lib/domains/audit-chain/schemas";
import { verifyOnBothPaths } from "@/lib/domains/audit-chain/testing/both-paths";
import { createTestChain, createTestModel, everyEvent, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import { ownerOf } from "@/lib/domains/audit-chain/testing/database-sessions";
import { verifyStoredChain } from "@/lib/domains/audit-chain/verification/verify-stored-chain";
import { inTransaction } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

process.env.LOG_LEVEL = "silent";
const database = ownTestDatabase();
const owner = ownerOf(database);
let chain: TestChain;

beforeEach(async () => {
  chain = await createTestChain();
});

function verify() {
  return verifyOnBothPaths({ organisationId: chain.ctx.organisation.id });
}

async function seal(records: { table: "models"; id: string }[], kind = "TEST"): Promise<void> {
  await inTransaction(undefined, (tx) =>
    appendInTransaction(chain.ctx, tx, [{ eventType: "CONFIG_CHANGE", payload: { kind }, records }]),
  );
}

async function edit(set: string, id = chain.modelId): Promise<void> {
  await owner.query(`UPDATE models SET ${set} WHERE id = $1`, [id]);
}

describe("sealed records from callers", () => {
  const event = (payload: Record<string, unknown>) =>
    AppendEvent.parse({ modelId: chain.modelId, eventType: "CONFIG_CHANGE", severity: "INFO", payload });
  const problem = { path: "payload.sealedRecords", message: "is reserved for events that the service records" };

  test.each([
    ["a list", []],
    ["a state", [{ table: "models", id: "mdl_1", stateHash: `sha256:${"0".repeat(64)}` }]],
    ["null", null],
  ])("are rejected if the payload contains %s", async (_, sealedRecords) => {
    await expect(appendEvent(chain.ctx, event({ sealedRecords }))).rejects.toMatchObject({
      code: "validation_failed",
      details: [problem],
    });
    await expect(appendBatch(chain.ctx, [event({ sealedRecords })], false)).rejects.toMatchObject({
      code: "validation_failed",
    });
    expect(await everyEvent(chain.ctx)).toEqual([]);
  });

  test("are allowed below the top level of a payload", async () => {
    const sealedRecords = [{ table: "models", id: chain.modelId, deleted: true }];
    await appendEvent(chain.ctx, event({ nested: { sealedRecords } }));
    await sealBaseline(chain.ctx.organisation.id, chain.ctx.clock);
    expect(await verify()).toMatchObject({ status: "ok", verdicts: { records: "ok" } });
  });
});

describe("records from before sealing", () => {
  test("are reported as not sealed until the baseline", async () => {
    expect(await verify()).toMatchObject({
      status: "ok",
      verdicts: { records: "not_sealed" },
      recordsVerified: 0,
      recordsUnsealed: 3,
    });
    expect(await sealBaseline(chain.ctx.organisation.id, chain.ctx.clock)).toBe(3);
    expect(await verify()).toMatchObject({ status: "ok", verdicts: { records: "ok" }, recordsVerified: 3 });
  });

  test("are sealed once; a repeat appends nothing", async () => {
    for (let i = 0; i < 600; i++) await createTestModel(chain.ctx.organisation.id);
    expect(await sealBaseline(chain.ctx.organisation.id, chain.ctx.clock)).toBe(603);
    expect(await everyEvent(chain.ctx)).toHaveLength(2);
    expect(await sealBaseline(chain.ctx.organisation.id, chain.ctx.clock)).toBe(0);
    expect(await everyEvent(chain.ctx)).toHaveLength(2);
    expect(await verify()).toMatchObject({ status: "ok", recordsVerified: 603, recordsUnsealed: 0 });
  });

  test("cannot be approved by the first baseline if an event has sealed them before", async () => {
    await seal([{ table: "models", id: chain.modelId }]);
    await edit("name = 'Edited'");
    await sealBaseline(chain.ctx.organisation.id, chain.ctx.clock);
    expect((await verify()).findings).toMatchObject([{ code: "record_changed", recordId: chain.modelId }]);
  });

  test("cannot be approved by a later baseline", async () => {
    await sealBaseline(chain.ctx.organisation.id, chain.ctx.clock);
    await edit("name = 'Edited'");
    await inTransaction(undefined, async (tx) => {
      const ref = { table: "models", id: chain.modelId } as const;
      const sealedRecords: SealedRecord[] = await sealRecords(tx, chain.ctx.organisation.id, [ref]);
      const payload = { kind: baselineKind, sealedRecords };
      await appendInTransaction(chain.ctx, tx, [{ eventType: "CONFIG_CHANGE", payload }]);
    });
    expect((await verify()).findings).toMatchObject([{ code: "record_changed", recordId: chain.modelId }]);
  });

  test("are not checked for a range", async () => {
    await sealBaseline(chain.ctx.organisation.id, chain.ctx.clock);
    await edit("name = 'Edited'");
    const part = { organisationId: chain.ctx.organisation.id, from: 1, to: 1 };
    expect(await verifyStoredChain(part)).toMatchObject({ status: "ok", verdicts: { records: "not_checked" } });
  });
});

describe("a sealed record", () => {
  beforeEach(async () => {
    await sealBaseline(chain.ctx.organisation.id, chain.ctx.clock);
  });

  test("matches after changes by the service", async () => {
    for (const name of ["First", "Second"]) {
      await edit(`name = '${name}'`);
      await seal([{ table: "models", id: chain.modelId }]);
      expect(await verify()).toMatchObject({ status: "ok", verdicts: { records: "ok" } });
    }
  });

  test("that was edited is reported with its last event, only in its organisation", async () => {
    const other = await createTestChain();
    await sealBaseline(other.ctx.organisation.id, other.ctx.clock);
    await seal([{ table: "models", id: chain.modelId }]);
    await edit("risk_tier = 'LOW'");
    const last = (await everyEvent(chain.ctx)).at(-1);
    const report = await verify();
    expect(report).toMatchObject({
      status: "failed",
      verdicts: { records: "failed", content: "ok" },
      findingsTotal: 1,
    });
    expect(report.findings).toMatchObject([
      { code: "record_changed", table: "models", recordId: chain.modelId, eventId: last?.id, chainPosition: 2 },
    ]);
    expect(await verifyStoredChain({ organisationId: other.ctx.organisation.id })).toMatchObject({ status: "ok" });
  });

  test("that the service deleted is a finding only if it reappears", async () => {
    const id = await createTestModel(chain.ctx.organisation.id);
    await seal([{ table: "models", id }]);
    const { rows } = await owner.query("SELECT to_jsonb(models)::text AS json FROM models WHERE id = $1", [id]);
    await owner.query("DELETE FROM models WHERE id = $1", [id]);
    expect((await verify()).findings).toMatchObject([{ code: "record_missing", recordId: id, actual: null }]);
    await seal([{ table: "models", id }]);
    expect(await verify()).toMatchObject({ status: "ok" });
    await owner.query("INSERT INTO models SELECT * FROM jsonb_populate_record(NULL::models, $1)", [rows[0]?.json]);
    expect((await verify()).findings).toMatchObject([{ code: "record_added", recordId: id, expected: null }]);
  });

  test("causes no additional finding if the sealing event was edited", async () => {
    await edit("name = 'Renamed'");
    await seal([{ table: "models", id: chain.modelId }]);
    await owner.query("ALTER TABLE audit_events DISABLE TRIGGER USER");
    await owner.query(
      `UPDATE audit_events SET content = replace(content, '"kind":"TEST"', '"kind":"TOST"')
       WHERE organisation_id = $1 AND chain_position = 2`,
      [chain.ctx.organisation.id],
    );
    await owner.query("ALTER TABLE audit_events ENABLE ALWAYS TRIGGER audit_events_append_only");
    expect((await verify()).findings).toMatchObject([{ code: "content_mismatch", chainPosition: 2 }]);
  });
});

test("an event of a registered model cannot seal records, because it can be erased", async () => {
  const records = [{ table: "models" as const, id: chain.modelId }];
  const event = { eventType: "CONFIG_CHANGE" as const, payload: {}, modelId: chain.modelId, records };
  await expect(inTransaction(undefined, (tx) => appendInTransaction(chain.ctx, tx, [event]))).rejects.toThrow(
    "cannot seal records",
  );
});

test.each([
  ["a missing list", '{"payload":{"sealedRecords":[]', undefined],
  ["another table", '{"payload":{"sealedRecords":[{"table":"jobs","id":"1","stateHash":"x"}]}}', []],
  ["a missing state", '{"payload":{"sealedRecords":[{"table":"models","id":"1"}]}}', []],
])("ignores invalid sealed records: %s", (_, content, records) => {
  expect(readSealedRecords(content)?.records).toEqual(records);
});

test("joins states in files like states in memory, and removes the files", () => {
  const step = fc.record({ id: fc.nat({ max: 40 }), hash: fc.option(fc.string()), isRow: fc.boolean() });
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith("record-states-")).length;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 1, max: 10 }), (steps, max) => {
      const [small, large] = [new StateStore(max), new StateStore()];
      for (const [i, { id, hash, isRow }] of steps.entries()) {
        for (const store of [small, large]) {
          if (isRow) store.row("models", `mdl\n${id}`, hash ?? "");
          else
            store.seal(
              "models",
              `mdl\n${id}`,
              { hash, chainPosition: i, eventId: `evt_${i}`, isTrusted: true },
              "sealed",
            );
        }
      }
      const sorted = (store: StateStore): KnownRecord[] => [...store.records()].sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(sorted(small)).toEqual(sorted(large));
      small.close();
      large.close();
    }),
  );
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith("record-states-"))).toHaveLength(before);
});

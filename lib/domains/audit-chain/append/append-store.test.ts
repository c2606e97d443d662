import pg from "pg";
import { expect, test } from "vitest";
import { appendBatch, appendEvent } from "@/lib/domains/audit-chain/append/append-events";
import { type ModelState, readModelStates } from "@/lib/domains/audit-chain/append/append-store";
import { becomeOwner } from "@/lib/domains/audit-chain/testing/attacker";
import { createTestChain, createTestModel } from "@/lib/domains/audit-chain/testing/chain";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();

test("the last event of a model is found by the index by model, also if the statistics lack its organisation", async () => {
  const [old, recent] = [await createTestChain(), await createTestChain()];
  const event = {
    modelId: old.modelId,
    eventType: "INFERENCE",
    severity: "INFO",
    payload: {},
    tags: [] as string[],
  } as const;
  await appendBatch(old.ctx, Array(500).fill(event), false);
  const owner = await becomeOwner(database.ownerUrl);
  await owner.query("ANALYZE audit_events");
  await owner.end();

  const unused = await createTestModel(recent.ctx.organisation.id);
  await appendEvent(recent.ctx, { ...event, modelId: recent.modelId });
  const { event: last } = await appendEvent(recent.ctx, { ...event, modelId: recent.modelId });
  const values = [recent.ctx.organisation.id, [recent.modelId, unused, old.modelId]];
  const client = await pool().connect();
  try {
    const { rows } = await client.query<ModelState>(readModelStates.text, values);
    expect(new Map(rows.map(({ id, lastHash }) => [id, lastHash]))).toEqual(
      new Map([
        [recent.modelId, last.blockHash],
        [unused, null],
      ]),
    );
    await client.query("SET enable_seqscan = off");
    await client.query("SET plan_cache_mode = force_custom_plan");
    await client.query(`PREPARE states (text, text[]) AS ${readModelStates.text}`);
    const [organisationId, models] = [pg.escapeLiteral(recent.ctx.organisation.id), `ARRAY['${recent.modelId}']`];
    const plan = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN EXECUTE states (${organisationId}, ${models})`);
    const lines = plan.rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(lines).toContain("Index Scan Backward using audit_events_by_model");
    expect(lines).not.toContain("Sort");
  } finally {
    client.release(true);
  }
});

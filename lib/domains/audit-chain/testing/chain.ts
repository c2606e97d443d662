import pg from "pg";
import { groupCommit } from "@/lib/domains/audit-chain/append/group-commit";
import { type EventDraft, type PreparedEvent, prepareEvent } from "@/lib/domains/audit-chain/append/prepare";
import { genesisHash, hashText } from "@/lib/domains/audit-chain/block";
import { eraseContent, findErasable } from "@/lib/domains/audit-chain/erasure/erasure-store";
import { listEvents } from "@/lib/domains/audit-chain/read/events";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { findEventAt } from "@/lib/domains/audit-chain/store";
import { bytesOf } from "@/lib/domains/audit-chain/testing/independent-merkle";
import type { Clock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { inTransaction, pool } from "@/lib/platform/database/db";

/** A clock that changes only when it is set. */
interface TestClock extends Clock {
  nowMs: number;
}

export interface TestChain {
  ctx: Context & { clock: TestClock };
  /** A registered model, and the system model. */
  modelId: string;
  systemModelId: string;
}

export const startMs = Date.parse("2026-11-20T10:00:00.000Z");

/** A new organisation with an empty chain, and the context of its API key. */
export async function createTestChain(): Promise<TestChain> {
  const organisationId = newId("organisation");
  await pool().query(
    `INSERT INTO organisations (id, name, tier, livemode, content_erasure)
     VALUES ($1, 'Test', 'ENTERPRISE', true, true)`,
    [organisationId],
  );
  await pool().query("INSERT INTO chain_heads (organisation_id, position, block_hash) VALUES ($1, 0, $2)", [
    organisationId,
    genesisHash,
  ]);
  return {
    ctx: contextOf(organisationId),
    modelId: await createTestModel(organisationId),
    systemModelId: await createTestModel(organisationId, { system: true }),
  };
}

export async function createTestModel(
  organisationId: string,
  given: { name?: string; archived?: boolean; system?: boolean } = {},
): Promise<string> {
  const id = newId("model");
  await pool().query(
    `INSERT INTO models (id, organisation_id, name, system, archived_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, now(), now())`,
    [id, organisationId, given.name ?? "Test", given.system ?? false, given.archived ? new Date(startMs) : null],
  );
  return id;
}

function contextOf(organisationId: string): TestChain["ctx"] {
  return {
    organisation: { id: organisationId, tier: "ENTERPRISE", livemode: true, rateLimitOverrides: {} },
    actor: { kind: "api-key", id: "key_test", name: "Test key" },
    scopes: new Set(["audit:read", "audit:write"]),
    clock: {
      nowMs: startMs,
      now() {
        return this.nowMs;
      },
    },
    requestId: "req_test",
  };
}

/** A prepared event, by default of the chain's registered model. */
export function preparedEvent(chain: TestChain, given: Partial<EventDraft> = {}): PreparedEvent {
  return prepareEvent(chain.ctx, {
    modelId: chain.modelId,
    eventType: "INFERENCE",
    severity: "INFO",
    source: "API",
    actor: { type: "SERVICE", id: "key_test" },
    payload: { latencyMs: 142 },
    tags: [],
    ...given,
  });
}

/** Appends events in one commit and returns their IDs. */
export async function appendEvents(chain: TestChain, ...drafts: Partial<EventDraft>[]): Promise<string[]> {
  const prepared = drafts.map((draft) => preparedEvent(chain, draft));
  for (let from = 0; from < prepared.length; from += 1_000) {
    await groupCommit().submit(chain.ctx.organisation.id, prepared.slice(from, from + 1_000), true);
  }
  return prepared.map(({ id }) => id);
}

/** Events with their number in the payload. */
export function numbered(count: number): { payload: { i: number } }[] {
  return Array.from({ length: count }, (_, i) => ({ payload: { i } }));
}

/** Recorded findings, by position. */
export async function recordedFindings(organisationId: string) {
  const { rows } = await pool().query<{ eventId: string; code: string; chainPosition: number }>(
    `SELECT event_id AS "eventId", code, chain_position::float8 AS "chainPosition" FROM integrity_findings
     WHERE organisation_id = $1 ORDER BY integrity_findings.chain_position, code`,
    [organisationId],
  );
  return rows;
}

/** All events of the organisation as the API lists them, oldest first. */
export async function everyEvent(ctx: Context): Promise<AuditEvent[]> {
  const events: AuditEvent[] = [];
  let cursor: string | undefined;
  do {
    const page = await listEvents(ctx, { limit: 100, ...(cursor === undefined ? {} : { cursor }) });
    events.push(...page.data);
    cursor = page.pagination.nextCursor;
  } while (cursor !== undefined);
  return events.reverse();
}

/** The rows stored beside the events: the chain head, and the counts by kind. */
export async function headAndCounts(organisationId: string) {
  const { rows: heads } = await pool().query<{ position: string; blockHash: string; recordedAt: Date | null }>(
    `SELECT position, block_hash AS "blockHash", recorded_at AS "recordedAt" FROM chain_heads WHERE organisation_id = $1`,
    [organisationId],
  );
  const { rows: counts } = await pool().query<{ kind: string; events: string }>(
    `SELECT concat_ws(' ', model_id, event_type, severity, source) AS kind, events FROM audit_event_counts
     WHERE organisation_id = $1`,
    [organisationId],
  );
  return {
    head: heads[0],
    counts: Object.fromEntries(counts.map(({ kind, events }) => [kind, Number(events)])),
  };
}

/** An event's payload without the states of the records that it seals. */
export function payloadWithoutSeals(content: string): Record<string, unknown> {
  const { sealedRecords: _, ...payload } = (JSON.parse(content) as { payload: Record<string, unknown> }).payload;
  return payload;
}

/** The stored block hash at a position of a chain created by {@link fillChain}. */
function filledHash(position: number): string {
  return position === 0 ? `sha256:${"0".repeat(64)}` : hashText(`block ${position}`);
}

/** The leaves of a chain created by {@link fillChain}. */
export function filledEntries(size: number): Buffer[] {
  return Array.from({ length: size }, (_, i) => bytesOf(filledHash(i + 1)));
}

/**
 * Fills an empty chain quickly as the database owner. The events are linked, but their contents do not verify. For
 * tests that use block hashes only.
 */
export async function fillChain(
  ownerUrl: string,
  { ctx, modelId }: TestChain,
  from: number,
  to: number,
): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query("BEGIN");
    await owner.query("ALTER TABLE audit_events DISABLE TRIGGER USER");
    await owner.query("ALTER TABLE chain_heads DISABLE TRIGGER USER");
    await owner.query(
      `INSERT INTO audit_events (organisation_id, chain_position, id, block_hash, previous_hash, previous_model_hash,
         "timestamp", recorded_at, event_type, severity, model_id, source, content_hash, content, tags)
       SELECT $1, n, 'evt_' || substr($1, 5) || n, ${sqlHash("n")}, CASE n WHEN 1 THEN $4 ELSE ${sqlHash("n - 1")} END, $4,
         now(), now(), 'INFERENCE', 'INFO', $5, 'API', $4, '{}', '{}'
       FROM generate_series($2::bigint, $3::bigint) n`,
      [ctx.organisation.id, from, to, filledHash(0), modelId],
    );
    await owner.query(
      "UPDATE chain_heads SET position = $2, block_hash = $3, recorded_at = now() WHERE organisation_id = $1",
      [ctx.organisation.id, to, filledHash(to)],
    );
    await owner.query("ALTER TABLE audit_events ENABLE ALWAYS TRIGGER audit_events_append_only");
    await owner.query("ALTER TABLE audit_events ENABLE ALWAYS TRIGGER audit_events_erase_only");
    await owner.query("ALTER TABLE audit_events ENABLE ALWAYS TRIGGER audit_events_continue_head");
    await owner.query("ALTER TABLE chain_heads ENABLE ALWAYS TRIGGER chain_heads_move_forward");
    await owner.query("ALTER TABLE chain_heads ENABLE ALWAYS TRIGGER chain_heads_never_deleted");
    await owner.query("COMMIT");
  } finally {
    await owner.end();
  }
}

function sqlHash(position: string): string {
  return `'sha256:' || encode(sha256(convert_to('block ' || (${position}), 'UTF8')), 'hex')`;
}

/** Erases the contents of the events at some positions, one after the other, without checking holds or settings. */
export async function eraseEvents({ ctx }: Pick<TestChain, "ctx">, ...positions: number[]): Promise<void> {
  const organisationId = ctx.organisation.id;
  for (const position of positions) {
    const { id = "" } = (await findEventAt(organisationId, position)) ?? {};
    await inTransaction(ctx.tx, async (tx) => {
      const event = await findErasable(tx, organisationId, id);
      if (!event) throw new Error("there is no such event");
      await eraseContent(ctx, tx, event, { legalBasis: "GDPR_ART_17", reference: "DSR-1" });
    });
  }
}

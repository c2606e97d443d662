import { genesisHash } from "@/lib/audit-chain/block";
import { listEvents } from "@/lib/audit-chain/list-events";
import { type EventDraft, type PreparedEvent, prepareEvent } from "@/lib/audit-chain/prepare";
import type { AuditEvent } from "@/lib/audit-chain/schemas";
import type { Clock } from "@/lib/clock";
import type { Context } from "@/lib/context";
import { pool } from "@/lib/db";
import { newId } from "@/lib/ids";

/** A clock that stands until it is moved. */
export interface TestClock extends Clock {
  nowMs: number;
}

export interface TestChain {
  ctx: Context & { clock: TestClock };
  /** A registered model, and the one for events of none. */
  modelId: string;
  systemModelId: string;
}

export const startMs = Date.parse("2026-11-20T10:00:00.000Z");

/** A new organisation with an empty chain, and the context of an API key of it. */
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

/** An event that is ready for the lock; of the chain's registered model where nothing else is given. */
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

/** What stands in the tables beside the events: the head, and the counts by kind. */
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

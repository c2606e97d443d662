import type { ImportKey } from "@/lib/domains/shadow-ai/imports/source-store";
import type { WaitingConnections } from "@/lib/domains/shadow-ai/ingest";
import type { TrafficRecord } from "@/lib/domains/shadow-ai/records";
import { prisma, type Transaction } from "@/lib/platform/database/db";

/** How long a later import can add the byte counts of a named connection. */
const waitingMs = 30 * 60_000;

/** Maximum number of a source's waiting connections: the newest ones. Limits memory, and the rows that are deleted at once. */
const waitingMax = 5_000;

type Source = Pick<ImportKey, "organisationId" | "sourceId">;

/** The named connections of a source whose byte counts are missing. Keys are listed first, because few of them match. */
export function waitingConnections({ organisationId, sourceId }: Source, nowMs: number): WaitingConnections {
  return {
    async list() {
      const rows = await prisma().$queryRaw<{ connection: bigint }[]>`
        SELECT connection FROM shadow_ai_waiting_connections
        WHERE organisation_id = ${organisationId} AND source_id = ${sourceId}
          AND named_at >= ${new Date(nowMs - waitingMs)}
        ORDER BY named_at DESC LIMIT ${waitingMax}`;
      return new Set(rows.map(({ connection }) => connection));
    },
    async read(connections) {
      const rows = await prisma().$queryRaw<{ connection: bigint; record: TrafficRecord }[]>`
        SELECT connection, record FROM shadow_ai_waiting_connections
        WHERE organisation_id = ${organisationId} AND source_id = ${sourceId}
          AND connection = ANY(${connections}::bigint[])`;
      return new Map(rows.map(({ connection, record }) => [connection, record]));
    },
  };
}

/** Stores named connections whose byte counts are missing, and deletes completed, expired and excess ones. */
export async function updateWaiting(
  tx: Transaction,
  { organisationId, sourceId }: Source,
  { named, completed }: { named: Map<bigint, TrafficRecord>; completed: bigint[] },
  now: Date,
): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM shadow_ai_waiting_connections WHERE organisation_id = ${organisationId} AND source_id = ${sourceId}
      AND (named_at < ${new Date(now.getTime() - waitingMs)} OR connection = ANY(${completed}::bigint[]))`;
  const done = new Set(completed);
  const missing = [...named].filter(([connection]) => !done.has(connection)).slice(-waitingMax);
  if (missing.length === 0) return;
  const rows = missing.map(([connection, record]) => ({ connection: connection.toString(), record }));
  await tx.$executeRaw`
    INSERT INTO shadow_ai_waiting_connections (organisation_id, source_id, connection, record, named_at)
    SELECT ${organisationId}, ${sourceId}, connection, record, ${now}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS named (connection bigint, record jsonb)
    ON CONFLICT DO NOTHING`;
  await tx.$executeRaw`
    DELETE FROM shadow_ai_waiting_connections WHERE ctid = ANY (ARRAY (SELECT ctid FROM shadow_ai_waiting_connections
      WHERE organisation_id = ${organisationId} AND source_id = ${sourceId} ORDER BY named_at DESC OFFSET ${waitingMax}))`;
}

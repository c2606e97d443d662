import { streamsMax } from "@/lib/domains/audit-streams/enums";
import type { StreamBatch } from "@/lib/domains/audit-streams/schemas";
import type { AuditStream, Prisma } from "@/lib/generated/prisma/client";
import { generateSigningSecret } from "@/lib/platform/crypto/stored-secrets";
import { prisma, type Transaction } from "@/lib/platform/database/db";
import { RecordStore } from "@/lib/platform/resource/record-store";

/** Its secrets and its authorization are encrypted. */
export type StoredStream = AuditStream;

/** The encryption context of a stream's secret, which binds it to the stream and the purpose. */
export function secretContext(organisationId: string, streamId: string, kind: "signing" | "authorization"): string {
  return `audit-stream/${organisationId}/${streamId}/${kind}`;
}

export const streams = new RecordStore<
  StoredStream,
  Prisma.AuditStreamUncheckedCreateInput,
  Prisma.AuditStreamUncheckedUpdateInput
>({
  noun: "audit stream",
  plural: "audit streams",
  id: "auditStream",
  table: "audit_streams",
  max: streamsMax,
  model: (reader) => reader.auditStream,
  secret: { generate: generateSigningSecret, context: secretContext },
});

/** How far a stream lags behind its chain. */
export interface StreamLag {
  headPosition: number;
  /** When the first event after the position was received. */
  oldestReceivedAt: Date | null;
}

/** The lags of streams by ID. */
export async function findLags(
  tx: Transaction | undefined,
  organisationId: string,
  ids: string[],
): Promise<Map<string, StreamLag>> {
  const rows = await (tx ?? prisma()).$queryRaw<(StreamLag & { id: string })[]>`
    SELECT stream.id, head.position::float8 AS "headPosition",
      (SELECT CASE WHEN isfinite(event.recorded_at) THEN event.recorded_at END FROM audit_events event
       WHERE event.organisation_id = stream.organisation_id AND event.chain_position = stream.position + 1)
        AS "oldestReceivedAt"
    FROM audit_streams stream JOIN chain_heads head ON head.organisation_id = stream.organisation_id
    WHERE stream.organisation_id = ${organisationId} AND stream.id = ANY(${ids}::text[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

type StoredBatch = Omit<StreamBatch, "startedAt"> & { startedAt: Date };

/** The latest attempts of a stream, newest first. */
export async function findBatches(organisationId: string, streamId: string): Promise<StoredBatch[]> {
  return prisma().$queryRaw<StoredBatch[]>`
    SELECT number, batch_id AS "batchId", from_position::float8 AS "fromPosition", to_position::float8 AS "toPosition",
      events, bytes, outcome, error, status_code AS "statusCode", duration_ms AS "durationMs", started_at AS "startedAt"
    FROM audit_stream_batches WHERE organisation_id = ${organisationId} AND stream_id = ${streamId}
    ORDER BY number DESC LIMIT 100`;
}

import { sealReencryption } from "@/lib/domains/audit-chain";
import type { Severity } from "@/lib/domains/audit-chain/enums";
import type { Compression } from "@/lib/domains/audit-streams/enums";
import type { StreamBatch } from "@/lib/domains/audit-streams/schemas";
import type { Prisma } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/platform/core/id-prefixes";
import type { SecretsStore } from "@/lib/platform/crypto/stored-secrets";
import { prisma, type Transaction } from "@/lib/platform/database/db";
import type { Reader, Slice } from "@/lib/platform/resource/list-page";

export type StreamState = "ACTIVE" | "PAUSED" | "DISABLED";

export interface StreamSettings {
  name: string;
  url: string;
  eventTypes: string[];
  modelIds: string[];
  minSeverity: Severity | null;
  maxEvents: number;
  maxBytes: number;
  maxDelaySeconds: number;
  compression: Compression;
  state: StreamState;
}

/** A stored stream without its secrets, with the end of its chain. */
export interface StoredStream extends StreamSettings {
  id: string;
  hasAuthorization: boolean;
  disabledReason: string | null;
  position: number;
  positionAt: Date | null;
  failures: number;
  failingSince: Date | null;
  nextAttemptAt: Date | null;
  lastDeliveredAt: Date | null;
  lastError: string | null;
  lastStatusCode: number | null;
  previousSecretExpiresAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  headPosition: number;
  /** When the first event after the position was received. */
  oldestReceivedAt: Date | null;
}

const selectStreams = `
  SELECT stream.id, stream.name, stream.url, event_types AS "eventTypes", model_ids AS "modelIds",
    min_severity AS "minSeverity", "authorization" IS NOT NULL AS "hasAuthorization", max_events AS "maxEvents",
    max_bytes AS "maxBytes", max_delay_seconds AS "maxDelaySeconds", compression, state,
    disabled_reason AS "disabledReason", stream.position::float8 AS position, position_at AS "positionAt", failures,
    failing_since AS "failingSince", next_attempt_at AS "nextAttemptAt", last_delivered_at AS "lastDeliveredAt",
    last_error AS "lastError", last_status_code AS "lastStatusCode",
    previous_secret_expires_at AS "previousSecretExpiresAt", created_at AS "createdAt", updated_at AS "updatedAt",
    head.position::float8 AS "headPosition",
    (SELECT CASE WHEN isfinite(event.recorded_at) THEN event.recorded_at END FROM audit_events event
     WHERE event.organisation_id = stream.organisation_id AND event.chain_position = stream.position + 1)
      AS "oldestReceivedAt"
  FROM audit_streams stream JOIN chain_heads head ON head.organisation_id = stream.organisation_id
  WHERE stream.organisation_id = $1 AND stream.deleted_at IS NULL`;

/** Serialises changes of an organisation's streams. Acquired before any row lock. */
export async function lockStreamSet(tx: Transaction, organisationId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`audit-streams ${organisationId}`}, 0))::text`;
}

export async function insertStream(
  tx: Transaction,
  organisationId: string,
  stream: StreamSettings & {
    id: string;
    secret: string;
    authorization: string | null;
    position: number;
    createdAt: Date;
  },
): Promise<void> {
  const { createdAt, position } = stream;
  await tx.auditStream.create({
    data: { ...stream, organisationId, position: BigInt(position), activeSince: createdAt, updatedAt: createdAt },
  });
}

export async function findStream(
  tx: Transaction | undefined,
  organisationId: string,
  id: string,
): Promise<StoredStream | undefined> {
  if (!isId("auditStream", id)) return undefined;
  const [found] = await (tx ?? prisma()).$queryRawUnsafe<StoredStream[]>(
    `${selectStreams} AND stream.id = $2`,
    organisationId,
    id,
  );
  return found;
}

/** Reads a stream with its secrets and locks its row. */
export async function lockStream(
  tx: Transaction,
  organisationId: string,
  id: string,
): Promise<(StoredStream & Secrets) | undefined> {
  if (!isId("auditStream", id)) return undefined;
  const [secrets] = await tx.$queryRaw<Secrets[]>`
    SELECT secret, previous_secret AS "previousSecret", "authorization", previous_secret_expires_at AS "expiresAt"
    FROM audit_streams
    WHERE organisation_id = ${organisationId} AND id = ${id} AND deleted_at IS NULL FOR NO KEY UPDATE`;
  const stream = secrets && (await findStream(tx, organisationId, id));
  return stream && { ...stream, ...secrets };
}

/** Encrypted. */
export interface Secrets {
  secret: string;
  previousSecret: string | null;
  authorization: string | null;
  expiresAt: Date | null;
}

export async function changeStream(
  tx: Transaction,
  organisationId: string,
  id: string,
  change: Prisma.AuditStreamUpdateInput & { updatedAt: Date },
): Promise<void> {
  await tx.auditStream.update({ where: { organisationId, id }, data: change });
}

/** Streams, newest first. */
export async function findStreams(
  reader: Reader,
  organisationId: string,
  { before, take }: Slice,
): Promise<StoredStream[]> {
  return reader.$queryRawUnsafe<StoredStream[]>(
    `${selectStreams} AND ($2::text IS NULL OR stream.id < $2) ORDER BY stream.id DESC LIMIT $3::int`,
    organisationId,
    before ?? null,
    take,
  );
}

export async function countStreams(reader: Reader, organisationId: string): Promise<number> {
  return reader.auditStream.count({ where: { organisationId, deletedAt: null } });
}

export async function hasActiveStream(tx: Transaction, organisationId: string): Promise<boolean> {
  const where = { organisationId, deletedAt: null, state: "ACTIVE" };
  return (await tx.auditStream.findFirst({ where, select: { id: true } })) !== null;
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

/** The encrypted secrets of all organisations' streams. Deleted streams have none. */
export const secretsStore: SecretsStore = {
  find: (afterId, limit) =>
    prisma().auditStream.findMany({
      where: { id: { gt: afterId }, secret: { not: "" } },
      select: { id: true, organisationId: true, secret: true, previousSecret: true, authorization: true },
      orderBy: { id: "asc" },
      take: limit,
    }),
  replace: (before, after) =>
    sealReencryption(before.organisationId, { table: "audit_streams", id: before.id }, async (tx) => {
      const { count } = await tx.auditStream.updateMany({ where: before, data: after });
      return count;
    }),
};

import { createHash } from "node:crypto";
import type { IntegrityFinding } from "@/lib/domains/audit-chain/schemas-verification";
import { bigintText } from "@/lib/domains/audit-chain/store";
import { isId } from "@/lib/platform/core/id-prefixes";
import { inTransaction, prisma, type Transaction } from "@/lib/platform/database/db";
import { enqueueTracked } from "@/lib/platform/jobs/outbox-store";

/** A request to resolve a finding, and its outcome. */
type StoredResolution = IntegrityFinding["resolutions"][number] & { number: number; requestedById: string };

export interface StoredFinding extends Omit<IntegrityFinding, "eventId" | "detectedAt" | "resolutions"> {
  /** The event, or {@link placeOf} a position without one. */
  eventId: string;
  detectedAt: Date;
  /** Newest first. */
  resolutions: StoredResolution[];
}

/** The ID of a finding, by its recorded event or {@link placeOf} position. */
export function findingIdOf(organisationId: string, eventId: string, code: string): string {
  return `fnd_${createHash("md5").update(`${organisationId} ${eventId} ${code}`).digest("hex")}`;
}

/** {@link findingIdOf} in SQL. */
const findingId = `'fnd_' || md5(finding.organisation_id || ' ' || finding.event_id || ' ' || finding.code)`;

const ofFinding = `resolution.organisation_id = finding.organisation_id AND resolution.event_id = finding.event_id
  AND resolution.code = finding.code`;

/** Condition: the row `finding` is not resolved. */
export const isOpen = `NOT EXISTS (SELECT FROM finding_resolutions resolution WHERE ${ofFinding} AND status = 'RESOLVED')`;

const iso = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const found = `
  SELECT ${findingId} AS id, event_id AS "eventId", code, chain_position::float8 AS "chainPosition",
    stored_hash AS "storedHash", computed_hash AS "computedHash", detected_at AS "detectedAt", status, resolutions
  FROM integrity_findings finding
  CROSS JOIN LATERAL (
    SELECT coalesce(max(CASE status WHEN 'REQUESTED' THEN 'RESOLUTION_REQUESTED' WHEN 'RESOLVED' THEN 'RESOLVED' END), 'OPEN')
        AS status,
      coalesce(json_agg(json_build_object(
        'number', number, 'status', status, 'reason', reason, 'requestedById', requested_by_id,
        'requestedBy', requested_by, 'requestedAt', ${iso("requested_at")}, 'requestedEventId', requested_event_id,
        'decidedBy', decided_by, 'decidedAt', ${iso("decided_at")}, 'decidedEventId', decided_event_id,
        'reopenedAt', ${iso("reopened_at")}) ORDER BY number DESC), '[]') AS resolutions
    FROM finding_resolutions resolution WHERE ${ofFinding}
  ) AS history`;

export interface FindingPosition {
  detectedAt: Date;
  id: string;
}

const ofStatus = `SELECT * FROM (${found} WHERE finding.organisation_id = $1) matching WHERE ($2::text IS NULL OR status = $2)`;

/** Findings, newest first, optionally of one status. */
export async function findFindings(
  reader: Transaction,
  organisationId: string,
  status: IntegrityFinding["status"] | undefined,
  { before, take }: { before: FindingPosition | undefined; take: number },
): Promise<StoredFinding[]> {
  return reader.$queryRawUnsafe<StoredFinding[]>(
    `${ofStatus} AND ($3::timestamptz IS NULL OR ("detectedAt", id) < ($3::timestamptz, $4))
     ORDER BY "detectedAt" DESC, id DESC LIMIT $5::int`,
    ...[organisationId, status ?? null, before?.detectedAt ?? null, before?.id ?? null, take],
  );
}

export async function countFindings(
  reader: Transaction,
  organisationId: string,
  status: IntegrityFinding["status"] | undefined,
): Promise<number> {
  const rows = await reader.$queryRawUnsafe<{ total: number }[]>(
    `SELECT count(*)::float8 AS total FROM (${ofStatus}) counted`,
    organisationId,
    status ?? null,
  );
  return rows[0]?.total ?? 0;
}

export async function countFindingsSince(organisationId: string, since: Date): Promise<number> {
  return prisma().integrityFinding.count({ where: { organisationId, detectedAt: { gte: since } } });
}

/** Locks a finding until the transaction ends, to serialise concurrent decisions. */
export async function lockFinding(
  tx: Transaction,
  organisationId: string,
  id: string,
): Promise<StoredFinding | undefined> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`findings ${organisationId}`}, 0))`;
  return findStored(tx, organisationId, id);
}

export async function findStored(
  tx: Transaction,
  organisationId: string,
  id: string,
): Promise<StoredFinding | undefined> {
  if (!isId("finding", id)) return undefined;
  const rows = await tx.$queryRawUnsafe<StoredFinding[]>(
    `SELECT * FROM (${found} WHERE finding.organisation_id = $1) matching WHERE id = $2`,
    organisationId,
    id,
  );
  return rows[0];
}

/** The actor and the time of a step, and the event that records it. */
export interface Step {
  byId: string;
  by: string;
  at: Date;
  chainEventId: string;
}

export async function insertResolution(
  tx: Transaction,
  organisationId: string,
  { eventId, code, resolutions }: StoredFinding,
  { byId, by, at, chainEventId, reason }: Step & { reason: string },
): Promise<void> {
  await tx.findingResolution.create({
    data: {
      ...{ organisationId, eventId, code, reason },
      number: (resolutions[0]?.number ?? 0) + 1,
      status: "REQUESTED",
      requestedById: byId,
      requestedBy: by,
      requestedAt: at,
      requestedEventId: chainEventId,
    },
  });
}

export async function decideResolution(
  tx: Transaction,
  organisationId: string,
  { eventId, code }: StoredFinding,
  { status, byId, by, at, chainEventId }: Step & { status: "RESOLVED" | "REJECTED" },
): Promise<void> {
  await tx.findingResolution.updateMany({
    where: { organisationId, eventId, code, status: "REQUESTED" },
    data: { status, decidedById: byId, decidedBy: by, decidedAt: at, decidedEventId: chainEventId },
  });
}

/**
 * Records a finding and sends notifications once. A resolved finding is reopened. @returns whether it is new or was
 * reopened.
 */
export async function recordFinding(organisationId: string, finding: Finding, given?: Transaction): Promise<boolean> {
  const { code, detectedAt } = finding;
  const eventId = finding.eventId || placeOf(finding.chainPosition);
  const chainPosition = BigInt(bigintText(finding.chainPosition));
  return inTransaction(given, async (tx) => {
    const { count: added } = await tx.integrityFinding.createMany({
      data: [{ ...finding, organisationId, eventId, chainPosition }],
      skipDuplicates: true,
    });
    const reopen = { where: { organisationId, eventId, code, status: "RESOLVED" } };
    const data = { status: "REOPENED", reopenedAt: detectedAt };
    const isNew = added > 0 || (await tx.findingResolution.updateMany({ ...reopen, data })).count > 0;
    if (isNew) await enqueueTracked(tx, { name: "audit/integrity.failed", data: { organisationId, eventId, code } });
    return isNew;
  });
}

/** A finding as first recorded. */
interface Finding {
  /** Null or empty if there is no event: the position identifies the finding then. */
  eventId?: string | null | undefined;
  code: string;
  chainPosition: number;
  storedHash: string;
  computedHash: string;
  detectedAt: string;
}

/** Identifies a position in place of an event. */
export function placeOf(chainPosition: number): string {
  return `position:${bigintText(chainPosition)}`;
}

/**
 * A finding by its recorded event or {@link placeOf} position, with the number of times it was reopened. `eventId` is null
 * if it has no event.
 */
export async function findFinding(
  organisationId: string,
  eventId: string,
  code: string,
): Promise<(Finding & { eventId: string | null; reopened: number }) | undefined> {
  const stored = await prisma().integrityFinding.findFirst({
    where: { organisationId, eventId, code },
    omit: { organisationId: true },
  });
  if (!stored) return undefined;
  const { chainPosition, detectedAt } = stored;
  const where = { organisationId, eventId, code, status: "REOPENED" };
  return {
    ...stored,
    reopened: await prisma().findingResolution.count({ where }),
    eventId: eventId === `position:${chainPosition}` ? null : eventId,
    chainPosition: Number(chainPosition),
    detectedAt: detectedAt.toISOString(),
  };
}

import { markSubjectRead } from "@/lib/domains/notifications";
import type { StoredDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import type { ExceptionStatus } from "@/lib/domains/shadow-ai/enums";
import type { ListExceptions } from "@/lib/domains/shadow-ai/schemas-triage";
import { Prisma, type ShadowAiExceptionRequest as Row } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/platform/core/id-prefixes";
import { isServed, prisma, type Transaction } from "@/lib/platform/database/db";
import { newestFirst, type Reader, type Slice } from "@/lib/platform/resource/list-page";

export type StoredRequest = Row;

/** The current state of the requested detection. */
export type RequestedDetection = Pick<
  StoredDetection,
  "status" | "severity" | "score" | "provider" | "endpoint" | "department" | "calls" | "lastSeenAt"
>;

/** The outcome of a request. */
type RequestDecision = Pick<StoredRequest, "decidedAt" | "decidedById" | "decidedBy" | "decisionNote"> & {
  status: Exclude<ExceptionStatus, "PENDING">;
};

/** Stores a request. A unique index rejects a second pending request for a detection. */
export async function insertRequest(
  tx: Transaction,
  created: Omit<StoredRequest, "status" | keyof Omit<RequestDecision, "status">>,
): Promise<StoredRequest> {
  const status: ExceptionStatus = "PENDING";
  return tx.shadowAiExceptionRequest.create({ data: { ...created, status } });
}

export async function findRequest(
  tx: Transaction,
  organisationId: string,
  id: string,
): Promise<StoredRequest | undefined> {
  if (!isId("exceptionRequest", id)) return undefined;
  return (await tx.shadowAiExceptionRequest.findFirst({ where: { organisationId, id } })) ?? undefined;
}

/** Pending requests for these detections, by detection. */
export async function findPendingRequests(
  tx: Transaction,
  organisationId: string,
  detectionIds: string[],
): Promise<Map<string, StoredRequest>> {
  const status: ExceptionStatus = "PENDING";
  const rows = await tx.shadowAiExceptionRequest.findMany({
    where: { organisationId, status, detectionId: { in: detectionIds } },
  });
  return new Map(rows.map((row) => [row.detectionId, row]));
}

/** Ends a request and marks its notifications as read. The caller holds the lock of the organisation's detections. */
export async function endRequest(
  tx: Transaction,
  { organisationId, id, detectionId }: StoredRequest,
  decision: RequestDecision,
): Promise<StoredRequest> {
  const about = { organisationId, kind: "EXCEPTION_REQUESTED", subjectId: detectionId } as const;
  await markSubjectRead(tx, about, decision.decidedAt ?? new Date());
  return tx.shadowAiExceptionRequest.update({ where: { id_organisationId: { organisationId, id } }, data: decision });
}

type RequestFilter = Pick<ListExceptions, "status" | "detectionId">;

/** Requests with their detections, newest first. */
export async function findRequests(
  reader: Reader,
  organisationId: string,
  filter: RequestFilter,
  slice: Slice,
): Promise<(StoredRequest & { about: RequestedDetection })[]> {
  const rows = await reader.shadowAiExceptionRequest.findMany(newestFirst(slice, whereOf(organisationId, filter)));
  if (rows.length === 0) return [];
  const ids = Prisma.join(rows.map(({ detectionId }) => detectionId));
  const detections = await reader.$queryRaw<(RequestedDetection & { id: string })[]>`
    SELECT id, status, severity, score, provider, endpoint, department, calls::float8 AS calls,
      last_seen_at AS "lastSeenAt"
    FROM shadow_ai_detections
    WHERE organisation_id = ${organisationId} AND id IN (${ids})`;
  const about = new Map(detections.map((detection) => [detection.id, detection]));
  // The service never deletes detections. If one was deleted outside the service, its request is omitted.
  return rows.flatMap((row) => {
    const detection = about.get(row.detectionId);
    return detection ? [{ ...row, about: detection }] : [];
  });
}

export async function countRequests(reader: Reader, organisationId: string, filter: RequestFilter): Promise<number> {
  return reader.shadowAiExceptionRequest.count({ where: whereOf(organisationId, filter) });
}

function whereOf(organisationId: string, { status, detectionId }: RequestFilter) {
  return { organisationId, ...(status && { status }), ...(detectionId && { detectionId }) };
}

/** Maintenance for all organisations: expired exceptions, earliest first. */
export async function findExpiredExceptions(
  now: Date,
  limit: number,
): Promise<{ organisationId: string; detectionId: string }[]> {
  // If the use has another open detection, traffic belongs to that one, so this detection waits until it is closed.
  return prisma().$queryRaw<{ organisationId: string; detectionId: string }[]>`
    SELECT organisation_id AS "organisationId", id AS "detectionId" FROM shadow_ai_detections expired
    WHERE status = 'RESOLVED' AND exception_expires_at <= ${now} AND NOT EXISTS (
      SELECT 1 FROM shadow_ai_detections other
      WHERE other.organisation_id = expired.organisation_id AND other.fingerprint = expired.fingerprint
        AND other.resolved_at IS NULL AND other.status <> 'DISMISSED')
      AND ${Prisma.raw(isServed("expired.organisation_id"))}
    ORDER BY exception_expires_at LIMIT ${limit}`;
}

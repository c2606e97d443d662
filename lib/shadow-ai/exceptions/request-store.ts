import { prisma, type Transaction } from "@/lib/db";
import { Prisma, type ShadowAiExceptionRequest as Row } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/id-prefixes";
import type { ExceptionStatus } from "@/lib/shadow-ai/vocabulary";

export type StoredRequest = Row;

/** What a request is about, as it is now. */
export interface RequestedDetection {
  status: string;
  severity: string;
  provider: string;
  endpoint: string;
  department: string | null;
}

/** How a request ended. */
export type RequestDecision = Pick<StoredRequest, "decidedAt" | "decidedById" | "decidedBy" | "decisionNote"> & {
  status: Exclude<ExceptionStatus, "PENDING">;
};

/** Which of an organisation's requests are meant. */
export interface RequestFilter {
  status?: ExceptionStatus | undefined;
  detectionId?: string | undefined;
}

/** Writes a request down. A second one of a detection that is pending is refused by a unique index. */
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

/** The requests about these detections that wait for a decision, by the detection. */
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

/** Ends a request. The caller holds the lock of the organisation's detections. */
export async function endRequest(
  tx: Transaction,
  { organisationId, id }: StoredRequest,
  decision: RequestDecision,
): Promise<StoredRequest> {
  return tx.shadowAiExceptionRequest.update({ where: { organisationId, id }, data: decision });
}

/** Requests newest first, at most `take`, with what each is about and how many there are. */
export async function findRequests(
  organisationId: string,
  filter: RequestFilter,
  page: { beforeId: string | undefined; take: number },
): Promise<{ requests: (StoredRequest & { about: RequestedDetection })[]; total: number }> {
  const { status, detectionId } = filter;
  const where = { organisationId, ...(status && { status }), ...(detectionId && { detectionId }) };
  const [rows, total] = await prisma().$transaction(
    [
      prisma().shadowAiExceptionRequest.findMany({
        where: { ...where, ...(page.beforeId && { id: { lt: page.beforeId } }) },
        orderBy: { id: "desc" },
        take: page.take,
      }),
      prisma().shadowAiExceptionRequest.count({ where }),
    ],
    { isolationLevel: "RepeatableRead" },
  );
  const about = await findRequestedDetections(undefined, organisationId, rows);
  return { requests: rows.flatMap((row) => withAbout(row, about)), total };
}

/** What requests are about, by the detection. */
export async function findRequestedDetections(
  tx: Transaction | undefined,
  organisationId: string,
  requests: { detectionId: string }[],
): Promise<Map<string, RequestedDetection>> {
  if (requests.length === 0) return new Map();
  const ids = Prisma.join(requests.map(({ detectionId }) => detectionId));
  const rows = await (tx ?? prisma()).$queryRaw<(RequestedDetection & { id: string })[]>`
    SELECT id, status, severity, provider, endpoint, department FROM shadow_ai_detections
    WHERE organisation_id = ${organisationId} AND id IN (${ids})`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** A detection is never deleted by the service; of one that somebody deleted behind it there is nothing to show. */
function withAbout(
  row: StoredRequest,
  about: Map<string, RequestedDetection>,
): (StoredRequest & { about: RequestedDetection })[] {
  const detection = about.get(row.detectionId);
  return detection ? [{ ...row, about: detection }] : [];
}

/** Maintenance over all organisations: approved exceptions whose time has passed, the earliest first. */
export async function findExpiredExceptions(
  now: Date,
  limit: number,
): Promise<{ organisationId: string; detectionId: string }[]> {
  // Traffic of a use that is open beside it belongs to that one; this waits until it is closed.
  return prisma().$queryRaw<{ organisationId: string; detectionId: string }[]>`
    SELECT organisation_id AS "organisationId", id AS "detectionId" FROM shadow_ai_detections expired
    WHERE status = 'RESOLVED' AND exception_expires_at <= ${now} AND NOT EXISTS (
      SELECT 1 FROM shadow_ai_detections other
      WHERE other.organisation_id = expired.organisation_id AND other.fingerprint = expired.fingerprint
        AND other.resolved_at IS NULL AND other.status <> 'DISMISSED')
    ORDER BY exception_expires_at LIMIT ${limit}`;
}

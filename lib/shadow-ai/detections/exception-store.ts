import { prisma } from "@/lib/db";

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

import { allowanceMs, type Deadlines } from "@/lib/domains/shadow-ai/detections/deadlines";
import type { ListedDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import { isDue, undecided, waitingSince } from "@/lib/domains/shadow-ai/detections/filter-store";
import { type Severity, severities } from "@/lib/domains/shadow-ai/enums";
import { Prisma } from "@/lib/generated/prisma/client";
import { prisma } from "@/lib/platform/database/db";

/** An assigned detection whose decision is overdue. */
export type OverdueDetection = Pick<
  ListedDetection,
  "id" | "status" | "severity" | "provider" | "endpoint" | "detectedAt" | "reopenedAt"
> & { assignedTo: string };

/** Assigned detections by ID, after `afterId`, whose decision became due at most `overdueMs` ago. */
export async function findOverdueAssigned(
  organisationId: string,
  deadlines: Deadlines,
  { overdueMs, afterId, take }: { overdueMs: number; afterId: string; take: number },
): Promise<OverdueDetection[]> {
  return prisma().$queryRaw<OverdueDetection[]>`
    SELECT id, status, severity, provider, endpoint, detected_at AS "detectedAt", reopened_at AS "reopenedAt",
      assigned_to AS "assignedTo"
    FROM shadow_ai_detections
    WHERE organisation_id = ${organisationId} AND assigned_to IS NOT NULL AND id > ${afterId} AND ${undecided}
      AND ${becameDue(deadlines, overdueMs)}
    ORDER BY id LIMIT ${take}`;
}

/** The unassigned detections whose decision is overdue. */
export interface OverdueUnassigned {
  count: number;
  /** The highest severity, and the number of the detections with it. */
  severity: Severity;
  severityCount: number;
  /** The host of the one of the highest severity that has been overdue for the longest time. */
  endpoint: string;
  firstDueAt: Date;
  lastDueAt: Date;
}

/** Undefined if no decision on an unassigned detection is overdue. */
export async function findOverdueUnassigned(
  organisationId: string,
  deadlines: Deadlines,
): Promise<OverdueUnassigned | undefined> {
  const ofEach = severities.map((severity) => isDue(severity, "overdue", deadlines));
  const rows = await prisma().$queryRaw<
    { severity: Severity; count: number; endpoint: string; firstSince: Date; lastSince: Date }[]
  >`
    SELECT severity, count(*)::float8 AS count, (array_agg(endpoint ORDER BY ${waitingSince}, id))[1] AS endpoint,
      min(${waitingSince}) AS "firstSince", max(${waitingSince}) AS "lastSince"
    FROM shadow_ai_detections
    WHERE organisation_id = ${organisationId} AND assigned_to IS NULL AND ${undecided}
      AND (${Prisma.join(ofEach, " OR ")})
    GROUP BY severity`;
  const dueMs = (severity: Severity, since: Date) => since.getTime() + allowanceMs(severity, deadlines.slaDays);
  const [first] = rows.sort((one, other) => severities.indexOf(other.severity) - severities.indexOf(one.severity));
  return (
    first && {
      count: rows.reduce((sum, { count }) => sum + count, 0),
      severity: first.severity,
      severityCount: first.count,
      endpoint: first.endpoint,
      firstDueAt: new Date(Math.min(...rows.map(({ severity, firstSince }) => dueMs(severity, firstSince)))),
      lastDueAt: new Date(Math.max(...rows.map(({ severity, lastSince }) => dueMs(severity, lastSince)))),
    }
  );
}

/** Detections whose decision became due at most `overdueMs` ago. */
function becameDue(deadlines: Deadlines, overdueMs: number): Prisma.Sql {
  const earlier = { ...deadlines, nowMs: deadlines.nowMs - overdueMs };
  const ofEach = severities.map(
    (severity) => Prisma.sql`(${isDue(severity, "overdue", deadlines)} AND NOT ${isDue(severity, "overdue", earlier)})`,
  );
  return Prisma.sql`(${Prisma.join(ofEach, " OR ")})`;
}

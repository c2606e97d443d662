import { prisma } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { allowanceMs, type Deadlines, weekMs } from "@/lib/shadow-ai/detections/deadlines";
import { waitingSince } from "@/lib/shadow-ai/detections/filter-store";
import { severities } from "@/lib/shadow-ai/vocabulary";

/** What waits for people. */
export interface Queue {
  overdue: number;
  dueThisWeek: number;
  assignedToMe: number;
  exceptionsEnding14d: number;
  exceptionRequests: number;
}

interface Asked {
  deadlines: Deadlines;
  /** E-mail address; undefined for who cannot be assigned anything. */
  assignee: string | undefined;
  endingBy: Date;
}

/** Counts in indexes alone. */
export async function findQueue(organisationId: string, { deadlines, assignee, endingBy }: Asked): Promise<Queue> {
  const now = new Date(deadlines.nowMs);
  const [row] = await prisma().$queryRaw<Queue[]>`
    SELECT
      ${countWaiting(organisationId, deadlines, "overdue")} AS overdue,
      ${countWaiting(organisationId, deadlines, "week")} AS "dueThisWeek",
      (SELECT count(*)::float8 FROM shadow_ai_detections WHERE organisation_id = ${organisationId}
        AND assigned_to = ${assignee ?? null} AND status IN ('OPEN', 'INVESTIGATING')) AS "assignedToMe",
      (SELECT count(*)::float8 FROM shadow_ai_detections WHERE organisation_id = ${organisationId}
        AND status = 'RESOLVED' AND exception_expires_at BETWEEN ${now} AND ${endingBy}) AS "exceptionsEnding14d",
      (SELECT count(*)::float8 FROM shadow_ai_exception_requests WHERE organisation_id = ${organisationId}
        AND status = 'PENDING') AS "exceptionRequests"`;
  if (!row) throw new Error("a query without a table has no row");
  return row;
}

/** A range of the index by due for each status and severity. */
function countWaiting(organisationId: string, { slaDays, nowMs }: Deadlines, due: "overdue" | "week"): Prisma.Sql {
  const counts = ["OPEN", "INVESTIGATING"].flatMap((status) =>
    severities.map((severity) => {
      const overdue = new Date(nowMs - allowanceMs(severity, slaDays));
      const isDue =
        due === "overdue"
          ? Prisma.sql`${waitingSince} < ${overdue}`
          : Prisma.sql`${waitingSince} BETWEEN ${overdue} AND ${new Date(overdue.getTime() + weekMs)}`;
      return Prisma.sql`(SELECT count(*)::float8 FROM shadow_ai_detections WHERE organisation_id = ${organisationId}
        AND status = ${status} AND severity = ${severity} AND ${isDue})`;
    }),
  );
  return Prisma.join(counts, " + ");
}

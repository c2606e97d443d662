import { Prisma } from "@/lib/generated/prisma/client";

/**
 * After this time without a heartbeat, a generation counts as lost, by its process or by the job engine. Longer than a run
 * waits between two attempts. Doubles with each restart, so that a long outage of the job engine does not use up the
 * restarts.
 */
export const silentMs = 20_000;
const silentMsMax = 10 * 60_000;

export interface SweepBounds {
  now: Date;
  /** Generations with a later heartbeat are alive. */
  aliveSince: Date;
  /** Generations that were requested before this time and have no heartbeat count as lost. */
  lostSince: Date;
  limit: number;
}

/**
 * The number of restarts that is assumed for rows that were not started, so that they count as lost only after the longest
 * time. Their heartbeat only records when they were last requested, or that their input is still being stored.
 */
export const notStarted = Prisma.sql`5`;

/** SQL condition for a row that counts as lost although its organisation's other generations take all turns. */
export function isOverdue({ now }: SweepBounds, row: { requestedAt: Prisma.Sql }): Prisma.Sql {
  return Prisma.sql`coalesce(heartbeat_at, ${row.requestedAt}) < ${now}::timestamptz - ${silentMsMax}::float8 * interval '1 millisecond'`;
}

/** SQL condition for a row with a `heartbeat_at` that counts as lost. */
export function isLost(
  { now, lostSince }: SweepBounds,
  row: { requestedAt: Prisma.Sql; requests: Prisma.Sql },
): Prisma.Sql {
  return Prisma.sql`coalesce(
    heartbeat_at < ${now}::timestamptz
      - least(${silentMsMax}::float8, ${silentMs}::float8 * power(2, ${row.requests})) * interval '1 millisecond',
    ${row.requestedAt} < ${lostSince})`;
}

import type pg from "pg";

/** Entries of the queue by state, and the age of the oldest that is ready. */
export interface QueueFigures {
  ready: number;
  scheduled: number;
  running: number;
  failed: number;
  waiting: number;
  oldestSeconds: number;
}

export async function readQueueFigures(db: Pick<pg.Pool, "query">): Promise<QueueFigures> {
  const { rows } = await db.query<QueueFigures>({
    name: "job-queue-figures",
    text: `SELECT
             count(*) FILTER (WHERE open AND NOT later)::integer AS ready,
             count(*) FILTER (WHERE open AND later)::integer AS scheduled,
             count(*) FILTER (WHERE locked_at IS NOT NULL)::integer AS running,
             count(*) FILTER (WHERE locked_at IS NULL AND NOT open)::integer AS failed,
             (SELECT count(*) FROM job_runs WHERE status = 'WAITING')::integer AS waiting,
             coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE open AND NOT later)), 0)::float AS "oldestSeconds"
           FROM (
             SELECT locked_at, run_at, run_at > now() AS later, locked_at IS NULL AND attempts < max_attempts AS open
             FROM graphile_worker.jobs) job`,
  });
  return rows[0] ?? { ready: 0, scheduled: 0, running: 0, failed: 0, waiting: 0, oldestSeconds: 0 };
}

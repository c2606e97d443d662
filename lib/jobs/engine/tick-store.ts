import type pg from "pg";

/**
 * Forgets ticks of the clock that lie more than an hour ahead of the database's. A process whose clock was wrong has noted
 * them, and no process ticks again for a function before the last tick that is noted: left alone, one such minute would
 * stop everything that the clock starts until that date. Returns the functions.
 */
export async function forgetTicksAhead(db: Pick<pg.Pool, "query">): Promise<string[]> {
  const { rows } = await db.query<{ functionId: string }>(
    `UPDATE graphile_worker._private_known_crontabs SET last_execution = now()
     WHERE last_execution > now() + interval '1 hour' RETURNING identifier AS "functionId"`,
  );
  return rows.map(({ functionId }) => functionId);
}

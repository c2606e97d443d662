import { pool } from "@/lib/platform/database/db";

/** Runs work under a named lock, held by a connection. Undefined, at once, if another process holds it. */
export async function withDocumentLock<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
  const connection = await pool().connect();
  // If the connection is lost, the work continues: its steps are idempotent.
  const ignore = () => undefined;
  connection.on("error", ignore);
  const values = [name];
  let mayHold = true;
  try {
    const { rows } = await connection.query<{ locked: boolean }>(
      "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked",
      values,
    );
    if (rows[0]?.locked === false) {
      mayHold = false;
      return undefined;
    }
    try {
      return await work();
    } finally {
      const unlock = connection.query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", values);
      mayHold = await unlock.then(() => false).catch(() => true);
    }
  } finally {
    connection.off("error", ignore);
    // A connection that may still hold the lock is closed, which releases it.
    connection.release(mayHold);
  }
}

import { pool } from "@/lib/db";
import type { PackageKey } from "@/lib/evidence/store";

/**
 * Works while nobody else works on the package, in any process; undefined, at once, where somebody does. The lock is a
 * connection's, which is held meanwhile: it is free again when the process ends, however that ends.
 */
export async function withPackageLock<T>(
  { organisationId, packageId }: PackageKey,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const connection = await pool().connect();
  // Lost in the middle of the work it says so to nobody else; the work goes on, and comes to what others come to.
  const ignore = () => undefined;
  connection.on("error", ignore);
  const values = [`evidence-package ${organisationId} ${packageId}`];
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
    // What may still hold the lock is closed, which frees it.
    connection.release(mayHold);
  }
}

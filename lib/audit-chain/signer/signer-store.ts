import { pool } from "@/lib/db";

/** Whether the database has no chain yet: no event, no checkpoint and no head of a chain that had events. */
export async function hasNoChain(): Promise<boolean> {
  const { rows } = await pool().query<{ isEmpty: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM audit_events) AND NOT EXISTS (SELECT FROM chain_checkpoints)
       AND NOT EXISTS (SELECT FROM chain_heads WHERE position > 0) AS "isEmpty"`,
  );
  return rows[0]?.isEmpty === true;
}

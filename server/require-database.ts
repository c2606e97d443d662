import { env } from "@/lib/platform/config/env";
import { pool } from "@/lib/platform/database/db";

/** Checks that the database is reachable and that the service's role does not own the audit tables. */
export async function requireDatabase(): Promise<void> {
  let isOwner: boolean;
  try {
    // A superuser is a member of every role.
    const { rows } = await pool().query<{ owns: boolean }>(
      "SELECT pg_has_role(relowner, 'USAGE') AS owns FROM pg_class WHERE oid = to_regclass('audit_events')",
    );
    isOwner = rows[0]?.owns === true;
  } catch (error) {
    const { host, pathname } = new URL(env().DATABASE_URL);
    throw new Error(`Cannot use the database ${host}${pathname} (DATABASE_URL): ${reason(error)}.`, {
      cause: error,
    });
  }
  if (!isOwner || env().ALLOW_OWNER_CREDENTIALS) return;
  throw new Error(
    "The role in DATABASE_URL owns the audit tables, so it could change recorded events. Use a role that is a member of gas_app and owns no database objects, or set ALLOW_OWNER_CREDENTIALS=true to accept the risk.",
  );
}

/** An AggregateError of a connection to several addresses has no message itself. */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join("; ");
  return error instanceof Error ? error.message : String(error);
}

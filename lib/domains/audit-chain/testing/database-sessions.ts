import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import type { ownTestDatabase } from "@/tools/database/testing";

/** The ways to reach the database; a replica's triggers and foreign keys are not those of the others. */
export const databaseRoles = ["application", "owner", "superuser as a replica"] as const;
export type DatabaseRole = (typeof databaseRoles)[number];

/** Runs a statement as a role, in which `$NAME` stands for the literal given for it; answers the SQLSTATE that refused it. */
type RunAs = (role: DatabaseRole, sql: string, literals: Record<`$${string}`, string>) => Promise<string | undefined>;

/** A session of each role while a file's tests run. */
export function databaseSessions(database: ReturnType<typeof ownTestDatabase>): RunAs {
  const sessions = new Map<DatabaseRole, pg.Client>();

  beforeAll(async () => {
    for (const [role, connectionString, prelude] of [
      ["application", database.applicationUrl, ""],
      ["owner", database.ownerUrl, ""],
      ["superuser as a replica", database.superuserUrl, "SET session_replication_role = replica"],
    ] as const) {
      const client = new pg.Client({ connectionString });
      await client.connect();
      await client.query(prelude);
      sessions.set(role, client);
    }
  });

  afterAll(async () => {
    for (const session of sessions.values()) await session.end();
  });

  return async (role, sql, literals) => {
    const text = Object.entries(literals).reduce((all, [name, value]) => {
      return all.replaceAll(name, pg.escapeLiteral(value));
    }, sql);
    try {
      await sessions.get(role)?.query(text);
      return undefined;
    } catch (error) {
      if (error instanceof pg.DatabaseError) return error.code;
      throw error;
    }
  };
}

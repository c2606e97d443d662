import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import type { Context } from "@/lib/platform/core/context";
import type { ownTestDatabase } from "@/tools/database/testing";

/** Roles with access to the database. As a replica, a session runs other triggers and no foreign key checks. */
export const databaseRoles = ["application", "owner", "superuser as a replica"] as const;
export type DatabaseRole = (typeof databaseRoles)[number];

/**
 * Runs a statement as a role after replacing each `$NAME` with its literal. Returns the SQLSTATE of the rejection, if
 * any.
 */
type RunAs = (role: DatabaseRole, sql: string, literals: Record<`$${string}`, string>) => Promise<string | undefined>;

/** Opens a session of each role for the tests of a file. */
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

/** The owner's connection, shared by the tests of a file. */
export type Owner = Pick<pg.Client, "query">;

/** Connects as the database owner for the tests of a file. `prepare` can, for example, remove the guards. */
export function ownerOf(
  database: ReturnType<typeof ownTestDatabase>,
  prepare: (owner: Owner) => Promise<unknown> = async () => undefined,
): Owner {
  let client: pg.Client | undefined;
  beforeAll(async () => {
    client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    await prepare(client);
  });
  afterAll(() => client?.end());
  return { query: ((...given: [string]) => client?.query(...given)) as pg.Client["query"] };
}

/** Copies an organisation's rows to another organisation, with the same IDs. */
export async function copyRows(owner: Owner, table: string, from: Context, to: Context): Promise<void> {
  await owner.query(
    `INSERT INTO ${table} SELECT (jsonb_populate_record(copied, jsonb_build_object('organisation_id', $2::text))).*
     FROM ${table} copied WHERE organisation_id = $1`,
    [from.organisation.id, to.organisation.id],
  );
}

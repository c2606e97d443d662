import { type Connection, readAppliedMigrations, readCatalogue } from "@/lib/database-schema/catalogue-store";
import { compareSchema, type SchemaDifference } from "@/lib/database-schema/compare-schema";
import expected from "@/lib/database-schema/expected-schema.json" with { type: "json" };

/**
 * Compares the database with what the migrations define: tables, columns, constraints, unique indexes, triggers, functions,
 * owners, grants, and the rights and settings of the application's roles.
 *
 * Undefined where the database has other migrations than this version of the service knows, as during an upgrade: there is
 * nothing to compare it with.
 */
export async function findSchemaDifferences(connection: Connection): Promise<SchemaDifference[] | undefined> {
  const applied = await readAppliedMigrations(connection);
  const known: string[] = expected.migrations;
  if (applied && (applied.length !== known.length || applied.some((name) => !known.includes(name)))) return undefined;
  const tables = Object.keys(expected.objects).flatMap((object) => /^table (.+)$/.exec(object)?.[1] ?? []);
  return compareSchema(expected.objects, await readCatalogue(connection, tables));
}

import {
  type Catalogue,
  type Connection,
  readAppliedMigrations,
  readCatalogue,
} from "@/lib/platform/database/catalogue-store";
import expected from "@/lib/platform/database/expected-schema.json" with { type: "json" };

/**
 * Compares the database with the migrations. Undefined if the database has different migrations than this version, as
 * during an upgrade.
 */
export async function findSchemaDifferences(connection: Connection): Promise<SchemaDifference[] | undefined> {
  const applied = await readAppliedMigrations(connection);
  const known: string[] = expected.migrations;
  if (applied && (applied.length !== known.length || applied.some((name) => !known.includes(name)))) return undefined;
  const tables = Object.keys(expected.objects).flatMap((object) => /^table (.+)$/.exec(object)?.[1] ?? []);
  return compareSchema(expected.objects, await readCatalogue(connection, tables));
}

/** A database object that differs from the migrations. */
export interface SchemaDifference {
  /** For example `trigger audit_events.audit_events_append_only`. */
  object: string;
  /** As defined by the migrations; null if not defined. */
  expected: string | null;
  /** As found; null if missing. */
  actual: string | null;
}

/** The differences of two catalogues by object, without the objects of a missing or replaced table. Pure. */
function compareSchema(expected: Catalogue, actual: Catalogue): SchemaDifference[] {
  const objects = [...new Set([...Object.keys(expected), ...Object.keys(actual)])].sort();
  const differences = objects.flatMap((object) => {
    const [wanted = null, found = null] = [expected[object], actual[object]];
    return wanted === found ? [] : [{ object, expected: wanted, actual: found }];
  });
  const replaced = new Set(differences.flatMap(({ object, actual }) => (isReplaced(object, actual) ? [object] : [])));
  return differences.filter(({ object }) => replaced.has(object) || !replaced.has(`table ${tableOf(object)}`));
}

function isReplaced(object: string, actual: string | null): boolean {
  return object.startsWith("table ") && (actual === null || !/^table\b/.test(actual));
}

/** `audit_events` in `column audit_events.id` and in `grant audit_events to gas_app`. */
function tableOf(object: string): string {
  return object.split(" ")[1]?.split(".")[0] ?? "";
}

import type pg from "pg";

/** A table whose rows are copied. */
export interface Table {
  name: string;
  /** The column with the organisation's ID. */
  organisation: string;
  /** The primary key's columns, with their types. */
  key: { name: string; type: string }[];
  /** All columns, in the table's order. */
  columns: string[];
  /** Columns that must be the same in both databases. */
  compared: string[];
  /** Columns that the role can update, and whether it can delete rows. */
  updatable: string[];
  deletable: boolean;
}

/** Tables that are written with the events, in the chain's order, and compared like all others. */
export const chainTables = ["audit_events", "audit_event_counts", "chain_heads"];

/** Tables that are not copied row by row, each with the reason. */
export const notCopied: Record<string, string> = {
  event_search_positions: "The search index: the target's `index-events` job creates it from the events.",
  event_words: "The search index: the target's `index-events` job creates it from the events.",
  job_runs: "Runs of the source's job engine. The target's sweeps start them again.",
  job_workers: "Processes of the source.",
  organisation_moves: "The state of the move, which differs between the databases.",
  pending_effects:
    "No column names the organisation. The switch moves the rows of its effects (`copyEffects`, `dropEffects`).",
  service_processes: "Processes of the source.",
  shadow_ai_age_counts: "Triggers on shadow_ai_detections maintain it.",
  shadow_ai_catalogues: "Shared by all organisations. Install the catalogue at the target: npm run catalogue:update.",
  shadow_ai_closing_counts: "Triggers on shadow_ai_detections maintain it.",
  shadow_ai_counts: "Triggers on shadow_ai_detections maintain it.",
  shadow_ai_day_counts: "Triggers on shadow_ai_detections maintain it.",
  shadow_ai_endpoint_counts: "Triggers on shadow_ai_detections maintain it.",
};

/**
 * The tables with rows of organisations, from the target's catalogue. Referenced tables come first.
 *
 * @throws Error for a table without an organisation that is not in {@link notCopied}.
 */
export async function readTables(target: pg.Client): Promise<Table[]> {
  const { rows } = await target.query<CatalogueRow>(catalogueQuery);
  const undeclared = rows.filter(({ name, columns }) => !(name in notCopied) && organisationOf(name, columns) === "");
  if (undeclared.length > 0) throw new Error(`Undeclared tables: ${undeclared.map(({ name }) => name).join(", ")}`);
  const found = new Map(rows.filter(({ name }) => !(name in notCopied)).map((row) => [row.name, row]));
  const ordered = new Set<string>();
  const visit = (name: string) => {
    const row = found.get(name);
    if (!row || ordered.has(name)) return;
    for (const parent of row.parents) if (parent !== name) visit(parent);
    ordered.add(name);
  };
  for (const name of [...chainTables, ...found.keys()]) visit(name);
  return [...ordered].flatMap((name) => {
    const row = found.get(name);
    return row ? [toTable(row)] : [];
  });
}

function organisationOf(name: string, columns: string[]): string {
  if (name === "organisations") return "id";
  return columns.includes("organisation_id") ? "organisation_id" : "";
}

function toTable({ name, columns, keyNames, keyTypes, changeable, deletable, isStamped }: CatalogueRow): Table {
  return {
    name,
    organisation: organisationOf(name, columns),
    key: keyNames.map((key, index) => ({ name: key, type: keyTypes[index] ?? "text" })),
    columns,
    // A trigger sets the time of the last write on every write.
    compared: columns.filter((column) => !(isStamped && column === "changed_at")),
    updatable: changeable.filter((column) => !keyNames.includes(column)),
    deletable,
  };
}

interface CatalogueRow {
  name: string;
  columns: string[];
  keyNames: string[];
  keyTypes: string[];
  changeable: string[];
  deletable: boolean;
  isStamped: boolean;
  parents: string[];
}

const catalogueQuery = `
  SELECT relname AS name, columns.names AS columns, columns.changeable, key.names AS "keyNames", key.types AS "keyTypes",
    has_table_privilege(pg_class.oid, 'DELETE') AS deletable,
    EXISTS (SELECT FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgfoid = 'note_change'::regproc) AS "isStamped",
    ARRAY(SELECT confrelid::regclass::text FROM pg_constraint WHERE conrelid = pg_class.oid AND contype = 'f') AS parents
  FROM pg_class
  JOIN pg_index ON indrelid = pg_class.oid AND indisprimary
  CROSS JOIN LATERAL (
    SELECT array_agg(attname::text ORDER BY attnum) AS names,
      coalesce(array_agg(attname::text) FILTER (WHERE has_column_privilege(attrelid, attnum, 'UPDATE')), '{}') AS changeable
    FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped) AS columns
  CROSS JOIN LATERAL (
    SELECT array_agg(attname::text ORDER BY part.place) AS names,
      array_agg(format_type(atttypid, atttypmod) ORDER BY part.place) AS types
    FROM unnest(indkey::int2[]) WITH ORDINALITY AS part(attnum, place)
    JOIN pg_attribute USING (attnum) WHERE attrelid = pg_class.oid) AS key
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'
  ORDER BY relname`;

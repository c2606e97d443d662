import type { Pool, PoolClient } from "pg";

/** The pool, or the connection of an open transaction. */
export type Connection = Pick<Pool | PoolClient, "query">;

/** Definitions of database objects by name, such as `trigger audit_events.audit_events_append_only`. */
export type Catalogue = Record<string, string>;

/** The table of the migration engine. */
const migrationsTable = "public._prisma_migrations";

/**
 * Reads the catalogue of schema `public`, optionally of some tables. The definitions are the same in PostgreSQL 15 to 18.
 * Expects the service's `search_path`.
 */
export async function readCatalogue(connection: Connection, tables?: string[]): Promise<Catalogue> {
  const { rows } = await connection.query<{ object: string; definition: string }>(catalogueQuery, [tables ?? null]);
  return Object.fromEntries(rows.map(({ object, definition }) => [object, definition]));
}

/** The names of the applied migrations; undefined if the migration engine's table was changed or cannot be read. */
export async function readAppliedMigrations(connection: Connection): Promise<string[] | undefined> {
  const { rows: found } = await connection.query<{ isReadable: boolean }>(
    `SELECT count(*) = 3 AND has_table_privilege(to_regclass($1), 'SELECT') AS "isReadable" FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attname IN ('migration_name', 'finished_at', 'rolled_back_at') AND NOT attisdropped`,
    [migrationsTable],
  );
  if (!found[0]?.isReadable) return undefined;
  const { rows } = await connection.query<{ name: string }>(
    `SELECT migration_name AS name FROM ${migrationsTable} WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Ignores additional tables, non-unique indexes, and SELECT grants to other roles. `owner` is the role that owns most of
 * the tables.
 */
const catalogueQuery = `
  WITH RECURSIVE ours AS (
    SELECT oid, relname AS name, relkind, relpersistence, relowner, relacl, relrowsecurity, relforcerowsecurity
    FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
      AND relname <> '_prisma_migrations' AND ($1::text[] IS NULL OR relname = ANY($1::text[]))
  ), owner AS (
    SELECT mode() WITHIN GROUP (ORDER BY relowner) AS oid FROM ours
  ), application (oid) AS (
    SELECT oid FROM pg_roles WHERE rolname = 'gas_app'
    UNION
    SELECT membership.member FROM pg_auth_members membership JOIN application ON membership.roleid = application.oid
    WHERE membership.member <> (SELECT oid FROM owner)
      AND (coalesce((to_jsonb(membership) ->> 'inherit_option')::boolean, true)
        OR coalesce((to_jsonb(membership) ->> 'set_option')::boolean, true))
  ), tables AS (
    SELECT 'table ' || name AS object, concat_ws(', ',
      CASE relkind WHEN 'r' THEN 'table' WHEN 'p' THEN 'partitioned table' WHEN 'f' THEN 'foreign table' ELSE 'view' END,
      CASE WHEN relpersistence <> 'p' THEN 'not logged' END,
      CASE WHEN relrowsecurity THEN 'row-level security' END,
      CASE WHEN relforcerowsecurity THEN 'also for the owner' END,
      CASE WHEN EXISTS (SELECT FROM pg_inherits WHERE inhparent = ours.oid) THEN 'other tables inherit from it' END,
      CASE WHEN relowner <> owner.oid THEN 'owned by ' || pg_get_userbyid(relowner) END) AS definition
    FROM ours, owner
  ), columns AS (
    SELECT 'column ' || name || '.' || attname, concat_ws(' ', format_type(atttypid, atttypmod),
      CASE WHEN attcollation NOT IN (0, 100) THEN 'COLLATE ' || attcollation::regcollation END,
      CASE WHEN attnotnull THEN 'NOT NULL' END,
      CASE WHEN attgenerated <> '' THEN 'GENERATED AS' WHEN atthasdef THEN 'DEFAULT' END,
      pg_get_expr(adbin, adrelid),
      CASE WHEN attidentity <> '' THEN 'IDENTITY' END)
    FROM ours JOIN pg_attribute ON attrelid = ours.oid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attnum > 0 AND NOT attisdropped
  ), constraints AS (
    SELECT 'constraint ' || name || '.' || conname, concat_ws(', ', pg_get_constraintdef(pg_constraint.oid),
      CASE WHEN EXISTS (SELECT FROM pg_trigger WHERE tgconstraint = pg_constraint.oid AND tgisinternal AND tgenabled <> 'O')
        THEN 'not enforced' END)
    FROM ours JOIN pg_constraint ON conrelid = ours.oid WHERE contype IN ('p', 'u', 'f', 'c', 'x')
  ), indexes AS (
    SELECT 'index ' || name || '.' || indexrelid::regclass, concat_ws(', ', pg_get_indexdef(indexrelid),
      CASE WHEN NOT (indisvalid AND indisready AND indislive) THEN 'not valid' END)
    FROM ours JOIN pg_index ON indrelid = ours.oid
    WHERE indisunique AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = indrelid)
  ), triggers AS (
    SELECT 'trigger ' || name || '.' || tgname, concat_ws(', ', pg_get_triggerdef(pg_trigger.oid),
      CASE tgenabled WHEN 'A' THEN 'always' WHEN 'R' THEN 'for replicas only' WHEN 'D' THEN 'disabled' END)
    FROM ours JOIN pg_trigger ON tgrelid = ours.oid WHERE NOT tgisinternal
  ), rules AS (
    SELECT 'rule ' || name || '.' || rulename, pg_get_ruledef(pg_rewrite.oid)
    FROM ours JOIN pg_rewrite ON ev_class = ours.oid WHERE rulename <> '_RETURN'
  ), policies AS (
    SELECT 'policy ' || name || '.' || polname, concat_ws(', ', polcmd::text, CASE WHEN polpermissive THEN 'permissive' END,
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
    FROM ours JOIN pg_policy ON polrelid = ours.oid
  ), functions AS (
    SELECT 'function ' || oid::regprocedure, concat_ws(', ', pg_get_function_result(oid),
      (SELECT lanname FROM pg_language WHERE oid = prolang),
      CASE WHEN prosecdef THEN 'security definer' END, array_to_string(proconfig, ' '),
      'body ' || encode(sha256(convert_to(coalesce(pg_get_function_sqlbody(oid), prosrc), 'UTF8')), 'hex'),
      CASE WHEN proowner <> (SELECT oid FROM owner) THEN 'owned by ' || pg_get_userbyid(proowner) END)
    FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND prokind <> 'a'
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
  ), grants (object, grantee, privilege) AS (
    SELECT name, grantee, privilege_type || CASE WHEN is_grantable THEN ' with grant option' ELSE '' END
    FROM ours, aclexplode(relacl) WHERE grantee NOT IN (relowner, (SELECT oid FROM owner))
    UNION ALL
    SELECT name || '.' || attname, grantee, privilege_type || CASE WHEN is_grantable THEN ' with grant option' ELSE '' END
    FROM ours JOIN pg_attribute ON attrelid = ours.oid, aclexplode(attacl)
    WHERE grantee NOT IN (relowner, (SELECT oid FROM owner))
    UNION ALL
    SELECT 'schema public', grantee, privilege_type FROM pg_namespace, aclexplode(nspacl)
    WHERE pg_namespace.oid = 'public'::regnamespace AND privilege_type = 'CREATE' AND grantee NOT IN (
      nspowner, (SELECT oid FROM owner), (SELECT datdba FROM pg_database WHERE datname = current_database()),
      (SELECT oid FROM pg_roles WHERE rolname = 'pg_database_owner'))
  ), rights AS (
    SELECT 'grant ' || object || ' to ' || CASE grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(grantee) END,
      string_agg(privilege, ', ' ORDER BY privilege COLLATE "C")
    FROM grants
    WHERE grantee IN (0, (SELECT oid FROM pg_roles WHERE rolname = 'gas_app')) OR privilege <> 'SELECT'
    GROUP BY object, grantee
  ), roles AS (
    SELECT 'role ' || rolname AS object, concat_ws(', ',
      CASE WHEN rolsuper THEN 'superuser' END,
      CASE WHEN rolbypassrls THEN 'bypasses row-level security' END,
      CASE WHEN rolcreaterole THEN 'creates roles' END,
      CASE WHEN rolreplication THEN 'replicates' END,
      CASE WHEN pg_roles.oid = owner.oid THEN 'owns the tables'
        WHEN NOT rolsuper AND pg_has_role(pg_roles.oid, owner.oid, 'MEMBER') THEN 'member of the owner' END,
      (SELECT string_agg('member of ' || given.rolname, ', ' ORDER BY given.rolname) FROM pg_roles given
       WHERE NOT pg_roles.rolsuper AND pg_has_role(pg_roles.oid, given.oid, 'MEMBER') AND given.rolname IN
         ('pg_write_all_data', 'pg_write_server_files', 'pg_execute_server_program', 'pg_maintain'))) AS definition
    FROM pg_roles JOIN application USING (oid), owner
  ), settings AS (
    SELECT 'setting ' || split_part(setting, '=', 1) || ' of ' || CASE setrole
      WHEN 0 THEN 'the database' ELSE 'role ' || pg_get_userbyid(setrole) END, substr(setting, strpos(setting, '=') + 1)
    FROM pg_db_role_setting, unnest(setconfig) AS setting
    WHERE setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
      AND (setrole = 0 OR setrole IN (SELECT oid FROM application))
      AND (split_part(setting, '=', 1) IN ('session_replication_role', 'role', 'row_security')
        OR (split_part(setting, '=', 1) = 'search_path' AND setting !~ '^search_path=("\\$user", ?)?"?public"?$'))
  )
  SELECT * FROM tables UNION ALL SELECT * FROM columns UNION ALL SELECT * FROM constraints UNION ALL SELECT * FROM indexes
  UNION ALL SELECT * FROM triggers UNION ALL SELECT * FROM rules UNION ALL SELECT * FROM policies
  UNION ALL SELECT * FROM functions UNION ALL SELECT * FROM rights
  UNION ALL SELECT * FROM roles WHERE definition <> '' UNION ALL SELECT * FROM settings`;

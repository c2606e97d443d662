import { randomUUID } from "node:crypto";
import pg from "pg";

export const roles = { superuser: "postgres", owner: "gas_owner", application: "gas_app" } as const;

export const databaseName = "governance";

/** The passwords of the three roles of a cluster, URL-safe. */
export type Credentials = Record<keyof typeof roles, string>;

/** The connection URL of one of the roles. */
export function connectionUrl(
  role: keyof typeof roles,
  credentials: Credentials,
  port: number,
  database: string,
): string {
  return `postgresql://${roles[role]}:${credentials[role]}@127.0.0.1:${port}/${database}`;
}

/** The URL of another database on the same server. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${encodeURIComponent(name)}`;
  return changed.href;
}

/** Runs the work with one connection and closes it. */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // Without a listener, a connection that is cut while idle would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Creates missing roles and the database: the database, the login role that owns it, and the application's login role that
 * owns nothing. The next start completes an interrupted one.
 */
export async function createRolesAndDatabase(superuserUrl: string, credentials: Credentials): Promise<void> {
  await withConnection(superuserUrl, async (client) => {
    for (const role of ["owner", "application"] as const) {
      const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [roles[role]]);
      if (rowCount === 0) {
        const password = pg.escapeLiteral(credentials[role]);
        await client.query(`CREATE ROLE ${roles[role]} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${password}`);
      }
    }
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [databaseName]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName} OWNER ${roles.owner}`);
  });
  await handOverSchema(superuserUrl, databaseName);
}

/** Creates a database that, like its public schema, is owned by the owner role. */
export async function createOwnedDatabase(superuserUrl: string, name: string): Promise<void> {
  await withConnection(superuserUrl, async (client) => {
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)} OWNER ${roles.owner}`);
  });
  await handOverSchema(superuserUrl, name);
}

/** A name for a temporary database, which {@link dropForgottenDatabases} recognises. */
export function temporaryDatabaseName(): string {
  return `temporary_${Date.now()}_${randomUUID()}`;
}

/** Drops temporary databases that are older than the server's start: their creators were killed. */
export async function dropForgottenDatabases(superuserUrl: string): Promise<void> {
  await withConnection(superuserUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      `SELECT datname FROM pg_database WHERE datname ~ '^temporary_\\d{13}_'
         AND to_timestamp(split_part(datname, '_', 2)::bigint / 1000) < date_trunc('second', pg_postmaster_start_time())`,
    );
    for (const { datname } of rows) await dropDatabase(superuserUrl, datname);
  });
}

const objectInUse = "55006";

/**
 * Drops a database. PostgreSQL first waits five seconds for closing connections, which would report an error if they were
 * terminated; then it terminates the remaining ones.
 */
export async function dropDatabase(superuserUrl: string, name: string): Promise<void> {
  const drop = `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)}`;
  await withConnection(superuserUrl, async (client) => {
    await client.query(drop).catch(async (error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || error.code !== objectInUse) throw error;
      await client.query(`${drop} WITH (FORCE)`);
    });
  });
}

async function handOverSchema(superuserUrl: string, database: string): Promise<void> {
  await withConnection(withDatabase(superuserUrl, database), async (client) => {
    const { rows } = await client.query(
      "SELECT pg_get_userbyid(nspowner) AS owner FROM pg_namespace WHERE nspname = 'public'",
    );
    if (rows[0]?.owner === roles.owner) return;
    // One message is one transaction.
    await client.query(`ALTER SCHEMA public OWNER TO ${roles.owner}; REVOKE CREATE ON SCHEMA public FROM PUBLIC`);
  });
}

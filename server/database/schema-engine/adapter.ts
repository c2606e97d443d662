import { setTimeout as delay } from "node:timers/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlResultSet,
} from "@prisma/driver-adapter-utils";
import pg from "pg";
import { createOwnedDatabase, dropDatabase, temporaryDatabaseName, withDatabase } from "../embedded/databases";

export interface EngineDatabase {
  url: string;
  /** A server for temporary databases, to test migrations. */
  shadowServer?: { superuserUrl: string; ownerUrl: string };
}

/**
 * `@prisma/adapter-pg`, extended for the schema engine: scripts are sent as one message (the adapter splits them at every
 * semicolon, even inside functions), the catalog type "char" is supported, and shadow databases have the same owner as the
 * real one and are dropped after use.
 */
export function engineAdapter(database: EngineDatabase): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    connect: async () => await connect(database.url),
    connectToShadowDb: async () => {
      if (!database.shadowServer) throw new Error("No server is available to test the migrations.");
      const { superuserUrl, ownerUrl } = database.shadowServer;
      const name = temporaryDatabaseName();
      await createOwnedDatabase(superuserUrl, name);
      const drop = async () => await dropDatabase(superuserUrl, name);
      return await connect(withDatabase(ownerUrl, name), drop);
    },
  };
}

const lockTimeoutMs = 500;
const lockPauseMs = 2_000;
const lockAttemptsMax = 160;
/** The lock was not available in time, or two transactions waited for each other. */
const lockFailures = ["55P03", "40P01"];

type Query = (sql: string) => Promise<unknown>;

/** Runs a script, and repeats it after a lock failure if it can be repeated. */
export async function runScript(query: Query, script: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await (isAtomic(script) ? runBriefly(query, script) : runConcurrently(query, script));
      return;
    } catch (error) {
      const isLockFailure = lockFailures.includes((error as { code?: string }).code ?? "");
      if (!isLockFailure || !isRepeatable(script) || attempt === lockAttemptsMax) throw error;
    }
    await delay(lockPauseMs);
  }
}

/** Stops waiting for a lock after half a second, because all later statements on the table wait for the script. */
async function runBriefly(query: Query, script: string): Promise<void> {
  await query(`SET lock_timeout = ${lockTimeoutMs}`);
  try {
    await query(script);
  } finally {
    await query("RESET lock_timeout");
  }
}

async function runConcurrently(query: Query, script: string): Promise<void> {
  const index = concurrentIndex(script);
  if (index) await query(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
  await query(script);
}

/**
 * The index that the script creates without blocking writes, if it contains no other statement. An interrupted creation
 * leaves an invalid index.
 */
function concurrentIndex(script: string): string | undefined {
  const statement = withoutComments(script);
  return /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY ("\w+")[^;]*;?$/i.exec(statement)?.[1];
}

function withoutComments(script: string): string {
  return script.replace(/^\s*--.*$/gm, "").trim();
}

/** Whether the script can be repeated after its migrator was interrupted. */
export function isRepeatable(script: string): boolean {
  return isAtomic(script) || concurrentIndex(script) !== undefined;
}

/** Whether PostgreSQL runs the script in one transaction. */
function isAtomic(script: string): boolean {
  return !/\b(COMMIT|ROLLBACK|CONCURRENTLY|VACUUM)\b/i.test(script);
}

const charOid = 18;
const textOid = 25;

async function connect(url: string, afterwards?: () => Promise<void>): Promise<SqlDriverAdapter> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const original = pool.query.bind(pool);
  const { charColumns, query } = queriesWithChars(original);
  const adapter = await new PrismaPg(Object.assign(pool, { query })).connect();
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    queryRaw: async (query) => withCharTypes(await adapter.queryRaw(query), charColumns),
    executeRaw: async (query) => await adapter.executeRaw(query),
    startTransaction: async (isolationLevel) => await adapter.startTransaction(isolationLevel),
    getConnectionInfo: () => adapter.getConnectionInfo(),
    executeScript: async (script) => {
      await runScript(original, script).catch((error: unknown) => rethrow(error, script));
    },
    dispose: async () => {
      await pool.end();
      await afterwards?.();
    },
  };
}

type ArrayQuery = (query: pg.QueryArrayConfig) => Promise<pg.QueryArrayResult<unknown[]>>;

/** Presents "char" columns as text, which the adapter accepts, and remembers them by their rows. */
function queriesWithChars(query: ArrayQuery): { query: ArrayQuery; charColumns: CharColumns } {
  const charColumns: CharColumns = new WeakMap();
  return {
    charColumns,
    query: async (config) => {
      const result = await query(config);
      const isChar = (field: pg.FieldDef) => field.dataTypeID === charOid;
      charColumns.set(
        result.rows,
        result.fields.flatMap((field, index) => (isChar(field) ? [index] : [])),
      );
      result.fields = result.fields.map((field) => (isChar(field) ? { ...field, dataTypeID: textOid } : field));
      return result;
    },
  };
}

type CharColumns = WeakMap<unknown[][], number[]>;

function withCharTypes(result: SqlResultSet, charColumns: CharColumns): SqlResultSet {
  const chars = new Set(charColumns.get(result.rows));
  const columnTypes = result.columnTypes.map((type, index) => (chars.has(index) ? ColumnTypeEnum.Character : type));
  return { ...result, columnTypes };
}

/** Converts an error for the engine, with the line of the script at which PostgreSQL stopped. */
function rethrow(error: unknown, script: string): never {
  if (!(error instanceof pg.DatabaseError)) throw error;
  const line = error.position ? `, line ${script.slice(0, Number(error.position)).split("\n").length}` : "";
  throw new DriverAdapterError({
    kind: "postgres",
    // With the original code, the engine would replace the message with a less specific one.
    code: "XX000",
    severity: error.severity ?? "ERROR",
    message: `${error.message} (${error.code}${line})`,
    detail: error.detail,
    column: error.column,
    hint: error.hint,
  });
}

import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { type Prisma, PrismaClient } from "@/lib/generated/prisma/client";
import { env } from "@/lib/platform/config/env";
import { singleton } from "@/lib/platform/core/singleton";
import { noteDatabaseFailure } from "@/lib/platform/database/database-failures";
import { log } from "@/lib/platform/telemetry/log";
import { TracedPool } from "@/lib/platform/telemetry/traced-pool";
import { tracesUrl } from "@/lib/platform/telemetry/tracing";

/** A transaction as verbs hand it on: everything a store needs, and nothing that would open another connection. */
export type Transaction = Prisma.TransactionClient;

/** The one pool of connections, shared by Prisma and by the statements that are too hot for it. */
export function pool(): pg.Pool {
  return singleton("pg-pool", () => {
    const Pool = tracesUrl() === undefined ? pg.Pool : TracedPool;
    const created = new Pool({
      connectionString: withSessionSettings(env().DATABASE_URL),
      max: env().DATABASE_POOL_SIZE,
      application_name: "governance-audit-service",
      connectionTimeoutMillis: 10_000,
      // A database that takes a query and never answers; what takes longer on purpose reads in pages.
      query_timeout: 30_000,
      keepAlive: true,
      // Statements given to a connection together travel together; the append's two round trips rest on it.
      pipeline: true,
    });
    created.on("error", ({ message }) => {
      noteDatabaseFailure();
      log().warn({ reason: message }, "an idle database connection was lost");
    });
    return created;
  });
}

/**
 * The same URL with the settings that every session of the service has, whatever the role or the database was set to: UTC,
 * because the driver adapter drops the offset of a timestamp, and a search path that leads to no other schema's tables.
 */
export function withSessionSettings(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get("options");
  const settings = "-c TimeZone=UTC -c search_path=pg_catalog,public,pg_temp";
  url.searchParams.set("options", [given, settings].filter(Boolean).join(" "));
  return url.href;
}

export function prisma(): PrismaClient {
  return singleton("prisma", () => new PrismaClient({ adapter: new PrismaPg(pool()) }));
}

/** Runs `work` in the caller's transaction where there is one, else in a transaction of its own. */
export function inTransaction<T>(given: Transaction | undefined, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return given ? work(given) : prisma().$transaction(work, { timeout: 30_000, maxWait: 10_000 });
}

/**
 * Errors of the network; SQLSTATEs of connections (08), refused credentials (28), a database that does not exist (3D000),
 * resources (53), conflicts and time limits, read-only servers, shutdown and start; and Prisma's own codes for the same.
 */
const unavailableCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|08\w{3}|28\w{3}|3D000|53\w{3}|57P0[1-5]|57014|25006|25P03|40001|40P01|55P03|58030|P100[0-3]|P1008|P1010|P1011|P1017|P2024|P2028|P2037)$/;
const unavailableMessages =
  /^(connect ENOENT|timeout expired|timeout exceeded when trying to connect|Query read timeout|Connection (?:terminated|ended)|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|The server does not support SSL connections)|is not currently accepting connections/;

/** SQLSTATEs of statements that found another schema: objects missing or of another kind, rights revoked; and Prisma's. */
const schemaCodes = /^(0A\w{3}|3F\w{3}|42(?!601)\w{3}|55000|P202[12])$/;

/**
 * Whether an error says that the database could not be reached, is starting, full or contended, so that the same request
 * may succeed later. Looks through the wrappers of drivers (`cause`) and of Prisma (`meta.driverAdapterError`).
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return someOf(
    error,
    ({ code, message, severity }) =>
      unavailableCodes.test(code) || unavailableMessages.test(message) || /^(FATAL|PANIC)$/.test(severity),
  );
}

/**
 * Whether an error says that the database is not as the migrations made it: a table or a column is missing or replaced, a
 * right was revoked. The same request succeeds when an operator has repaired that.
 */
export function isSchemaBroken(error: unknown): boolean {
  return !isDatabaseUnavailable(error) && someOf(error, ({ code }) => schemaCodes.test(code));
}

/** Looks through the wrappers of drivers (`cause`, `errors`) and of Prisma (`meta.driverAdapterError`). */
function someOf(
  error: unknown,
  test: (error: { code: string; message: string; severity: string }) => boolean,
): boolean {
  for (let current = error, depth = 0; current instanceof Object && depth < 5; depth++) {
    const { code, originalCode, message, severity, cause, errors, meta } = current as Record<string, unknown>;
    const said = { message: text(message), severity: text(severity) };
    if (test({ ...said, code: text(code) }) || test({ ...said, code: text(originalCode) })) return true;
    const [first] = Array.isArray(errors) ? (errors as unknown[]) : [];
    current = cause ?? (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError ?? first;
  }
  return false;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

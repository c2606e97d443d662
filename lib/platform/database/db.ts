import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { type Prisma, PrismaClient } from "@/lib/generated/prisma/client";
import { env } from "@/lib/platform/config/env";
import { singleton } from "@/lib/platform/core/singleton";
import { noteDatabaseFailure } from "@/lib/platform/database/database-failures";
import { GatheringSocket } from "@/lib/platform/database/gathering-socket";
import { log } from "@/lib/platform/telemetry/log";
import { TracedPool } from "@/lib/platform/telemetry/traced-pool";
import { tracesUrl } from "@/lib/platform/telemetry/tracing";

/** A transaction as passed between operations and stores. */
export type Transaction = Prisma.TransactionClient;

/** Set while {@link readingFrom} runs. */
const reading = new AsyncLocalStorage<pg.Pool>();

/** The connection pool for performance-critical statements: of the primary, or the one of {@link readingFrom}. */
export function pool(): pg.Pool {
  return reading.getStore() ?? primaryPool();
}

/** Runs reads on another pool. */
export function readingFrom<T>(replica: pg.Pool, read: () => Promise<T>): Promise<T> {
  return reading.run(replica, read);
}

/** The pool of the primary, which Prisma shares. */
export function primaryPool(): pg.Pool {
  return openPool("pg-pool", env().DATABASE_URL);
}

export function openPool(name: string, databaseUrl: string): pg.Pool {
  return singleton(name, () => {
    const Pool = tracesUrl() === undefined ? pg.Pool : TracedPool;
    const created = new Pool({
      connectionString: withSessionSettings(databaseUrl),
      max: env().DATABASE_POOL_SIZE,
      application_name: "governance-audit-service",
      connectionTimeoutMillis: 10_000,
      // For a database that does not respond. Longer operations read in pages.
      query_timeout: 30_000,
      keepAlive: true,
      // Sends statements in one round trip; an append needs two.
      pipeline: true,
      stream: () => new GatheringSocket(),
    });
    created.on("error", ({ message }) => {
      noteDatabaseFailure();
      log().warn({ reason: message }, "idle database connection lost");
    });
    // The pool does not listen to connections in use. One lost between two statements would be an uncaught exception.
    created.on("connect", (client) => client.on("error", () => undefined));
    return created;
  });
}

/**
 * Adds session settings that override those of the role and the database: UTC, because the driver adapter drops the
 * offset of a timestamp, and a search path without other schemas' tables.
 */
export function withSessionSettings(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get("options");
  const settings = "-c TimeZone=UTC -c search_path=pg_catalog,public,pg_temp";
  url.searchParams.set("options", [given, settings].filter(Boolean).join(" "));
  return url.href;
}

export function prisma(): PrismaClient {
  return singleton("prisma", () => new PrismaClient({ adapter: new PrismaPg(primaryPool()) }));
}

/** Runs `work` in the caller's transaction, if any, otherwise in a new one. */
export function inTransaction<T>(given: Transaction | undefined, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return given ? work(given) : prisma().$transaction(work, { timeout: 30_000, maxWait: 10_000 });
}

/**
 * Network errors; SQLSTATEs of connections (08), rejected credentials (28), a missing database (3D000), resources (53),
 * conflicts and timeouts, read-only servers, shutdown and start; and the corresponding Prisma codes.
 */
const unavailableCodes =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|08\w{3}|28\w{3}|3D000|53\w{3}|57P0[1-5]|57014|25006|25P03|40001|40P01|55P03|58030|P100[0-3]|P1008|P1010|P1011|P1017|P2024|P2028|P2037)$/;
const unavailableMessages =
  /^(connect ENOENT|timeout expired|timeout exceeded when trying to connect|Query read timeout|Connection (?:terminated|ended)|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|The server does not support SSL connections)|is not currently accepting connections/;

/** SQLSTATEs and Prisma codes of a different schema: missing or replaced objects, revoked rights. */
const schemaCodes = /^(0A\w{3}|3F\w{3}|42(?!601)\w{3}|55000|P202[12])$/;

/**
 * Whether the database could not be reached, is starting, full or contended, so that the same request may succeed later.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return someOf(
    error,
    ({ code, message, severity }) =>
      unavailableCodes.test(code) || unavailableMessages.test(message) || /^(FATAL|PANIC)$/.test(severity),
  );
}

/**
 * Whether the schema differs from the migrations: a table or column is missing or replaced, or a right was revoked. An
 * operator must repair it.
 */
export function isSchemaBroken(error: unknown): boolean {
  return !isDatabaseUnavailable(error) && someOf(error, ({ code }) => schemaCodes.test(code));
}

/**
 * SQL condition: the organisation is served here. Maintenance of all organisations skips the others, which move to or from
 * another installation.
 */
export function isServed(organisationId: string): string {
  return `NOT EXISTS (SELECT FROM organisation_moves moving WHERE moving.organisation_id = ${organisationId})`;
}

/** The SQLSTATE of the trigger `organisation_writes`: the organisation moves to another installation. */
export function isOrganisationMoving(error: unknown): boolean {
  return someOf(error, ({ code }) => code === "GAM01");
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

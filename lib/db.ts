import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { env } from "@/lib/env";
import { type Prisma, PrismaClient } from "@/lib/generated/prisma/client";
import { log } from "@/lib/log";
import { singleton } from "@/lib/singleton";
import { TracedPool } from "@/lib/tracing/traced-pool";
import { tracesUrl } from "@/lib/tracing/traces-url";

/** A transaction as verbs hand it on: everything a store needs, and nothing that would open another connection. */
export type Transaction = Prisma.TransactionClient;

/** The one pool of connections, shared by Prisma and by the statements that are too hot for it. */
export function pool(): pg.Pool {
  return singleton("pg-pool", () => {
    const Pool = tracesUrl() === undefined ? pg.Pool : TracedPool;
    const created = new Pool({
      connectionString: inUtc(env().DATABASE_URL),
      max: env().DATABASE_POOL_SIZE,
      application_name: "governance-audit-service",
      connectionTimeoutMillis: 10_000,
      // A database that takes a query and never answers; what takes longer on purpose reads in pages.
      query_timeout: 30_000,
      keepAlive: true,
      // Statements given to a connection together travel together; the append's two round trips rest on it.
      pipeline: true,
    });
    created.on("error", ({ message }) => log().warn({ reason: message }, "an idle database connection was lost"));
    return created;
  });
}

/** Sessions speak UTC whatever the server is set to: the driver adapter drops the offset of a timestamp. */
export function inUtc(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get("options");
  url.searchParams.set("options", [given, "-c TimeZone=UTC"].filter(Boolean).join(" "));
  return url.href;
}

export function prisma(): PrismaClient {
  return singleton("prisma", () => new PrismaClient({ adapter: new PrismaPg(pool()) }));
}

/** Runs `work` in the caller's transaction where there is one, else in a transaction of its own. */
export function inTransaction<T>(given: Transaction | undefined, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return given ? work(given) : prisma().$transaction(work, { timeout: 30_000, maxWait: 10_000 });
}

const unavailableCodes =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|08\w{3}|57P0[1-5]|53\w{3}|25006|40001|40P01|55P03|P1001|P1002|P1008|P1017|P2024|P2028)$/;
const unavailableMessages =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed)/;

/**
 * Whether an error says that the database could not be reached, is starting, full or contended, so that the same request
 * may succeed later. Looks through the wrappers of drivers (`cause`) and of Prisma (`meta.driverAdapterError`).
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Object && depth < 5; depth++) {
    const { code, originalCode, message, cause, meta } = current as Record<string, unknown>;
    if ([code, originalCode].some((value) => typeof value === "string" && unavailableCodes.test(value))) return true;
    if (typeof message === "string" && unavailableMessages.test(message)) return true;
    current = cause ?? (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError;
  }
  return false;
}

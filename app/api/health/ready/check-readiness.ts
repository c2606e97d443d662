import { isSignerInitialised } from "@/lib/domains/audit-chain";
import { env } from "@/lib/platform/config/env";
import { clockSkewMsMax, measureClockSkew } from "@/lib/platform/core/clock-skew";
import { lifecycle } from "@/lib/platform/core/lifecycle";
import { singleton } from "@/lib/platform/core/singleton";
import { withTimeLimit } from "@/lib/platform/core/time-limit";
import { findSchemaDifferences } from "@/lib/platform/database/compare-schema";
import { pool } from "@/lib/platform/database/db";
import { pendingMigrations } from "@/lib/platform/database/migrations";
import { registration } from "@/lib/platform/jobs/registration";
import { log } from "@/lib/platform/telemetry/log";

export interface ReadinessCheck {
  name: "database" | "clock" | "migrations" | "schema" | "signer" | "process" | "jobs";
  ok: boolean;
  message: string;
}

const timeoutMs = 2_000;
/** Shorter than for the other checks, because the object store must not make the process unready. */
const signerTimeoutMs = 1_000;

/** Runs all readiness checks. The messages are public, so they contain no internal details. */
export async function checkReadiness(): Promise<ReadinessCheck[]> {
  const skew = measureClockSkew();
  return await Promise.all([
    describeProcess(),
    check("database", async () => {
      await skew;
      return { ok: true, message: "The database is reachable." };
    }),
    check("clock", async () => clockResult(await skew)),
    check("migrations", async () => {
      const pending = await pendingMigrations();
      if (!pending) return { ok: true, message: "The service has no permission to read the applied migrations." };
      const isDone = pending.length === 0;
      return { ok: isDone, message: isDone ? "All migrations are applied." : `Pending migrations: ${pending.length}.` };
    }),
    check("schema", checkSchema),
    check("signer", async () => ({ ok: true, message: await describeSigner() })),
    ...jobsCheck(),
  ]);
}

/** Whether the process can receive traffic: all checks passed, except those that only degrade it. */
export function isReady(checks: ReadinessCheck[]): boolean {
  const degrading = env().PROCESS_ROLE === "worker" ? ["schema"] : ["schema", "jobs"];
  return checks.every(({ name, ok }) => ok || degrading.includes(name));
}

function describeProcess(): ReadinessCheck {
  const messages = {
    starting: "The process is waiting for migrations.",
    serving: "The process is running.",
    stopping: "The process is shutting down.",
  };
  const { phase } = lifecycle();
  return { name: "process", ok: phase === "serving", message: messages[phase] };
}

/** Only in processes that run jobs for an Inngest server. */
function jobsCheck(): Promise<ReadinessCheck>[] {
  const { state } = registration();
  if (state === undefined) return [];
  const ok = state === "registered";
  const message = ok
    ? "The functions are registered with the Inngest server."
    : "The functions are not yet registered with the Inngest server: no jobs run.";
  return [Promise.resolve({ name: "jobs", ok, message })];
}

/** Never fails the check: without the signer's state, only the signing of checkpoints stops. */
async function describeSigner(): Promise<string> {
  try {
    if (await withTimeLimit(signerTimeoutMs, isSignerInitialised)) return "The signer's state is initialised.";
    return "The signer's state is missing: checkpoints are not signed. Run npm run checkpoints:initialise.";
  } catch (error) {
    log().warn({ err: error, check: "signer" }, "readiness check failed");
    return "The signer's state cannot be read: checkpoints are not signed.";
  }
}

function clockResult(skewMs: number): Omit<ReadinessCheck, "name"> {
  const seconds = Math.round(Math.abs(skewMs) / 1_000);
  if (Math.abs(skewMs) <= clockSkewMsMax) return { ok: true, message: "The clock agrees with the database's clock." };
  const direction = skewMs > 0 ? "ahead of" : "behind";
  return {
    ok: false,
    message: `The clock is ${seconds} s ${direction} the database's clock. The maximum difference is ${clockSkewMsMax / 1_000} s.`,
  };
}

/** Probes run every few seconds, and reading the catalogue takes about 20 ms. */
const schemaCheckTtlMs = 30_000;

interface SchemaCheck {
  atMs: number;
  differences: Promise<number | undefined>;
}

/** A changed schema degrades the service, which still serves requests. */
async function checkSchema(): Promise<Omit<ReadinessCheck, "name">> {
  const last = singleton("schema-check", (): { current?: SchemaCheck } => ({}));
  if (!last.current || performance.now() - last.current.atMs > schemaCheckTtlMs) {
    const differences = findSchemaDifferences(pool()).then((found) => found?.length);
    last.current = { atMs: performance.now(), differences };
    differences.catch(() => delete last.current);
  }
  const differences = await last.current.differences;
  if (differences === undefined) {
    return {
      ok: true,
      message: "The schema was not checked, because the database was migrated by a different version of the service.",
    };
  }
  if (differences === 0) return { ok: true, message: "The database schema matches the migrations." };
  return {
    ok: false,
    message: `The database schema differs from the migrations. Differences: ${differences}. Run npm run fsck for details.`,
  };
}

async function check(
  name: ReadinessCheck["name"],
  run: () => Promise<Omit<ReadinessCheck, "name">>,
): Promise<ReadinessCheck> {
  try {
    return { name, ...(await withTimeLimit(timeoutMs, run)) };
  } catch (error) {
    log().warn({ err: error, check: name }, "readiness check failed");
    return { name, ok: false, message: "The database did not respond within 2 seconds, or returned an error." };
  }
}

import { isSignerInitialised } from "@/lib/domains/audit-chain";
import { clockSkewMsMax, measureClockSkew } from "@/lib/platform/core/clock-skew";
import { singleton } from "@/lib/platform/core/singleton";
import { findSchemaDifferences } from "@/lib/platform/database/compare-schema";
import { pool } from "@/lib/platform/database/db";
import { pendingMigrations } from "@/lib/platform/database/migrations";
import { log } from "@/lib/platform/telemetry/log";

export interface ReadinessCheck {
  name: "database" | "clock" | "migrations" | "schema" | "signer";
  ok: boolean;
  message: string;
}

const patienceMs = 2_000;

/** Looks at what requests need: each check with its outcome in a sentence that tells a stranger nothing of the inside. */
export async function checkReadiness(): Promise<ReadinessCheck[]> {
  const skew = measureClockSkew();
  return await Promise.all([
    check("database", async () => {
      await skew;
      return { ok: true, message: "The database answers." };
    }),
    check("clock", async () => judgeSkew(await skew)),
    check("migrations", async () => {
      const pending = await pendingMigrations();
      if (!pending) return { ok: true, message: "The service's role may not see which migrations are applied." };
      const isDone = pending.length === 0;
      return { ok: isDone, message: isDone ? "All migrations are applied." : `Not yet applied: ${pending.length}.` };
    }),
    check("schema", checkSchema),
    check("signer", async () => ({ ok: true, message: await describeSigner() })),
  ]);
}

/** Requests are served whatever the outcome: only checkpoints are not signed without the signer's state. */
async function describeSigner(): Promise<string> {
  try {
    if (await isSignerInitialised()) return "The signer's state is initialised.";
    return "The signer's state is missing: checkpoints are not signed. Run npm run checkpoints:initialise.";
  } catch (error) {
    log().warn({ err: error, check: "signer" }, "a readiness check failed");
    return "The signer's state cannot be read: checkpoints are not signed.";
  }
}

function judgeSkew(skewMs: number): Omit<ReadinessCheck, "name"> {
  const seconds = Math.round(Math.abs(skewMs) / 1_000);
  if (Math.abs(skewMs) <= clockSkewMsMax) return { ok: true, message: "The clock agrees with the database's clock." };
  const direction = skewMs > 0 ? "ahead of" : "behind";
  return {
    ok: false,
    message: `The clock is ${seconds} s ${direction} the database's clock. At most ${clockSkewMsMax / 1_000} s are allowed.`,
  };
}

/** A probe comes every few seconds; reading the catalogue takes some 20 ms of the database. */
const schemaCheckedForMs = 30_000;

interface SchemaCheck {
  atMs: number;
  differences: Promise<number | undefined>;
}

/** Requests may still be served where the schema was changed: the service is degraded then. */
async function checkSchema(): Promise<Omit<ReadinessCheck, "name">> {
  const last = singleton("schema-check", (): { current?: SchemaCheck } => ({}));
  if (!last.current || performance.now() - last.current.atMs > schemaCheckedForMs) {
    const differences = findSchemaDifferences(pool()).then((found) => found?.length);
    last.current = { atMs: performance.now(), differences };
    differences.catch(() => delete last.current);
  }
  const differences = await last.current.differences;
  if (differences === undefined) {
    return { ok: true, message: "The schema was not checked: the database has the migrations of another version." };
  }
  if (differences === 0) return { ok: true, message: "The database schema matches the migrations." };
  return {
    ok: false,
    message: `The database schema differs from the migrations. Differences: ${differences}. Run npm run fsck for details.`,
  };
}

async function check(
  name: ReadinessCheck["name"],
  look: () => Promise<Omit<ReadinessCheck, "name">>,
): Promise<ReadinessCheck> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patienceMs} ms`)), patienceMs);
  });
  try {
    return { name, ...(await Promise.race([look(), timeout])) };
  } catch (error) {
    log().warn({ err: error, check: name }, "a readiness check failed");
    return { name, ok: false, message: "The database did not answer within 2 s, or refused." };
  } finally {
    clearTimeout(timer);
  }
}

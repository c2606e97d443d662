import { isSignerInitialised } from "@/lib/audit-chain";
import { pool } from "@/lib/db";
import { log } from "@/lib/log";
import { pendingMigrations } from "@/lib/migrations";

export interface ReadinessCheck {
  name: string;
  ok: boolean;
  message: string;
}

const patienceMs = 2_000;

/** Looks at what requests need: each check with its outcome in a sentence that tells a stranger nothing of the inside. */
export async function checkReadiness(): Promise<ReadinessCheck[]> {
  const [database, migrations, signer] = await Promise.all([
    check("database", async () => {
      await pool().query("SELECT 1");
      return { ok: true, message: "The database answers." };
    }),
    check("migrations", async () => {
      const pending = await pendingMigrations();
      if (!pending) return { ok: true, message: "The service's role may not see which migrations are applied." };
      const isDone = pending.length === 0;
      return { ok: isDone, message: isDone ? "All migrations are applied." : `Not yet applied: ${pending.length}.` };
    }),
    check("signer", async () => ({ ok: true, message: await describeSigner() })),
  ]);
  return [database, migrations, signer];
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

async function check(name: string, look: () => Promise<Omit<ReadinessCheck, "name">>): Promise<ReadinessCheck> {
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

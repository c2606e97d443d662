import { bytesText } from "@/lib/platform/client/format";
import { env } from "@/lib/platform/config/env";
import { withTimeLimit } from "@/lib/platform/core/time-limit";
import { findSchemaDifferences } from "@/lib/platform/database/compare-schema";
import { pool } from "@/lib/platform/database/db";
import { pendingMigrations } from "@/lib/platform/database/migrations";
import { jobsMode } from "@/lib/platform/jobs/client";
import { findLastRun } from "@/lib/platform/jobs/engine/worker-store";
import { findLastAttemptedMail } from "@/lib/platform/mail";
import { configuredTransport, MailError } from "@/lib/platform/mail/transport";
import { probeRedis } from "@/lib/platform/rate-limits";
import { findProcesses, readDatabaseFacts } from "@/lib/platform/status/store";
import { probeStorage } from "@/lib/platform/storage";
import { log } from "@/lib/platform/telemetry/log";

interface CheckResult {
  /** NOT_CHECKED: the state is unknown. It is never shown as available. */
  state: "AVAILABLE" | "FAILED" | "NOT_CHECKED" | "NOT_CONFIGURED";
  message: string;
}

/** The most recent outcome that the database shows, of any process. */
interface LastOutcome {
  text: string;
  at: string;
}

export interface ServiceCheck extends CheckResult {
  name: string;
  last: LastOutcome | null;
}

const timeoutMs = 5_000;

const available = (message: string): CheckResult => ({ state: "AVAILABLE", message });

interface Check {
  name: string;
  run: () => Promise<CheckResult>;
  last?: () => Promise<LastOutcome | null>;
}

const checks: Check[] = [
  {
    name: "Database",
    run: async () => {
      const facts = await readDatabaseFacts();
      if (!facts) return { state: "NOT_CHECKED", message: "The database returned no version." };
      const { version, bytes, connections, connectionsMax } = facts;
      return available(
        `PostgreSQL ${version}, ${bytesText(bytes)}, ${connections} of ${connectionsMax} connections in use.`,
      );
    },
  },
  {
    name: "Migrations",
    run: async () => {
      const pending = await pendingMigrations();
      if (!pending) return { state: "NOT_CHECKED", message: "The service cannot read the applied migrations." };
      if (pending.length === 0) return available("All migrations are applied.");
      return { state: "FAILED", message: `Pending migrations: ${pending.length}. Run npm run db:migrate.` };
    },
  },
  {
    name: "Schema",
    run: async () => {
      const differences = await findSchemaDifferences(pool());
      if (!differences) return { state: "NOT_CHECKED", message: "A different version of the service migrated it." };
      if (differences.length === 0) return available("The schema matches the migrations.");
      return { state: "FAILED", message: `Differences: ${differences.length}. Run npm run fsck for details.` };
    },
  },
  {
    name: "Storage",
    run: async () => {
      const place = await probeStorage();
      return available(place === "bucket" ? "The bucket of S3_BUCKET responds." : "DATA_DIR can be written to.");
    },
  },
  {
    name: "Redis",
    run: async () => {
      if (await probeRedis()) return available("Processes share rate limits.");
      return { state: "NOT_CONFIGURED", message: "Each process counts requests separately for the rate limits." };
    },
  },
  { name: "Job engine", run: checkJobEngine, last: lastRun },
  {
    name: "Mail",
    run: async () => {
      const transport = configuredTransport();
      if (!transport) return { state: "NOT_CONFIGURED", message: "E-mails are stored, but not sent." };
      await transport.verify();
      return available("The mail server accepts the connection and the credentials.");
    },
    last: async () => {
      const mail = env().SMTP_URL === undefined ? null : await findLastAttemptedMail();
      const texts: Record<string, string> = {
        SENT: "E-mail sent",
        FAILED: "E-mail rejected",
        QUEUED: "E-mail will be retried",
      };
      return mail && { text: texts[mail.status] ?? mail.status, at: (mail.sentAt ?? mail.createdAt).toISOString() };
    },
  },
];

async function checkJobEngine(): Promise<CheckResult> {
  const workers = (await findProcesses()).filter(({ alive, role }) => alive && role !== "web").length;
  if (workers === 0) return { state: "FAILED", message: "No running process runs background jobs." };
  const counted = workers === 1 ? "1 process" : `${workers} processes`;
  if (jobsMode() === "embedded") return available(`The embedded engine runs in ${counted}.`);
  const { INNGEST_DEV, INNGEST_BASE_URL } = env();
  const url = INNGEST_DEV ?? INNGEST_BASE_URL;
  if (url === undefined) return { state: "NOT_CHECKED", message: `Inngest Cloud runs the functions of ${counted}.` };
  const { status } = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
  if (status >= 500) return { state: "FAILED", message: `The Inngest server returned status ${status}.` };
  return available(`The Inngest server responds. It runs the functions of ${counted}.`);
}

async function lastRun(): Promise<LastOutcome | null> {
  if (jobsMode() !== "embedded") return null;
  const run = await findLastRun(pool());
  return run ? { text: `${run.functionId}: ${run.status.toLowerCase()}`, at: run.at.toISOString() } : null;
}

/** Runs all checks from this process at the same time, each for at most five seconds. */
export async function runChecks(): Promise<ServiceCheck[]> {
  return await Promise.all(
    checks.map(async ({ name, run, last }) => {
      const [result, outcome] = await Promise.all([
        withTimeLimit(timeoutMs, run).catch((error: unknown) => failure(name, error)),
        withTimeLimit(timeoutMs, async () => (await last?.()) ?? null).catch(() => null),
      ]);
      return { name, ...result, last: outcome };
    }),
  );
}

/** Messages of drivers can contain addresses and credentials, so only the error's code is shown. */
function failure(name: string, error: unknown): CheckResult {
  log().warn({ err: error, check: name }, "status check failed");
  if (error instanceof MailError) return { state: "FAILED", message: error.message };
  const { code } = error as { code?: unknown };
  const reason = typeof code === "string" && /^\w{2,40}$/.test(code) ? `Error ${code}.` : "No response, or an error.";
  return { state: "FAILED", message: `${reason} The log of this process contains the details.` };
}

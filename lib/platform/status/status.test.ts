import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import { systemClock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import type { Role } from "@/lib/platform/core/roles";
import { forgetSingletons } from "@/lib/platform/core/testing";
import { inTransaction, pool } from "@/lib/platform/database/db";
import { queueMail, sendQueuedMail } from "@/lib/platform/mail";
import { startSmtpServer } from "@/lib/platform/mail/testing/smtp-server";
import { configuredTransport } from "@/lib/platform/mail/transport";
import { readServiceStatus, startHeartbeat } from "@/lib/platform/status";
import { startS3Server } from "@/lib/platform/storage/testing/s3-server";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
let ctx: Context;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  process.env.DATA_DIR = await mkdtemp(join(tmpdir(), "status-"));
  ctx = await createTestContext(systemClock);
});

afterAll(() => rm(process.env.DATA_DIR ?? "", { recursive: true, force: true }));

const names = [
  "OPERATOR_ORGANISATION",
  "SMTP_URL",
  "MAIL_FROM",
  "REDIS_URL",
  "INNGEST_EVENT_KEY",
  "INNGEST_SIGNING_KEY",
];

/** Configures the service as if it had started with these variables. */
function configure(variables: Record<string, string | undefined> = {}): void {
  for (const name of Object.keys(process.env))
    if (names.includes(name) || name.startsWith("S3_")) delete process.env[name];
  Object.assign(process.env, { OPERATOR_ORGANISATION: ctx.organisation.id }, variables);
  forgetSingletons("env", "mail-transport", "rate-limit-counter", "storage");
}

beforeEach(() => configure());

const as = (role: Role, { organisation } = ctx): Context => ({
  ...ctx,
  organisation,
  actor: { kind: "user", id: "usr_1", email: "a@example.com", name: "A", role, sessionId: "ses_1" },
});

async function checkOf(name: string) {
  return (await readServiceStatus(ctx)).checks.find((one) => one.name === name);
}

async function startWorker(role = "worker") {
  const heartbeat = startHeartbeat({ version: "1.2.3", role });
  const list = async () => (await readServiceStatus(ctx)).processes ?? [];
  await expect.poll(async () => (await list()).length).toBe(1);
  return { heartbeat, list };
}

async function queueOne(organisationId: string, to: string): Promise<string> {
  const mail = { organisationId, to, template: "test", subject: "Hello", text: "Hello", html: "Hello" };
  return inTransaction(undefined, (tx) => queueMail(tx, mail, systemClock));
}

describe("only an administrator of the operator's organisation can read the status", () => {
  test.each(["VIEWER", "ANALYST", "MODEL_OWNER", "APPROVER", "AUDITOR"] as const)("not its %s", async (role) => {
    await expect(readServiceStatus(as(role))).rejects.toMatchObject({ code: "not_found" });
  });

  test("not an administrator of another organisation", async () => {
    const other = await createTestContext(systemClock);
    await expect(readServiceStatus(as("ADMIN", other))).rejects.toMatchObject({ code: "not_found" });
    expect((await readServiceStatus(as("ADMIN"))).checks).not.toEqual([]);
  });

  test("no administrator if no organisation operates the service", async () => {
    delete process.env.OPERATOR_ORGANISATION;
    forgetSingletons("env");
    await expect(readServiceStatus(as("ADMIN"))).rejects.toMatchObject({ code: "not_found" });
  });
});

test("queues are counted across organisations, without data of any organisation", async () => {
  const other = await createTestContext(systemClock);
  const recipient = `${newId("member")}@example.com`;
  const organisationId = other.organisation.id;
  await queueOne(organisationId, recipient);
  const { queues, ...rest } = await readServiceStatus(ctx);
  expect(queues).toMatchObject([
    { name: "Jobs" },
    { name: "Pending effects", depth: 1 },
    { name: "E-mails", depth: 1 },
  ]);
  expect(queues?.[2]?.oldestSeconds).toBeLessThan(600);
  expect(JSON.stringify({ queues, rest })).not.toMatch(new RegExp(`${recipient}|${organisationId}`));
});

test("a process is listed while it runs, reported as silent after missed heartbeats, and then removed", async () => {
  const { heartbeat, list } = await startWorker();
  expect(await list()).toMatchObject([
    { role: "worker", version: "1.2.3", nodeVersion: process.versions.node, pid: process.pid, alive: true },
  ]);
  expect(Math.abs((await list())[0]?.clockSkewMs ?? Number.NaN)).toBeLessThan(50);
  await pool().query("UPDATE service_processes SET heartbeat_at = heartbeat_at - interval '50 seconds'");
  expect(await list()).toMatchObject([{ alive: false }]);
  expect(await checkOf("Job engine")).toMatchObject({ state: "FAILED" });
  await heartbeat.close();
  expect(await list()).toEqual([]);
});

test("a process that was killed is removed an hour later", async () => {
  await pool().query(
    `INSERT INTO service_processes VALUES ('dead', 'host', 1, 'web', '1.0.0', '20.0.0', now(), now() - interval '61 minutes', 0)`,
  );
  const heartbeat = startHeartbeat({ version: "1.2.3", role: "web" });
  await expect.poll(async () => (await readServiceStatus(ctx)).processes?.map(({ pid }) => pid)).toEqual([process.pid]);
  await heartbeat.close();
});

describe("checks", () => {
  test("pass for the database, the migrations, the schema and the directory", async () => {
    const { checks } = await readServiceStatus(ctx);
    const passed = checks.filter(({ state }) => state === "AVAILABLE").map(({ name }) => name);
    expect(passed).toEqual(["Database", "Migrations", "Schema", "Storage"]);
    expect(checks[0]?.message).toMatch(/^PostgreSQL \d+\.\d.*, [\d.]+ MB, \d+ of \d+ connections in use\.$/);
  });

  test("report missing configuration and a missing worker", async () => {
    const { checks } = await readServiceStatus(ctx);
    const others = checks.slice(4).map(({ name, state }) => [name, state]);
    expect(others).toEqual([
      ["Redis", "NOT_CONFIGURED"],
      ["Job engine", "FAILED"],
      ["Mail", "NOT_CONFIGURED"],
    ]);
  });

  test("that cannot run are not reported as passed", async () => {
    const { Client } = (await import("pg")).default;
    const owner = new Client({ connectionString: database.superuserUrl });
    await owner.connect();
    onTestFinished(async () => {
      await owner.query("GRANT SELECT ON _prisma_migrations TO gas_app");
      await owner.end();
    });
    await owner.query("REVOKE SELECT ON _prisma_migrations FROM gas_app");
    expect(await checkOf("Migrations")).toMatchObject({ state: "NOT_CHECKED" });
    const { heartbeat } = await startWorker();
    configure({ INNGEST_EVENT_KEY: "event-key", INNGEST_SIGNING_KEY: "signkey-prod-0123456789abcdef" });
    expect(await checkOf("Job engine")).toMatchObject({ state: "NOT_CHECKED" });
    await heartbeat.close();
  });

  test("fail without showing credentials if a component is unavailable", async () => {
    const port = 1;
    configure({
      ...{ SMTP_URL: `smtp://mailer:mail-password@127.0.0.1:${port}`, MAIL_FROM: "a@example.com" },
      ...{ REDIS_URL: `redis://:redis-password@127.0.0.1:${port}`, S3_BUCKET: "files" },
      ...{ S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_ACCESS_KEY_ID: "s3-key", S3_SECRET_ACCESS_KEY: "s3-secret" },
    });
    const { checks } = await readServiceStatus(ctx);
    const failed = checks.filter(({ state }) => state === "FAILED").map(({ name }) => name);
    expect(failed).toEqual(["Storage", "Redis", "Job engine", "Mail"]);
    expect(JSON.stringify(checks)).not.toMatch(/password|s3-key|s3-secret/);
  });

  test("pass for a bucket and a mail server that respond, with the last e-mail", async () => {
    const [smtp, s3] = [await startSmtpServer(), await startS3Server()];
    onTestFinished(async () => {
      configuredTransport()?.close();
      await Promise.all([smtp.close(), s3.close()]);
    });
    configure({ ...s3.env, SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: "a@example.com" });
    expect(await checkOf("Storage")).toMatchObject({
      state: "AVAILABLE",
      message: "The bucket of S3_BUCKET responds.",
    });
    await sendQueuedMail(await queueOne(ctx.organisation.id, "owner@example.com"), systemClock);
    expect(await checkOf("Mail")).toMatchObject({ state: "AVAILABLE", last: { text: "E-mail sent" } });
  });
});

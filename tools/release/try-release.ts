import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { Program } from "@/cli/support/program";
import { startEmbedded } from "@/server/database/embedded";
import { findFreePort } from "@/server/database/embedded/server";

interface Trial {
  program: Program;
  /** Told in a line what was seen. */
  say: (line: string) => void;
}

const execute = promisify(execFile);
const patienceMs = 90_000;

/**
 * Runs an archive as whoever receives it does: in an empty directory, with an empty database, and nothing of this project
 * around it.
 *
 * @throws an Error that says what did not go as it should.
 */
export async function tryRelease(archive: string, { program, say }: Trial): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "governance-release-"));
  const database = await startEmbedded(directory, { disposable: true });
  const end = async () => {
    await database.stop();
    await rm(directory, { recursive: true, force: true });
  };
  program.onExit(end);
  await execute("tar", ["--extract", `--file=${archive}`, `--directory=${directory}`]);
  const place = join(directory, basename(archive, ".tar.gz"));
  const sources = (await readdir(place)).filter((name) =>
    ["app", "cli", "components", "e2e", "lib", "server", "tools"].includes(name),
  );
  if (sources.length > 0) throw new Error(`There are sources in the archive: ${sources.join(", ")}.`);

  const env: NodeJS.ProcessEnv = {
    NODE_ENV: "production",
    PATH: process.env.PATH ?? "",
    HOME: directory,
    DATABASE_URL: database.applicationUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: join(directory, "data"),
    SERVER_SECRET: randomBytes(32).toString("base64"),
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    LOG_LEVEL: "warn",
  };
  const npm = async (...argv: string[]) => {
    const { stdout } = await execute("npm", ["run", "--silent", ...argv], { cwd: place, env });
    return stdout.trim();
  };
  const migrations = (await npm("db:migrate")).split("\n").length;
  say(`migrated an empty database: ${migrations} migrations`);
  const organisation = await npm("organisations:create", "--", "--name", "Release", "--tier", "ENTERPRISE");
  const scopes = "audit:read,audit:write,models:read,models:write,evidence:read,evidence:write";
  const key = await npm("keys:create", "--", "--organisation", organisation, "--scopes", scopes);
  say("made an organisation and a key");

  const port = await findFreePort(undefined);
  const server = spawn("npm", ["run", "--silent", "start", "--", "--port", String(port)], {
    cwd: place,
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  program.onExit(() => void server.kill("SIGTERM"));
  try {
    await callService(`http://127.0.0.1:${port}`, key, { server, say });
    const { stdout } = await execute("npm", ["run", "--silent", "fsck"], { cwd: place, env });
    say(`fsck: ${stdout.trim().split("\n")[0]}`);
  } finally {
    const exited = server.exitCode === null ? once(server, "exit") : undefined;
    server.kill("SIGTERM");
    await exited;
  }
  if (server.exitCode !== 0) throw new Error(`The service ended with ${server.exitCode ?? server.signalCode}.`);
  say("it stopped in order");
  await end();
}

async function callService(url: string, key: string, { server, say }: { server: ChildProcess; say: Trial["say"] }) {
  const call = async (path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const init = body === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text.slice(0, 500)}`);
    return text;
  };
  const json = async <T>(path: string, body?: unknown) => JSON.parse(await call(path, body)) as T;

  await until("the service is ready", async () => {
    if (server.exitCode !== null) throw new Error(`The service ended with ${server.exitCode} when it was started.`);
    return await fetch(`${url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  say("the service is ready");

  const page = await call("/sign-in");
  const files = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg|woff2))"/g)].map(([, path = ""]) => path);
  if (files.length === 0) throw new Error("The sign-in page names no script and no style.");
  for (const file of new Set(files)) await call(file);
  say(`/sign-in with its ${new Set(files).size} files, /docs`);
  await call("/docs");

  const { id: modelId } = await json<{ id: string }>("/v1/models", { name: "Release" });
  const timestamp = new Date().toISOString();
  const event = await json<{ id: string }>("/v1/audit", {
    modelId,
    eventType: "INFERENCE",
    payload: { n: 1 },
    timestamp,
  });
  const { valid } = await json<{ valid: boolean }>("/v1/audit/verify", { eventId: event.id });
  if (!valid) throw new Error("The event that was recorded does not verify.");
  say("an event was recorded and verified");

  const dateRange = { from: timestamp, to: new Date(Date.now() + 1_000).toISOString() };
  const asked = { modelId, framework: "EU_AI_ACT_ANNEX_IV", format: "PDF", dateRange };
  const { id } = await json<{ id: string }>("/v1/evidence/generate", asked);
  const made = await until("the package is made", async () => {
    const found = await json<{ status: string; failureReason: string | null; pages: number }>(`/v1/evidence/${id}`);
    if (found.status === "FAILED") throw new Error(`The package is FAILED: ${found.failureReason}`);
    return found.status === "READY" && found;
  });
  say(`a signed PDF of ${made.pages} pages was made`);
}

async function until<T>(what: string, ask: () => Promise<T | false>): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${patienceMs / 1_000} s.`);
    await delay(100);
  }
}

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
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
  /** Prints a line of progress. */
  say: (line: string) => void;
}

const execute = promisify(execFile);
const timeoutMs = 90_000;

/**
 * Runs an archive as a user would: in an empty directory with an empty database, without the sources.
 *
 * @throws an Error if a step fails.
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
  const sources = (await readdir(place, { recursive: true })).filter((path) =>
    /^(?:app|cli|components|e2e|lib|server|tools)\/.*\.tsx?$/.test(path),
  );
  if (sources.length > 0) throw new Error(`The archive contains sources: ${sources.join(", ")}.`);

  const env: NodeJS.ProcessEnv = {
    NODE_ENV: "production",
    PATH: process.env.PATH ?? "",
    HOME: directory,
    DATABASE_URL: database.applicationUrl,
    DATA_DIR: join(directory, "data"),
    SERVER_SECRET: randomBytes(32).toString("base64"),
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    CHECKPOINT_KEY: randomBytes(32).toString("base64"),
    ALLOW_GENERATED_SECRETS: "true",
    SHUTDOWN_DELAY: "0",
    LOG_LEVEL: "warn",
  };
  const npmWith = async (variables: Record<string, string>, ...argv: string[]) => {
    const { stdout } = await execute("npm", ["run", "--silent", ...argv], {
      cwd: place,
      env: { ...env, ...variables },
    });
    return stdout.trim();
  };
  const npm = (...argv: string[]) => npmWith({}, ...argv);
  const migrations = (await npmWith({ DATABASE_OWNER_URL: database.ownerUrl }, "db:migrate")).split("\n").length;
  say(`migrated an empty database: ${migrations} migrations`);
  const organisation = await npm("organisations:create", "--", "--name", "Release", "--tier", "ENTERPRISE");
  const scopes = "audit:read,audit:write,models:read,models:write,evidence:read,evidence:write";
  const key = await npm("keys:create", "--", "--organisation", organisation, "--scopes", scopes);
  say("created an organisation and a key");

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
  if (server.exitCode !== 0) throw new Error(`The service exited with ${server.exitCode ?? server.signalCode}.`);
  say("the service stopped gracefully");
  await end();
}

async function callService(url: string, key: string, { server, say }: { server: ChildProcess; say: Trial["say"] }) {
  const call = async (path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const init = body === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text.slice(0, 500)}`);
    return text;
  };
  const json = async <T>(path: string, body?: unknown) => JSON.parse(await call(path, body)) as T;

  await until("the service is ready", async () => {
    if (server.exitCode !== null) throw new Error(`The service exited with ${server.exitCode} at start.`);
    return await fetch(`${url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  say("the service is ready");

  const page = await call("/sign-in");
  const files = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg|woff2))"/g)].map(([, path = ""]) => path);
  if (files.length === 0) throw new Error("The sign-in page contains no scripts and no styles.");
  for (const file of new Set(files)) await call(file);
  await call("/docs");
  say(`/sign-in with its ${new Set(files).size} files, /docs`);
  const verify = await call("/verify");
  for (const file of ["verify-evidence.mjs", "verify_evidence.py"]) {
    const sha256 = createHash("sha256")
      .update(await call(`/${file}`))
      .digest("hex");
    if (!verify.includes(`href="/${file}"`) || !verify.includes(sha256))
      throw new Error(`/verify does not offer ${file}.`);
  }
  say("/verify with its verifiers");

  const { id: modelId } = await json<{ id: string }>("/v1/models", { name: "Release" });
  const timestamp = new Date().toISOString();
  const event = await json<{ id: string }>("/v1/audit", {
    modelId,
    eventType: "INFERENCE",
    payload: { n: 1 },
    timestamp,
  });
  const { valid } = await json<{ valid: boolean }>("/v1/audit/verify", { eventId: event.id });
  if (!valid) throw new Error("The recorded event is not valid.");
  say("recorded and verified an event");

  const dateRange = { from: timestamp, to: new Date(Date.now() + 1_000).toISOString() };
  const request = { modelId, framework: "EU_AI_ACT_ANNEX_IV", format: "PDF", dateRange };
  const { id } = await json<{ id: string }>("/v1/evidence/generate", request);
  const ready = await until("the package is ready", async () => {
    const found = await json<{ status: string; failureReason: string | null; pages: number }>(`/v1/evidence/${id}`);
    if (found.status === "FAILED") throw new Error(`Package generation failed: ${found.failureReason}`);
    return found.status === "READY" && found;
  });
  say(`generated a signed PDF of ${ready.pages} pages`);
}

async function until<T>(what: string, ask: () => Promise<T | false>): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`Timeout waiting until ${what}: ${timeoutMs / 1_000} s.`);
    await delay(100);
  }
}

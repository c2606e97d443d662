import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Program } from "@/cli/support/program";
import { GovernanceClient } from "@/clients/typescript/src";
import { startEmbedded } from "@/server/database/embedded";
import { findFreePort } from "@/server/database/embedded/server";
import { prepareDatabase } from "@/server/database/prepare";
import { createTenant } from "../bench/subject";
import { requireBuild, startBuiltService } from "../testing/built-service";

/** The service under test. */
export interface HammerSubject {
  urls: string[];
  headers: Record<string, string>;
  modelIds: string[];
  /** Kills an instance (SIGKILL) and restarts it; undefined for a running service. */
  killOne: ((nth: number) => Promise<void>) | undefined;
  stop(): Promise<void>;
}

/** A running service, with an existing or a new model. */
export async function connectSubject(urls: string[], key: string): Promise<HammerSubject> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const { models } = new GovernanceClient({ baseUrl: urls[0] ?? "", apiKey: key });
  const { data } = await models.list();
  const usable = data.find(({ archived, system }) => !archived && !system);
  const { id } = usable ?? (await models.create({ name: "Hammer" }));
  return { urls, headers, modelIds: [id], killOne: undefined, stop: async () => undefined };
}

/** Instances of the build, with a temporary database that is removed at the end. */
export async function startSubject(instances: number, program: Program): Promise<HammerSubject> {
  requireBuild();
  const dataDir = await mkdtemp(join(tmpdir(), "governance-hammer-"));
  const processes: Instance[] = [];
  let stopped: Promise<void> | undefined;
  const database = await startEmbedded(dataDir);
  const stop = () => {
    stopped ??= (async () => {
      await Promise.all(processes.map((instance) => instance.end("SIGTERM")));
      const { pool } = await import("@/lib/platform/database/db");
      await pool().end();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    })();
    return stopped;
  };
  program.onExit(stop);
  await prepareDatabase(database.ownerUrl);
  const environment = {
    ...process.env,
    NODE_ENV: "production" as const,
    DATABASE_URL: database.applicationUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: "warn",
    // Set by npm; makes the instances exit with their parent process.
    npm_lifecycle_event: "hammer",
  };
  Object.assign(process.env, environment);
  const tenant = await createTenant();
  for (let i = 0; i < instances; i++) {
    const instance = new Instance(await findFreePort(undefined), environment);
    processes.push(instance);
    await instance.start();
  }
  return {
    urls: processes.map(({ url }) => url),
    headers: tenant.headers,
    modelIds: tenant.modelIds,
    async killOne(nth) {
      const instance = processes[nth % processes.length];
      await instance?.end("SIGKILL");
      await instance?.start();
    },
    stop,
  };
}

/** An instance with a fixed port. */
class Instance {
  readonly url: string;
  private child: ChildProcess | undefined;

  constructor(
    private readonly port: number,
    private readonly environment: NodeJS.ProcessEnv,
  ) {
    this.url = `http://127.0.0.1:${port}`;
  }

  async start(): Promise<void> {
    this.child = await startBuiltService(this.port, this.environment);
  }

  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  }
}

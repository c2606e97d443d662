import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { GovernanceClient } from "@/clients/typescript/src";
import type { Context } from "@/lib/platform/core/context";
import { findFreePort } from "@/server/database/embedded/server";
import { prepareDatabase } from "@/server/database/prepare";
import { resolveDatabase } from "@/server/database/resolve";
import { makeCertificates } from "../receiver/certificates";
import { type HttpsReceiver, startHttpsReceiver } from "../receiver/https-receiver";
import { requireBuild, startBuiltService } from "../testing/built-service";
import { indexEvents } from "./rows";

/** The running application under measurement. */
export interface Subject {
  url: string;
  /** Creates an organisation without rate limits, with models and a key with all scopes. */
  organisation(): Promise<Tenant>;
  /** Completes the search indexing of events from earlier measurements. */
  settle(): Promise<void>;
  /** An HTTPS server in this process that receives deliveries of the application. */
  receiver: HttpsReceiver;
  /** The database's URL of the role that owns the tables. */
  ownerUrl: string;
  /** The application's process. */
  pid: number;
  /** Resident memory of the application's process in MiB. */
  memoryMb(): Promise<number>;
  stop(): Promise<void>;
}

export interface Tenant extends Awaited<ReturnType<typeof createTenant>> {
  /** For work that is not measured. It does not retry, so that rejections are noticed. */
  client: GovernanceClient;
}

const unlimited = 1_000_000_000;

/** Starts an empty database and the built application on a free port. Their files are stored in `resultsDir/service`, which is emptied first. */
export async function prepareSubject(resultsDir: string, onStep: (step: string) => void): Promise<Subject> {
  requireBuild();
  const dataDir = join(resultsDir, "service");
  if (existsSync(join(dataDir, "postgres", "postmaster.pid")))
    throw new Error(`PostgreSQL of an earlier run may still use ${dataDir}. Stop it, then delete the directory.`);
  // Events from earlier runs would make this run slower.
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  onStep("Starting the database …");
  const database = await resolveDatabase({ dataDir, onProgress: onStep });
  await prepareDatabase(database.ownerUrl);
  const certificates = await makeCertificates();
  const receiver = await startHttpsReceiver(certificates);
  const authority = join(dataDir, "receiver-authority.pem");
  await writeFile(authority, certificates.authority);
  const port = await findFreePort(undefined);
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    ...process.env,
    NODE_ENV: "production" as const,
    DATABASE_URL: database.applicationUrl,
    DATA_DIR: dataDir,
    BENCHMARK_ROUTES: "true",
    NODE_EXTRA_CA_CERTS: authority,
    WEBHOOK_ALLOW_PRIVATE_NETWORK: "true",
    LOG_LEVEL: "info",
  };
  onStep("Starting the application …");
  const server = await startBuiltService(port, environment);
  Object.assign(process.env, environment);
  const tenants: Tenant[] = [];
  return {
    url,
    async organisation() {
      const created = await createTenant();
      const tenant = { ...created, client: new GovernanceClient({ baseUrl: url, apiKey: created.apiKey, retries: 0 }) };
      tenants.push(tenant);
      return tenant;
    },
    async settle() {
      for (const tenant of tenants.splice(0)) await indexEvents(tenant);
    },
    receiver,
    ownerUrl: database.ownerUrl,
    pid: server.pid ?? 0,
    async memoryMb() {
      // In pages of 4 KiB.
      const [, pages] = (await readFile(`/proc/${server.pid}/statm`, "utf8")).split(" ");
      return Math.round((Number(pages) * 4096) / 2 ** 20);
    },
    async stop() {
      server.kill("SIGTERM");
      if (server.exitCode === null) await once(server, "exit");
      const { pool } = await import("@/lib/platform/database/db");
      await pool().end();
      await database.stop();
      await receiver.close();
    },
  };
}

export async function createTenant() {
  const { rateClasses } = await import("@/lib/platform/rate-limits");
  const { createOrganisation } = await import("@/lib/domains/organisations");
  const { createApiKey } = await import("@/lib/domains/api-keys");
  const { registerModel } = await import("@/lib/domains/models");
  const { systemClock } = await import("@/lib/platform/core/clock");
  const { scopes } = await import("@/lib/platform/core/roles");
  const { initialiseNewSigner } = await import("@/lib/domains/audit-chain");
  await initialiseNewSigner(systemClock);
  const rateLimitOverrides = Object.fromEntries(Object.keys(rateClasses).map((name) => [name, unlimited]));
  const organisation = { name: "Benchmark", tier: "FOUNDING_PARTNER" as const, livemode: true, rateLimitOverrides };
  const { id } = await createOrganisation(organisation, systemClock);
  const ctx: Context = {
    organisation: { id, ...organisation },
    actor: { kind: "system", id: "benchmark" },
    scopes: new Set(scopes),
    clock: systemClock,
    requestId: "bench",
  };
  const { key: apiKey } = await createApiKey(ctx, { name: "benchmark", scopes: [...scopes] });
  const modelIds: string[] = [];
  for (let i = 0; i < 10; i++) modelIds.push((await registerModel(ctx, { name: `Model ${i}` })).id);
  return { ctx, modelIds, apiKey, headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" } };
}

/** Writes results with the date and the machine as JSON. Returns a sentence with both. */
export async function writeResults(resultsDir: string, file: string, results: object): Promise<string> {
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
  const path = resolve(resultsDir, file);
  await writeFile(path, `${JSON.stringify({ date: new Date().toISOString(), machine, ...results }, null, 2)}\n`);
  return `${machine}. Results: ${path}`;
}

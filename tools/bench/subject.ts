import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { GovernanceClient } from "@/clients/typescript/src";
import type { Context } from "@/lib/platform/core/context";
import { prepareDatabase } from "@/server/database/prepare";
import { resolveDatabase } from "@/server/database/resolve";
import { makeCertificates } from "../receiver/certificates";
import { type HttpsReceiver, startHttpsReceiver } from "../receiver/https-receiver";

/** What is measured: a running application with an organisation that no rate limit holds back. */
export interface Subject {
  url: string;
  /** A new organisation with a model and a key for everything. */
  organisation(): Promise<Tenant>;
  /** An HTTPS server of this process, to which the application may deliver. */
  receiver: HttpsReceiver;
  /** The application's process. */
  pid: number;
  /** Resident memory of the application's process in MiB. */
  memoryMb(): number;
  stop(): Promise<void>;
}

/** An organisation that no rate limit holds back, wherever it is asked for. */
interface Unlimited {
  /** For what is done by calling verbs. */
  ctx: Context;
  modelIds: string[];
  apiKey: string;
  headers: Record<string, string>;
}

export interface Tenant extends Unlimited {
  /** For what is not measured: nothing is tried twice, so that no refusal is passed over. */
  client: GovernanceClient;
}

const unlimited = 1_000_000_000;

/** Starts a database, the built application on a free port, and waits until it is ready. */
export async function prepareSubject(dataDir: string, onStep: (step: string) => void): Promise<Subject> {
  if (!existsSync(".next/service/start.mjs"))
    throw new Error("There is no build to measure: run `npm run build` first.");
  onStep("Starting the database …");
  const database = await resolveDatabase({ dataDir, onProgress: onStep });
  await prepareDatabase(database.ownerUrl);
  const certificates = await makeCertificates();
  const receiver = await startHttpsReceiver(certificates);
  const authority = join(dataDir, "receiver-authority.pem");
  await writeFile(authority, certificates.authority);
  const port = await freePort();
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
  const server = spawn(process.execPath, ["--enable-source-maps", ".next/service/start.mjs", "--port", String(port)], {
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
  });
  await ready(url, server);
  Object.assign(process.env, environment);
  return {
    url,
    async organisation() {
      const tenant = await makeTenant();
      return { ...tenant, client: new GovernanceClient({ baseUrl: url, apiKey: tenant.apiKey, retries: 0 }) };
    },
    receiver,
    pid: server.pid ?? 0,
    memoryMb: () => residentMb(server),
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

export async function makeTenant(): Promise<Unlimited> {
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
  const ctx = {
    organisation: { id, ...organisation },
    actor: { kind: "system" as const, id: "benchmark" },
    scopes: new Set(scopes),
    clock: systemClock,
    requestId: "bench",
  };
  const { key: apiKey } = await createApiKey(ctx, { name: "benchmark", scopes: [...scopes] });
  const modelIds: string[] = [];
  for (let i = 0; i < 10; i++) modelIds.push((await registerModel(ctx, { name: `Model ${i}` })).id);
  return { ctx, modelIds, apiKey, headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" } };
}

async function ready(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline && server.exitCode === null) {
    const response = await fetch(`${url}/api/health/ready`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resume) => setTimeout(resume, 100));
  }
  throw new Error("The application did not become ready.");
}

/** Linux tells the resident size in pages of 4 KiB. */
function residentMb(server: ChildProcess): number {
  const pages = Number(readFileSync(`/proc/${server.pid}/statm`, "utf8").split(" ")[1]);
  return Math.round((pages * 4096) / 2 ** 20);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

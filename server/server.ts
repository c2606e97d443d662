import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { format, stripVTControlCharacters } from "node:util";
import { checkReadiness, isReady } from "@/app/api/health/ready/check-readiness";
import { chainMetrics, headWatch, initialiseNewSigner, witnessMetrics } from "@/lib/domains/audit-chain";
import { streamMetrics } from "@/lib/domains/audit-streams";
import { moveMetrics } from "@/lib/domains/organisations";
import { env, serviceVersion } from "@/lib/platform/config/env";
import { hostName } from "@/lib/platform/config/public-url";
import { systemClock } from "@/lib/platform/core/clock";
import { watchClockSkew } from "@/lib/platform/core/clock-skew";
import { ServiceError } from "@/lib/platform/core/errors";
import { lifecycle } from "@/lib/platform/core/lifecycle";
import { pool } from "@/lib/platform/database/db";
import { areMigrationsApplied } from "@/lib/platform/database/migrations";
import { removeAbandonedDirectories } from "@/lib/platform/documents/temporary-directory";
import { startJobs } from "@/lib/platform/jobs";
import { jobFigures } from "@/lib/platform/jobs/figures";
import { startRegistration } from "@/lib/platform/jobs/registration";
import { requireUsableCertificate } from "@/lib/platform/signing/evidence-keys";
import { startHeartbeat } from "@/lib/platform/status";
import { processMetrics } from "@/lib/platform/telemetry/database-gauges";
import { log } from "@/lib/platform/telemetry/log";
import { startTracing } from "@/lib/platform/telemetry/start-tracing";
import { createDispatcher } from "./dispatcher";
import { drain } from "./drain";
import { createHttpServer, type RequestHandler } from "./http-server";
import { listen } from "./listen";
import { requireDatabase } from "./require-database";
import { servedPaths } from "./served-paths";
import { createStaticFiles } from "./static-files";

export interface ServerOptions {
  /** Compile on demand and reload on change, instead of serving the production build. */
  dev?: boolean;
}

export interface RunningServer {
  /** The base URL without a trailing slash: `http://localhost:3000`. */
  url: string;
  /**
   * Fails the readiness check for SHUTDOWN_DELAY, then stops accepting requests, lets running requests and jobs finish (at
   * most 10 s), and closes the database connections.
   */
  close(): Promise<void>;
}

const drainMs = 10_000;
const closeMs = 5_000;
/** How long the start waits for the signer's state. */
const signerMs = 5_000;
const migrationCheckMs = 1_000;
/** The metrics, so that a process that waits for migrations triggers the alert on unready processes. */
const servedBeforeMigrations = ["/api/health/", "/api/metrics"];

/**
 * Runs the HTTP server with Next and the background jobs on HOST and PORT, as far as PROCESS_ROLE selects them.
 *
 * @throws an Error with instructions if the environment is invalid, the port is in use or the build is missing.
 */
export async function startServer({ dev = false }: ServerOptions = {}): Promise<RunningServer> {
  Object.assign(process.env, { NODE_ENV: dev ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" });
  const { HOST: host, PORT: port, PROCESS_ROLE: role } = env();
  requireUsableCertificate(systemClock.now());
  if (!dev) {
    sendConsoleToLog();
    await passBuiltConfiguration();
  }
  const traces = await startTracing();
  const { default: next } = await import("next");

  let handle: RequestHandler | undefined;
  const server = createHttpServer(async (request, response) => {
    await handle?.(request, response);
  }, servedPaths(role));
  // Next drops connections with an upgrade that it does not support, and only its development server supports upgrades.
  // Without a listener, Node.js serves such requests like any other.
  const upgrades = dev ? server : createServer();
  const app = next({ dev, dir: process.cwd(), hostname: host, port, httpServer: upgrades });
  await app.prepare();
  const servePage = app.getRequestHandler();
  // In development Next serves the API as well, and compiles its routes again when they change.
  const serveApi = dev ? undefined : createDispatcher((await import("./routes")).servedRoutes);
  const serveStatic = dev ? undefined : await createStaticFiles(join(process.cwd(), ".next", "static"));
  let jobs: Awaited<ReturnType<typeof startJobs>> | undefined;
  let heartbeat: ReturnType<typeof startHeartbeat> | undefined;
  removeAbandonedDirectories();
  const build = { version: serviceVersion(), role };
  processMetrics(build, async () => isReady(await checkReadiness()));
  const startWork = async () => {
    // Events are recorded even if the signer's state is unavailable, or its storage does not respond.
    const initialised = initialiseNewSigner(systemClock).catch((error: unknown) => {
      log().error({ err: error }, "the signer's state cannot be read: checkpoints are not signed");
    });
    const isSlow = Promise.race([initialised.then(() => false), delay(signerMs, true)]);
    if (await isSlow) log().warn("the storage of the signer's state does not respond; the service starts without it");
    jobFigures();
    heartbeat = startHeartbeat(build);
    chainMetrics();
    moveMetrics();
    streamMetrics();
    watchClockSkew();
    witnessMetrics();
    jobs = role === "web" ? undefined : await startJobs();
    if (lifecycle().phase === "starting") lifecycle().phase = "serving";
    handle = async (request, response) => {
      if (await serveApi?.(request, response)) return;
      if (await serveStatic?.(request, response)) return;
      await servePage(request, response);
    };
  };
  const isMigrated = dev || (await areMigrationsApplied());
  if (isMigrated) await startWork();
  else {
    lifecycle().phase = "starting";
    log().warn("the database has pending migrations: requests return 503 until npm run db:migrate has applied them");
    handle = async (request, response) => {
      const isServed = servedBeforeMigrations.some((path) => request.url?.startsWith(path));
      if (isServed && (await serveApi?.(request, response))) return;
      throw new ServiceError("unavailable", "The database is being migrated.", { headers: { "Retry-After": "5" } });
    };
  }
  await listen(server, host, port);
  let registration: ReturnType<typeof startRegistration> | undefined;
  const register = () => {
    registration = role === "web" ? undefined : startRegistration(ownOrigin(server, host));
  };
  const waiting = new AbortController();
  let started: Promise<void> | undefined;
  if (isMigrated) register();
  else {
    started = whenMigrated(waiting.signal)
      .then(requireDatabase)
      .then(startWork)
      .then(register)
      .catch((error: unknown) => {
        if (waiting.signal.aborted) return;
        log().fatal({ err: error }, "startup failed after the migrations were applied");
        process.exitCode = 1;
        process.kill(process.pid, "SIGTERM");
      });
  }
  if (env().METRICS_TOKEN === undefined) {
    log().warn(
      "METRICS_TOKEN is not set: /api/metrics responds only to direct requests from this machine, not to proxied requests",
    );
  }

  return {
    url: urlOf(server, host),
    async close() {
      waiting.abort();
      lifecycle().phase = "stopping";
      // Load balancers notice the failed readiness check, and send no more requests.
      if (!dev) await delay(env().SHUTDOWN_DELAY * 1_000);
      await started;
      headWatch().endAll();
      registration?.close();
      await Promise.all([
        drain(server, dev ? 0 : drainMs),
        // While the database is unavailable, the engine can wait for it.
        Promise.race([jobs?.close(), delay(drainMs + closeMs)]),
        Promise.race([heartbeat?.close(), delay(closeMs)]),
      ]);
      await Promise.race([app.close(), delay(closeMs)]);
      await traces.close();
      await Promise.race([pool().end(), delay(closeMs)]);
      await new Promise((resolve) => log().flush(resolve));
    },
  };
}

async function whenMigrated(signal: AbortSignal): Promise<void> {
  do await delay(migrationCheckMs, undefined, { signal });
  while (!(await areMigrationsApplied().catch(() => false)));
}

/**
 * Passes the configuration of the build to Next, as its standalone server does: a release has no next.config.ts, and
 * compiling it takes a second.
 */
async function passBuiltConfiguration(): Promise<void> {
  const file = join(process.cwd(), ".next", "required-server-files.json");
  const text = await readFile(file, "utf8").catch(() => {
    throw new Error("No production build found. Create one with: npm run build");
  });
  const { config } = JSON.parse(text) as { config: object };
  process.env["__NEXT_PRIVATE_STANDALONE_CONFIG"] = JSON.stringify(config);
}

/** The address at which programs on this machine reach the process. */
function ownOrigin(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${hostName(host)}:${port}`;
}

/** Redirects Next's console output to the log, as JSON lines. */
function sendConsoleToLog(): void {
  const entry = (values: unknown[]) => stripVTControlCharacters(format(...values)).trim();
  console.log = (...values: unknown[]) => log().info(entry(values));
  console.info = console.log;
  console.warn = (...values: unknown[]) => log().warn(entry(values));
  console.error = (...values: unknown[]) => log().error(entry(values));
}

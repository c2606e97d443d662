import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { env } from "@/lib/platform/config/env";
import { withSessionSettings } from "@/lib/platform/database/db";
import { registerWorker } from "@/lib/platform/jobs/engine/worker-store";
import { log } from "@/lib/platform/telemetry/log";

/**
 * The engine's own connections, separate from those of requests: for queries, three for the queue, and one that
 * listens.
 */
export const engineConnections = 8;

/** Small, because the queries of many runs are batched into one statement. Requests have their own connections. */
export function enginePool(): pg.Pool {
  const created = new pg.Pool({
    ...connection("governance-audit-service jobs"),
    max: engineConnections,
    query_timeout: 30_000,
  });
  const lose = ({ message }: Error) => log().warn({ reason: message }, "the job engine lost a database connection");
  created.on("error", lose).on("connect", (client) => client.on("error", lose));
  return created;
}

/** A connection held for the lifetime of the process: without it, the process is considered dead. */
export function livenessClient(): pg.Client {
  return new pg.Client(connection("governance-audit-service liveness"));
}

function connection(application_name: string): pg.ClientConfig {
  return {
    connectionString: withSessionSettings(env().DATABASE_URL),
    application_name,
    // Long enough for a busy machine at startup: no user waits for background work.
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
  };
}

const retryMs = 500;

/** Keeps the worker registered as alive for as long as this process lives. */
export interface Liveness {
  release(): Promise<void>;
}

/** Holds the worker's lock, and takes it again on a new connection if the connection is lost. */
export async function holdLiveness(workerId: string): Promise<Liveness> {
  let isReleased = false;
  let held = await hold(workerId);
  const holding = keepHolding();

  async function keepHolding(): Promise<void> {
    for (;;) {
      const reason = await held.lost;
      if (isReleased) return;
      log().warn({ reason, workerId }, "the job engine lost its liveness connection");
      await regain();
    }
  }

  async function regain(): Promise<void> {
    while (!isReleased) {
      try {
        held = await hold(workerId);
        if (isReleased) await held.end();
        return;
      } catch {
        await delay(retryMs);
      }
    }
  }

  return {
    async release() {
      isReleased = true;
      await held.end();
      await holding;
    },
  };
}

interface Held {
  /** Resolves with the reason when the connection has ended. */
  lost: Promise<string | undefined>;
  end(): Promise<void>;
}

async function hold(workerId: string): Promise<Held> {
  const client = livenessClient();
  const lost = new Promise<string | undefined>((resolve) => {
    client.on("error", ({ message }) => resolve(message)).on("end", () => resolve(undefined));
  });
  const end = async () => await client.end().catch(() => undefined);
  try {
    await client.connect();
    await registerWorker(client, workerId);
    return { lost, end };
  } catch (error) {
    await end();
    throw error;
  }
}

import pg from "pg";
import { withSessionSettings } from "@/lib/db";
import { env } from "@/lib/env";
import { log } from "@/lib/log";

/** Connections of the engine's own, beside those of requests: queries, the queue's three, and one that listens. */
export const engineConnections = 8;

/** Small, because what many runs ask at the same time travels in one statement. Requests keep theirs to themselves. */
export function enginePool(): pg.Pool {
  const created = new pg.Pool({
    ...connection("governance-audit-service jobs"),
    max: engineConnections,
    query_timeout: 30_000,
  });
  const lose = ({ message }: Error) => log().warn({ reason: message }, "a connection of the job engine was lost");
  created.on("error", lose).on("connect", (client) => client.on("error", lose));
  return created;
}

/** A connection that is held for as long as the process works: the process is taken for dead without it. */
export function livenessClient(): pg.Client {
  return new pg.Client(connection("governance-audit-service liveness"));
}

function connection(application_name: string): pg.ClientConfig {
  return {
    connectionString: withSessionSettings(env().DATABASE_URL),
    application_name,
    // A start on a machine that is busy may wait: nobody waits for background work.
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
  };
}

import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { measureClockSkew } from "@/lib/platform/core/clock-skew";
import { deleteProcess, type ServiceProcess, storeHeartbeat } from "@/lib/platform/status/store";
import { log } from "@/lib/platform/telemetry/log";

const heartbeatMs = 15_000;

/** Reports every 15 seconds that this process is running. `close` removes it from the list of processes. */
export function startHeartbeat({ version, role }: Pick<ServiceProcess, "version" | "role">): {
  close(): Promise<void>;
} {
  const own = {
    ...{ id: randomUUID(), host: hostname(), pid: process.pid, nodeVersion: process.versions.node },
    ...{ version, role },
  };
  const beat = async () => {
    try {
      const clockSkewMs = Math.round(await measureClockSkew());
      await storeHeartbeat(own, { uptimeSeconds: process.uptime(), clockSkewMs });
    } catch (error) {
      log().warn({ err: error }, "the heartbeat of this process could not be stored");
    }
  };
  // One after the other: a delayed heartbeat must not follow the removal.
  let last = beat();
  const timer = setInterval(() => {
    last = last.then(beat);
  }, heartbeatMs).unref();
  return {
    async close() {
      clearInterval(timer);
      await last;
      await deleteProcess(own.id).catch(() => undefined);
    },
  };
}

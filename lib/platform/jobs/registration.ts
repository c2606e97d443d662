import { setTimeout as delay } from "node:timers/promises";
import { singleton } from "@/lib/platform/core/singleton";
import { pool } from "@/lib/platform/database/db";
import { jobsMode, registerFunctions } from "@/lib/platform/jobs/client";
import type { Job } from "@/lib/platform/jobs/define";
import { retryOutbox } from "@/lib/platform/jobs/engine/worker-store";
import { jobs as registered } from "@/lib/platform/jobs/registry";
import { log } from "@/lib/platform/telemetry/log";

/** The registration of this process's functions with the Inngest server. */
interface Registration {
  /** Undefined if this process does not register. */
  state: "pending" | "registered" | undefined;
  /** Whether the server knows the functions, as far as is known: events that it accepts without them start no run. */
  isAccepted: boolean;
  /** Registers again, for a server that may have lost the registration. */
  renew(): void;
}

const retryMs = 2_000;

export function registration(): Registration {
  return singleton("inngest-registration", () => ({ state: undefined, isAccepted: false, renew: () => undefined }));
}

/**
 * Registers the functions with the Inngest server, if one is configured, and retries until the server accepts them.
 * Events that could not be sent before the first registration, or during an outage of the server, are then sent
 * immediately. Processes that serve no functions must not call this.
 *
 * @param ownOrigin The address of this process.
 */
export function startRegistration(ownOrigin: string, jobs: Job[] = registered): { close(): void } {
  if (jobsMode() === "embedded") return { close: () => undefined };
  const closing = new AbortController();
  const current = registration();
  let isRunning = false;
  let isFirst = true;

  async function register(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    current.isAccepted = false;
    let failures = 0;
    for (; !closing.signal.aborted; failures++) {
      try {
        await registerFunctions(jobs, ownOrigin);
        current.state = "registered";
        log().info("the functions are registered with the Inngest server");
        break;
      } catch (error) {
        if (!closing.signal.aborted) current.state = "pending";
        if (failures === 0) log().warn({ err: error }, "the functions could not be registered; retrying");
        await delay(retryMs, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
    isRunning = false;
    if (closing.signal.aborted) return;
    current.isAccepted = true;
    // Not again if the server was available: it rejects the events, and would be sent them in a loop.
    const hasWaiting = failures > 0 || isFirst;
    isFirst = false;
    if (hasWaiting) await sendWaiting();
  }

  /** The second time for entries whose last attempt began before the server accepted the functions. */
  async function sendWaiting(): Promise<void> {
    await retryOutbox(pool()).catch(() => undefined);
    await delay(retryMs, undefined, { signal: closing.signal }).catch(() => undefined);
    if (!closing.signal.aborted) await retryOutbox(pool()).catch(() => undefined);
  }

  current.state = "pending";
  current.renew = () => void register();
  void register();
  return {
    close: () => {
      closing.abort();
      current.state = undefined;
    },
  };
}

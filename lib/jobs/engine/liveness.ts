import { setTimeout as delay } from "node:timers/promises";
import { livenessClient } from "@/lib/jobs/engine/connections";
import { registerWorker } from "@/lib/jobs/engine/worker-store";
import { log } from "@/lib/log";

const retryMs = 500;

/** Says for as long as this process lives, and no longer, that a worker of the queue is alive. */
export interface Liveness {
  release(): Promise<void>;
}

/** Holds the worker's lock; takes it again, on a new connection, when the connection is lost. */
export async function holdLiveness(workerId: string): Promise<Liveness> {
  let isReleased = false;
  let held = await hold(workerId);
  const holding = keepHolding();

  async function keepHolding(): Promise<void> {
    for (;;) {
      const reason = await held.lost;
      if (isReleased) return;
      log().warn({ reason, workerId }, "the job engine lost the connection that says that it is alive");
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
  /** Settles when the connection has ended, with why. */
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

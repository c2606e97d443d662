import { runHeavyStep } from "@/lib/evidence/generation/heavy-steps";
import { removeScratchOf } from "@/lib/evidence/generation/scratch";
import { toSentError } from "@/lib/evidence/generation/sent-error";
import type { WorkerMessage, WorkOrder } from "@/lib/evidence/generation/workshop-messages";
import { log } from "@/lib/log";

/**
 * The process that does heavy steps for the workshop of another one, one after the other. It lives as long as the channel to
 * that one: when it is closed, by whatever end, this process ends too, in the middle of its work.
 */
process.on("disconnect", () => {
  removeScratchOf(process.pid);
  process.exit(1);
});

// A Ctrl-C goes to every process of a terminal: the other one decides what becomes of the work.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

process.on("message", (order: WorkOrder) => void carryOut(order));

async function carryOut({ key, step }: WorkOrder): Promise<void> {
  const onProgress = (fraction: number) => say({ said: "progress", fraction });
  const result = await runHeavyStep(key, step, { onProgress }).then(
    (outcome) => ({ said: "done" as const, outcome }),
    (error) => ({ said: "failed" as const, error: toSentError(error) }),
  );
  // Who gave the order may end this process on its answer.
  await new Promise((resolve) => log().flush(resolve));
  say({ ...result, rssBytes: process.memoryUsage.rss() });
}

function say(message: WorkerMessage): void {
  process.send?.(message);
}

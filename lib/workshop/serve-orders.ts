import { log } from "@/lib/log";
import type { WorkerMessage } from "@/lib/workshop/messages";
import { removeScratchOf } from "@/lib/workshop/scratch";
import { toSentError } from "@/lib/workshop/sent-error";

/**
 * Makes this process a worker of a workshop in another one: it carries out its orders, one after the other. It lives as long
 * as the channel to that one: when it is closed, by whatever end, this process ends too, in the middle of its work.
 */
export function serveOrders<Order, Outcome>(
  carryOut: (order: Order, onProgress: (fraction: number) => void) => Promise<Outcome>,
): void {
  process.on("disconnect", () => {
    removeScratchOf(process.pid);
    process.exit(1);
  });
  // A Ctrl-C goes to every process of a terminal: the other one decides what becomes of the work.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

  const say = (message: WorkerMessage<Outcome>) => void process.send?.(message);
  process.on("message", async (order: Order) => {
    const result = await carryOut(order, (fraction) => say({ said: "progress", fraction })).then(
      (outcome) => ({ said: "done" as const, outcome }),
      (error) => ({ said: "failed" as const, error: toSentError(error) }),
    );
    // Who gave the order may end this process on its answer.
    await new Promise((resolve) => log().flush(resolve));
    say({ ...result, rssBytes: process.memoryUsage.rss() });
  });
}

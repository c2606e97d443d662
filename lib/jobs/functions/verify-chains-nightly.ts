import { startNightlyVerifications } from "@/lib/audit-chain";
import { isoMilliseconds, systemClock } from "@/lib/clock";
import { onSchedule } from "@/lib/jobs/define";

/** Organisations whose verifications begin together, and how long the next ones wait for them. */
const together = 50;
const staggerMs = 30_000;

/** Has every chain verified from its beginning, a few organisations at a time. At 02:17 UTC: not when everybody's jobs begin. */
export const verifyChainsNightly = onSchedule(
  "17 2 * * *",
  { id: "verify-chains-nightly", retries: 10, concurrency: { limit: 1 } },
  async ({ step }) => {
    const since = await step.run("begin", async () => isoMilliseconds(systemClock.now()));
    let after: string | undefined = "";
    for (let part = 1; after !== undefined; part++) {
      const behind: string = after;
      if (part > 1) await step.sleep(`stagger-${part}`, staggerMs);
      const started = await step.run(`start-${part}`, () =>
        startNightlyVerifications(systemClock, { after: behind, since, limit: together }),
      );
      // Remembered as JSON, in which undefined is left out.
      after = started.after;
    }
  },
);

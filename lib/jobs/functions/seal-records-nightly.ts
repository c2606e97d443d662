import { sealNextBaselines } from "@/lib/audit-chain";
import { systemClock } from "@/lib/clock";
import { onSchedule } from "@/lib/jobs/define";

/** Organisations that one step seals. */
const together = 20;

/** Seals the records of organisations that are not sealed yet. At 01:53 UTC, before the nightly verifications. */
export const sealRecordsNightly = onSchedule(
  "53 1 * * *",
  { id: "seal-records-nightly", retries: 10, concurrency: { limit: 1 } },
  async ({ step }) => {
    let after: string | undefined = "";
    for (let part = 1; after !== undefined; part++) {
      const behind: string = after;
      const sealed = await step.run(`seal-${part}`, () =>
        sealNextBaselines(systemClock, { after: behind, limit: together }),
      );
      // Steps return JSON, which leaves out undefined.
      after = sealed.after;
    }
  },
);

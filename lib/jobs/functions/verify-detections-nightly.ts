import { systemClock } from "@/lib/clock";
import { onSchedule } from "@/lib/jobs/define";
import { verifyNextDetections } from "@/lib/shadow-ai";

/** Organisations that one step verifies. */
const together = 20;

/** Has every organisation's detections of shadow AI compared with its chain. At 03:41 UTC: the chains were verified before. */
export const verifyDetectionsNightly = onSchedule(
  "41 3 * * *",
  { id: "verify-detections-nightly", retries: 10, concurrency: { limit: 1 } },
  async ({ step }) => {
    let after: string | undefined = "";
    for (let part = 1; after !== undefined; part++) {
      const behind: string = after;
      const verified = await step.run(`verify-${part}`, () =>
        verifyNextDetections(systemClock, { after: behind, limit: together }),
      );
      // Remembered as JSON, in which undefined is left out.
      after = verified.after;
    }
  },
);

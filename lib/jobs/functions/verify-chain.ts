import { runVerification, sweepVerifications as sweep } from "@/lib/audit-chain";
import { systemClock } from "@/lib/clock";
import { findPackageCheckpoints } from "@/lib/evidence";
import { onEvent, onSchedule } from "@/lib/jobs/define";

/** Between two looks at a verification that has no place yet, or whose process may have died. */
const waitMs = 15_000;
/** Looks that one run has, some two hours of them; what is left then is for the sweep. */
const looksMax = 450;

/**
 * Verifies a long chain. Of an organisation one at a time; of all of them as many as each process has places for. A run
 * whose process was killed is begun anew when its last sign of life is half a minute old.
 */
export const verifyChain = onEvent(
  "audit/verification.requested",
  { id: "verify-chain", retries: 10, concurrency: { limit: 1, key: "event.data.organisationId" } },
  async ({ data, step }) => {
    for (let look = 1; look <= looksMax; look++) {
      const work = () => runVerification(data.organisationId, data.verificationId, systemClock, findPackageCheckpoints);
      const { state } = await step.run(`verify-${look}`, work);
      if (state === "ended") return;
      await step.sleep(`wait-${look + 1}`, waitMs);
    }
  },
);

/** Asks again for verifications that the job engine has lost. */
export const sweepVerifications = onSchedule(
  "*/10 * * * *",
  { id: "sweep-verifications", retries: 3, concurrency: { limit: 1 } },
  ({ step }) => step.run("sweep", () => sweep()),
);

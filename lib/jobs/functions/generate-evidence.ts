import { systemClock } from "@/lib/clock";
import { abandonPackage, generationSteps, performStep } from "@/lib/evidence";
import { onEvent } from "@/lib/jobs/define";

/** Between two looks at a step that has no place yet, or that somebody else is at: longer each time, up to this. */
const waitMs = 2_000;
const waitMsMax = 15_000;
/** Looks that one run has, an hour and a half of them; what is left then is for the sweep. */
const looksMax = 400;

/**
 * Makes an evidence package, step by step. A process that is killed in the middle of one leaves it to be done again; who
 * is asked for a package that somebody else makes finds its steps done, or waits.
 */
export const generateEvidence = onEvent(
  "evidence/package.requested",
  {
    id: "generate-evidence",
    retries: 5,
    concurrency: { limit: 2, key: "event.data.organisationId" },
    onFailure: ({ data }) => abandonPackage(data, unmade, systemClock),
  },
  async ({ data, step }) => {
    let looks = 0;
    for (const name of generationSteps) {
      for (let look = 1; ; look++) {
        const { state } = await step.run(`${name}-${look}`, () => performStep(data, name, { clock: systemClock }));
        if (state === "done") break;
        if (state === "ended" || ++looks === looksMax) return;
        await step.sleep(`wait-${name}-${look}`, Math.min(waitMsMax, waitMs * look));
      }
    }
  },
);

/** What is told of an error that has nothing to do with what was asked for: its particulars are for the log. */
const unmade =
  "The package could not be made because of an error of the service. Ask for it again; if that fails too, tell us its id.";

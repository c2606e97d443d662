import { systemClock } from "@/lib/clock";
import { performSteps } from "@/lib/documents/generation";
import { abandonPackage, generationSteps, performStep } from "@/lib/evidence";
import { onEvent } from "@/lib/jobs/define";

export const generateEvidence = onEvent(
  "evidence/package.requested",
  {
    id: "generate-evidence",
    retries: 5,
    concurrency: { limit: 2, key: "event.data.organisationId" },
    onFailure: ({ data }) => abandonPackage(data, unmade, systemClock),
  },
  ({ data, step }) => performSteps(step, generationSteps, (name) => performStep(data, name, { clock: systemClock })),
);

/** The reason for a failure of the service itself; the details are in the log. */
const unmade =
  "The package could not be made because of an error of the service. Ask for it again; if that fails too, tell us its id.";

import { systemClock } from "@/lib/clock";
import { onEvent } from "@/lib/jobs/define";
import { publishCheckpoints as publish } from "@/lib/webhooks";

/** Batches that one step verifies and publishes. */
const batchesOfStep = 10;

/** Tells of an organisation's checkpoints, each once it is verified. Of one organisation one at a time: a second would repeat it. */
export const publishCheckpoints = onEvent(
  "audit/checkpoints.issued",
  { id: "publish-checkpoints", retries: 10, concurrency: { limit: 1, key: "event.data.organisationId" } },
  async ({ data, step }) => {
    let aboveSize: number | undefined = 0;
    for (let part = 1; aboveSize !== undefined; part++) {
      const from: number = aboveSize;
      const work = () => publish(data.organisationId, systemClock, { aboveSize: from, batchesMax: batchesOfStep });
      ({ aboveSize } = await step.run(`publish-${part}`, work));
    }
  },
);

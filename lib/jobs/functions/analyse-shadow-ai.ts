import { systemClock } from "@/lib/clock";
import { onEvent } from "@/lib/jobs/define";
import { analyseUses } from "@/lib/shadow-ai";

/** Looks at the uses of AI services that have changed. Of one organisation one at a time: the second would wait for the first. */
export const analyseShadowAi = onEvent(
  "shadow-ai/traffic.added",
  { id: "analyse-shadow-ai", retries: 10, concurrency: { limit: 1, key: "event.data.organisationId" } },
  async ({ data, step }) => step.run("analyse", () => analyseUses(data.organisationId, systemClock)),
);

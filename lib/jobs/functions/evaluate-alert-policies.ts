import { evaluateChain } from "@/lib/alert-policies";
import { systemClock } from "@/lib/clock";
import { onEvent } from "@/lib/jobs/define";

/** Batches that one step evaluates: a step is repeated as a whole after a crash. */
const batchesOfStep = 20;

/** On a busy chain policies are looked at about twice a second, whatever the number of commits. */
const gatherMs = 400;

/**
 * Holds what was appended to a chain against its organisation's alert policies. Of one organisation one at a time: the
 * second would only wait.
 */
export const evaluateAlertPolicies = onEvent(
  "audit/chain.watched",
  { id: "evaluate-alert-policies", retries: 10, concurrency: { limit: 1, key: "event.data.organisationId" } },
  async ({ data, step }) => {
    for (let part = 1; ; part++) {
      const options = { batchesMax: batchesOfStep, ...(part === 1 && { gatherMs }) };
      const { caughtUp } = await step.run(`evaluate-${part}`, () =>
        evaluateChain(data.organisationId, systemClock, options),
      );
      if (caughtUp) return;
    }
  },
);

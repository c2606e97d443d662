import { announceGrowth, listBehind } from "@/lib/audit-chain";
import { systemClock } from "@/lib/clock";
import { inTransaction } from "@/lib/db";
import { onEvent, onSchedule } from "@/lib/jobs/define";
import { publishChain } from "@/lib/webhooks";

/** Batches that one step publishes: a step is repeated as a whole after a crash, and takes about a second. */
const batchesOfStep = 20;

/** Publishes what was appended to a chain. Of one organisation, one at a time: the second would only wait. */
export const publishChainEvents = onEvent(
  "audit/chain.grown",
  { id: "publish-chain-events", retries: 10, concurrency: { limit: 1, key: "event.data.organisationId" } },
  async ({ data, step }) => {
    for (let part = 1; ; part++) {
      const work = () => publishChain(data.organisationId, systemClock, batchesOfStep);
      const { caughtUp } = await step.run(`publish-${part}`, work);
      if (caughtUp) return;
    }
  },
);

/** Organisations that one sweep wakes. */
const sweepMax = 1_000;

/** Wakes whoever stands behind the end of a chain, should the news of its growth have been lost. */
export const sweepChainFollowers = onSchedule("* * * * *", { id: "sweep-chain-followers", retries: 3 }, ({ step }) =>
  step.run("announce", () =>
    inTransaction(undefined, async (tx) => {
      const organisationIds = await listBehind(sweepMax);
      for (const organisationId of organisationIds) await announceGrowth(tx, organisationId);
      return organisationIds.length;
    }),
  ),
);

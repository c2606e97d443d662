import { systemClock } from "@/lib/clock";
import { onEvent } from "@/lib/jobs/define";
import { settleEffect } from "@/lib/jobs/pending-store";
import { publishChainVerified as publish } from "@/lib/webhooks";

/** Tells of a verification that passed. */
export const publishChainVerified = onEvent(
  "audit/verification.passed",
  { id: "publish-chain-verified", retries: 10 },
  ({ data, step }) =>
    step.run("publish", async () => {
      await publish(data.organisationId, data.verificationId, systemClock);
      await settleEffect({ name: "audit/verification.passed", data });
    }),
);

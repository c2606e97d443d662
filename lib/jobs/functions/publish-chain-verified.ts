import { systemClock } from "@/lib/clock";
import { onEvent } from "@/lib/jobs/define";
import { publishChainVerified as publish } from "@/lib/webhooks";

/** Tells of a verification that passed. */
export const publishChainVerified = onEvent(
  "audit/verification.passed",
  { id: "publish-chain-verified", retries: 10 },
  ({ data, step }) => step.run("publish", () => publish(data.organisationId, data.verificationId, systemClock)),
);

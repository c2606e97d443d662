import { systemClock } from "@/lib/clock";
import { onEvent } from "@/lib/jobs/define";
import { settleEffect } from "@/lib/jobs/pending-store";
import { publishIntegrityFailure as publish } from "@/lib/webhooks";

/** Tells of a place where a chain does not agree with itself. */
export const publishIntegrityFailure = onEvent(
  "audit/integrity.failed",
  { id: "publish-integrity-failure", retries: 10 },
  ({ data, step }) =>
    step.run("publish", async () => {
      await publish(data.organisationId, data.eventId, data.code, systemClock);
      await settleEffect({ name: "audit/integrity.failed", data });
    }),
);

import { attestCheckpoints as attest } from "@/lib/audit-chain";
import { systemClock } from "@/lib/clock";
import { onEvent, onSchedule } from "@/lib/jobs/define";

/** Submits new checkpoints to witnesses and to the timestamp authority, apart from signing, which never waits for them. */
export const attestCheckpoints = onEvent(
  "audit/checkpoints.signed",
  { id: "attest-checkpoints", retries: 3, concurrency: { limit: 1 } },
  ({ step }) => step.run("attest", () => attest(systemClock)),
);

/** The same on the clock: for checkpoints that were issued on demand, and for whatever an earlier run could not obtain. */
export const sweepAttestations = onSchedule(
  "* * * * *",
  { id: "sweep-attestations", retries: 3, concurrency: { limit: 1 } },
  ({ step }) => step.run("attest", () => attest(systemClock)),
);

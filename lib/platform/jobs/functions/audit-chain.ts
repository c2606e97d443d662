import * as chain from "@/lib/domains/audit-chain";
import { findPackageCheckpoints } from "@/lib/domains/evidence";
import { listUnpublishedCheckpoints } from "@/lib/domains/webhooks";
import { isoMilliseconds, systemClock } from "@/lib/platform/core/clock";
import { inParts, onEvent, onSchedule } from "@/lib/platform/jobs/define";

/** Organisations processed in one step. */
const organisationsOfStep = 500;

/**
 * Signs every chain with new events, copies the checkpoints, and notifies endpoints, also of checkpoints that were issued
 * on demand or that an earlier run could not publish.
 */
export const issueCheckpoints = onSchedule(
  "* * * * *",
  { id: "issue-checkpoints", retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => {
    const issued = await step.run("issue", () => chain.issueDueCheckpoints(systemClock));
    if (issued.issued > 0) await step.sendEvent("attest", { name: "audit/checkpoints.signed", data: {} });
    await inParts(async (after, part) => {
      const unpublished = await step.run(`look-${part}`, () => listUnpublishedCheckpoints(after, organisationsOfStep));
      const events = unpublished.organisationIds.map((organisationId) => ({
        name: "audit/checkpoints.issued" as const,
        data: { organisationId },
      }));
      if (events.length > 0) await step.sendEvent(`tell-${part}`, events);
      return unpublished;
    });
    return issued;
  },
);

/** Submits new checkpoints to witnesses and the timestamp authority, apart from signing, which never waits for them. */
export const attestCheckpoints = onEvent(
  "audit/checkpoints.signed",
  { id: "attest-checkpoints", retries: 3, concurrency: { limit: 1 } },
  ({ step }) => step.run("attest", () => chain.attestCheckpoints(systemClock)),
);

/**
 * The same on a schedule, for checkpoints issued on demand and for cosignatures and timestamps that an earlier run
 * could not obtain.
 */
export const sweepAttestations = onSchedule(
  "* * * * *",
  { id: "sweep-attestations", retries: 3, concurrency: { limit: 1 } },
  ({ step }) => step.run("attest", () => chain.attestCheckpoints(systemClock)),
);

/** Delay between checks of a verification that waits for a free slot or whose process may have been killed. */
const waitMs = 15_000;
/** Checks per run, for about two hours. After that, the sweep requests the verification again. */
const looksMax = 450;

/**
 * Verifies a long chain. Runs one verification at a time for each organisation, and in each process as many as it has
 * slots. A run whose process was killed starts again when its last heartbeat is half a minute old.
 */
export const verifyChain = onEvent(
  "audit/verification.requested",
  { id: "verify-chain", retries: 10, concurrency: { limit: 1, key: "event.data.organisationId" } },
  async ({ data, step }) => {
    const { organisationId, verificationId } = data;
    for (let look = 1; look <= looksMax; look++) {
      const work = () => chain.runVerification(organisationId, verificationId, systemClock, findPackageCheckpoints);
      const { state } = await step.run(`verify-${look}`, work);
      if (state === "ended") return;
      await step.sleep(`wait-${look + 1}`, waitMs);
    }
  },
);

/** Requests lost verifications again. */
export const sweepVerifications = onSchedule(
  "* * * * *",
  { id: "sweep-verifications", retries: 3, concurrency: { limit: 1 } },
  ({ step }) => step.run("sweep", () => chain.sweepVerifications()),
);

/** Number of verifications that start together, and the delay before the next ones. */
const verifiedTogether = 50;
const staggerMs = 30_000;

/**
 * Verifies every chain, from its beginning once a week and otherwise from the last verified checkpoint, a few
 * organisations at a time. At 02:17 UTC, to avoid the load at full hours.
 */
export const verifyChainsNightly = onSchedule(
  "17 2 * * *",
  { id: "verify-chains-nightly", retries: 10, concurrency: { limit: 1 } },
  async ({ step }) => {
    const since = await step.run("begin", async () => isoMilliseconds(systemClock.now()));
    await inParts(async (after, part) => {
      if (part > 1) await step.sleep(`stagger-${part}`, staggerMs);
      return step.run(`start-${part}`, () =>
        chain.startNightlyVerifications(systemClock, { after, since, limit: verifiedTogether }),
      );
    });
  },
);

/** Organisations sealed per step. */
const sealedTogether = 20;

/** Seals the records of organisations that are not sealed yet, at 01:53 UTC, before the nightly verifications. */
export const sealRecordsNightly = onSchedule(
  "53 1 * * *",
  { id: "seal-records-nightly", retries: 10, concurrency: { limit: 1 } },
  ({ step }) =>
    inParts((after, part) =>
      step.run(`seal-${part}`, () => chain.sealNextBaselines(systemClock, { after, limit: sealedTogether })),
    ),
);

/** Together less than the schedule's interval of one minute, so that runs do not overlap. */
const indexing = { parts: 10, partMs: 5_000 };

/** Indexes new events for search. A search itself indexes the newest ones. */
export const indexEvents = onSchedule(
  "* * * * *",
  { id: "index-events", retries: 3, concurrency: { limit: 1 } },
  async ({ step }) => {
    let total = 0;
    for (let part = 1; part <= indexing.parts; part++) {
      const until = () => systemClock.now() + indexing.partMs;
      const { indexed } = await step.run(`index-${part}`, () => chain.indexNewEvents(systemClock, until()));
      if (indexed === 0) break;
      total += indexed;
    }
    return { indexed: total };
  },
);

import type { ChainVerification } from "@/lib/domains/audit-chain/schemas-verification";
import { countedText, countText, durationText } from "@/lib/platform/client/format";

export const integrityFindings = {
  integrityFindings: "Integrity findings",
  none: "No integrity findings.",
  note: "A finding is recorded when a verification or the signing of a checkpoint detects inconsistent data. Findings stay listed after they are resolved.",
  confirmed: "Confirmed",
  findingResolved: "Finding resolved.",
  resolutionRequestWithdrawn: "Resolution request withdrawn.",
  resolutionRequestRejected: "Resolution request rejected.",
  requestResolution: "Request resolution…",
  confirmResolution: "Confirm resolution",
  withdrawRequest: "Withdraw request",
  rejectRequest: "Reject request",
  theChainIsIntact: "The chain is intact",
  verificationFailed: "Verification failed",
  notFullyVerified: "The chain could not be fully verified",
  noNewEvents: "No new events",
  chainNoEvents: "The chain has no events",
  lastCheckpointVerified: (to: number) => `The last checkpoint and event #${countText(to)} were verified. `,
  eventsVerified: ({ eventsVerified, from, to, durationMs }: ChainVerification) =>
    `${countedText(eventsVerified, "event")} (#${countText(from)} to #${countText(to)}) verified in ${durationText(durationMs)}. `,
  contentErased: (erased: number) =>
    `The content of ${countedText(erased, "event")} was erased, as recorded on the chain. `,
  recordsNotOnChain: (recordsUnsealed: number) =>
    `Records not yet sealed on the chain: ${countText(recordsUnsealed)}. `,
  checkResults: "Check results",
};

export const resolveFindingDialog = {
  enterAReason: "Enter a reason.",
  success: "Resolution requested. Another administrator must confirm the request.",
  requestResolution: "Request resolution",
  resolutionNotRequested: "Resolution not requested",
  resolveFindingOnly:
    "Request resolution only if the finding is a false positive. Another administrator must confirm the request. Both steps are recorded on the audit chain, and the finding remains listed. If the same problem is found again, the finding reopens.",
  reasonDescription: "Visible to your organisation only. Not stored on the audit chain.",
};

export const verificationPage = {
  verification: "Verification",
  verificationDescription:
    "Recompute the hashes of the chain to check whether events were changed, removed or reordered.",
  verifyFullChain: "Verify full chain",
  verifyNewEvents: "Verify new events",
  notVerified: "The chain could not be verified",
  verificationFailedAfter:
    "Verification failed after several attempts, or its result was changed outside the service. Start a new verification.",
  lastCheckpoint: "Last checkpoint",
  checkpointNote:
    "The signature covers the state of the chain when the checkpoint was created. It does not verify the events.",
  theCheckpoint: "the checkpoint",
  noCheckpointYet: "No checkpoint yet. The chain is empty.",
  eventsCovered: "Events covered",
  merkleRoot: "Merkle root",
  previousCheckpoint: "Previous checkpoint",
  checkpointHash: "checkpoint hash",
  signingKey: "Signing key",
  storeCopy: "Store a copy of the checkpoint outside the service.",
  checkpoint: "checkpoint",
  progress: (eventsVerified: number, eventsTotal: number) =>
    `Verifying: ${countText(eventsVerified)} of ${countText(eventsTotal)} events`,
  percentVerified: (percent: number) => `${percent}% verified`,
  canLeave: "You can leave this page. Verification continues in the background.",
  checks: "Checks in a verification",
  conditions: "A verification checks these conditions:",
  history: "Verification history",
  storedVerifications: "Stored verifications",
  historyNote:
    "Ranges can overlap, because a verification continues from the last verified checkpoint. Verifications for reports and evidence packages are recorded in the report or package, and do not change the range shown as intact.",
  noVerificationsYet: "No verifications yet",
  noVerificationsText: "Verify the full chain, or wait for the nightly verification.",
  started: "Started",
  scope: "Scope",
  modes: {
    full: "Full",
    incremental: "Since the last checkpoint",
    continued: "Since the last verified checkpoint",
  },
  range: (from: number, to: number) => {
    if (to < from) return "No events";
    return to === from ? `#${countText(from)}` : `#${countText(from)} to #${countText(to)}`;
  },
  findings: "Findings",
};

export { appendBatch } from "@/lib/audit-chain/append-batch";
export { appendEvent } from "@/lib/audit-chain/append-event";
export { appendInTransaction } from "@/lib/audit-chain/append-in-transaction";
export { genesisHash } from "@/lib/audit-chain/block";
export { verifyCheckpointSignature } from "@/lib/audit-chain/checkpoints/checkpoint";
export { getCheckpoint, getCheckpointNote } from "@/lib/audit-chain/checkpoints/get-checkpoint";
export { issueDueCheckpoints } from "@/lib/audit-chain/checkpoints/issue-due-checkpoints";
export { proveConsistency } from "@/lib/audit-chain/checkpoints/prove-consistency";
export { proveInclusion } from "@/lib/audit-chain/checkpoints/prove-inclusion";
export { proveMembership } from "@/lib/audit-chain/checkpoints/prove-membership";
export { listLastCheckpoints, verifyCheckpoints } from "@/lib/audit-chain/checkpoints/verify-checkpoints";
export { eventActor } from "@/lib/audit-chain/event-actor";
export { exportEvents, exportTypes } from "@/lib/audit-chain/export-events";
export {
  advanceFollower,
  announceGrowth,
  followChain,
  listBehind,
  readBehind,
  unfollowChain,
} from "@/lib/audit-chain/followers";
export { getEvent } from "@/lib/audit-chain/get-event";
export { listEvents } from "@/lib/audit-chain/list-events";
export { locateModelPeriod } from "@/lib/audit-chain/locate-model-period";
export { LeavesMissing } from "@/lib/audit-chain/merkle/load-tiles";
export { findChainEnd, type ModelEventsRange, type PositionRange } from "@/lib/audit-chain/model-thread-store";
export { readModelEvents, readModelPositions } from "@/lib/audit-chain/read-model-events";
export { findFinding, placeOf, recordFinding } from "@/lib/audit-chain/store";
export type { StoredEvent } from "@/lib/audit-chain/stored-event";
export { findPassedVerification } from "@/lib/audit-chain/verification/find-passed-verification";
export { getVerification } from "@/lib/audit-chain/verification/get-verification";
export { listChains } from "@/lib/audit-chain/verification/list-chains";
export { recordFindings } from "@/lib/audit-chain/verification/record-findings";
export { runVerification } from "@/lib/audit-chain/verification/run-verification";
export { startNightlyVerifications } from "@/lib/audit-chain/verification/start-nightly-verifications";
export { sweepVerifications } from "@/lib/audit-chain/verification/sweep-verifications";
export { verifyChain } from "@/lib/audit-chain/verification/verify-chain";
export { type ChainReport, verifyStoredChain } from "@/lib/audit-chain/verification/verify-stored-chain";
export { verifyEvent } from "@/lib/audit-chain/verify-event";

export { appendBatch } from "@/lib/audit-chain/append-batch";
export { appendEvent } from "@/lib/audit-chain/append-event";
export {
  appendInTransaction,
  recordConfigurationChange,
  type ServiceEvent,
} from "@/lib/audit-chain/append-in-transaction";
export { genesisHash } from "@/lib/audit-chain/block";
export { checkSignature } from "@/lib/audit-chain/checkpoints/checkpoint";
export { getCheckpoint } from "@/lib/audit-chain/checkpoints/get-checkpoint";
export { issueDueCheckpoints } from "@/lib/audit-chain/checkpoints/issue-due-checkpoints";
export { proveConsistency } from "@/lib/audit-chain/checkpoints/prove-consistency";
export { proveInclusion } from "@/lib/audit-chain/checkpoints/prove-inclusion";
export { proveMembership } from "@/lib/audit-chain/checkpoints/prove-membership";
export { listLastCheckpoints, verifyCheckpoints } from "@/lib/audit-chain/checkpoints/verify-checkpoints";
export { countByType } from "@/lib/audit-chain/count-by-type";
export { eraseContent } from "@/lib/audit-chain/erasure/erase-content";
export { findErasable } from "@/lib/audit-chain/erasure/erasure-store";
export { eventActor } from "@/lib/audit-chain/event-actor";
export { exportEvents, exportTypes } from "@/lib/audit-chain/export-events";
export { findFirstReceived } from "@/lib/audit-chain/find-first-received";
export { listFindings } from "@/lib/audit-chain/findings/list-findings";
export { countReopened } from "@/lib/audit-chain/findings/resolution-store";
export {
  confirmResolution,
  rejectResolution,
  requestResolution,
} from "@/lib/audit-chain/findings/resolve-finding";
export {
  advanceFollower,
  announceGrowth,
  followChain,
  listBehind,
  readBehind,
  readOutlinesBehind,
  takeNews,
  unfollowChain,
} from "@/lib/audit-chain/followers";
export { getEvent } from "@/lib/audit-chain/get-event";
export { getNeighbours } from "@/lib/audit-chain/get-neighbours";
export { headWatch } from "@/lib/audit-chain/head-watch";
export { listEvents } from "@/lib/audit-chain/list-events";
export { locateModelPeriod } from "@/lib/audit-chain/locate-model-period";
export { TreeMismatch } from "@/lib/audit-chain/merkle/load-authentic-tiles";
export { LeavesMissing } from "@/lib/audit-chain/merkle/load-tiles";
export { findChainEnd, type ModelEventsRange, type PositionRange } from "@/lib/audit-chain/model-thread-store";
export {
  type EventOutline,
  findEventsOfSources,
  findKnownSources,
  findOutlines,
  readPayloads,
} from "@/lib/audit-chain/outline-store";
export { readChainHealth } from "@/lib/audit-chain/overview/read-chain-health";
export { readEventFigures } from "@/lib/audit-chain/overview/read-event-figures";
export type { PeriodEvent } from "@/lib/audit-chain/period/period-store";
export {
  type ChainPeriod,
  readChainPeriod,
  readEventsOfType,
  readPeriodEvents,
} from "@/lib/audit-chain/period/read-period";
export { readModelEvents, readModelPositions } from "@/lib/audit-chain/read-model-events";
export { sealBaseline, sealNextBaselines } from "@/lib/audit-chain/records/seal-baseline";
export type { ChangedRecord } from "@/lib/audit-chain/records/seal-records";
export { sealReencryption } from "@/lib/audit-chain/records/seal-reencryption";
export { futureToleranceMs } from "@/lib/audit-chain/schemas";
export {
  type InitialisedChain,
  initialiseNewSigner,
  initialiseSigner,
} from "@/lib/audit-chain/signer/initialise-signer";
export { isInitialised as isSignerInitialised } from "@/lib/audit-chain/signer/signer-memory";
export {
  findFinding,
  findKnownEventIds,
  findModelIds,
  findOldestPayload,
  placeOf,
  recordFinding,
} from "@/lib/audit-chain/store";
export { recordingEventOf, type StoredEvent } from "@/lib/audit-chain/stored-event";
export { streamEvents } from "@/lib/audit-chain/stream-events";
export { eventLine, restricts, type StreamFilter, streamType } from "@/lib/audit-chain/stream-line";
export { findHead, findMatches, measureMatches } from "@/lib/audit-chain/stream-store";
export { toEvent } from "@/lib/audit-chain/to-event";
export { findPassedVerification } from "@/lib/audit-chain/verification/find-passed-verification";
export { getVerification } from "@/lib/audit-chain/verification/get-verification";
export { findHeldStates } from "@/lib/audit-chain/verification/held-states";
export { listChains } from "@/lib/audit-chain/verification/list-chains";
export { recordFindings } from "@/lib/audit-chain/verification/record-findings";
export { runVerification } from "@/lib/audit-chain/verification/run-verification";
export { startNightlyVerifications } from "@/lib/audit-chain/verification/start-nightly-verifications";
export { sweepVerifications } from "@/lib/audit-chain/verification/sweep-verifications";
export { verifyChain } from "@/lib/audit-chain/verification/verify-chain";
export { type ChainReport, verifyStoredChain } from "@/lib/audit-chain/verification/verify-stored-chain";
export { verifyEvent } from "@/lib/audit-chain/verify-event";
export { attestCheckpoints } from "@/lib/audit-chain/witnesses/attest-checkpoint";
export { witnessFigures } from "@/lib/audit-chain/witnesses/figures";
export { publishCheckpoint, publishCheckpointNote } from "@/lib/audit-chain/witnesses/publish-checkpoint";
export { getAttestedCheckpoint, QuorumMissing } from "@/lib/audit-chain/witnesses/quorum";

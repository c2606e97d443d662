export { appendBatch, appendEvent } from "@/lib/audit-chain/append/append-events";
export {
  appendInTransaction,
  recordConfigurationChange,
  type ServiceEvent,
} from "@/lib/audit-chain/append/append-in-transaction";
export { eventActor } from "@/lib/audit-chain/append/prepare";
export { genesisHash } from "@/lib/audit-chain/block";
export { checkSignature } from "@/lib/audit-chain/checkpoints/checkpoint";
export {
  type InitialisedChain,
  initialiseNewSigner,
  initialiseSigner,
} from "@/lib/audit-chain/checkpoints/initialise-signer";
export { getCheckpoint, issueDueCheckpoints } from "@/lib/audit-chain/checkpoints/issue-checkpoint";
export { proveConsistency, proveInclusion, proveMembership } from "@/lib/audit-chain/checkpoints/prove";
export { isInitialised as isSignerInitialised } from "@/lib/audit-chain/checkpoints/signer-memory";
export { findCheckpointsUpTo } from "@/lib/audit-chain/checkpoints/store";
export { eraseContent, findErasable } from "@/lib/audit-chain/erasure/erasure-store";
export {
  confirmResolution,
  listFindings,
  rejectResolution,
  requestResolution,
} from "@/lib/audit-chain/findings/findings";
export { countReopened, findFinding, placeOf, recordFinding } from "@/lib/audit-chain/findings/findings-store";
export { LeavesMissing, TreeMismatch } from "@/lib/audit-chain/merkle/load-tiles";
export {
  exportEvents,
  exportTypes,
  getEvent,
  getNeighbours,
  listEvents,
  toEvent,
} from "@/lib/audit-chain/read/events";
export {
  findFirstReceived,
  locateModelPeriod,
  readModelEvents,
  readModelPositions,
} from "@/lib/audit-chain/read/model-events";
export { findChainEnd, type ModelEventsRange, type PositionRange } from "@/lib/audit-chain/read/model-events-store";
export {
  type EventOutline,
  findEventsOfSources,
  findKnownSources,
  findOutlines,
  readPayloads,
} from "@/lib/audit-chain/read/outline-store";
export {
  type ChainPeriod,
  readChainHealth,
  readChainPeriod,
  readEventFigures,
  readEventsOfType,
  readPeriodEvents,
} from "@/lib/audit-chain/read/statistics";
export type { PeriodEvent } from "@/lib/audit-chain/read/statistics-store";
export { verifyEvent } from "@/lib/audit-chain/read/verify-event";
export type { ChangedRecord } from "@/lib/audit-chain/records/record-states";
export { sealBaseline, sealNextBaselines, sealReencryption } from "@/lib/audit-chain/records/seal";
export { futureToleranceMs } from "@/lib/audit-chain/schemas";
export { countByType, findKnownEventIds, findModelIds, findOldestPayload } from "@/lib/audit-chain/store";
export { recordingEventOf, type StoredEvent } from "@/lib/audit-chain/stored-event";
export {
  announceGrowth,
  followChain,
  readBehind,
  readOutlinesBehind,
} from "@/lib/audit-chain/streams/followers";
export { advanceFollower, listBehind, takeNews, unfollowChain } from "@/lib/audit-chain/streams/followers-store";
export { headWatch, streamEvents } from "@/lib/audit-chain/streams/stream-events";
export {
  eventLine,
  findHead,
  findMatches,
  measureMatches,
  restricts,
  type StreamFilter,
  streamType,
} from "@/lib/audit-chain/streams/stream-store";
export { recordFindings } from "@/lib/audit-chain/verification/findings";
export { findHeldStates } from "@/lib/audit-chain/verification/held-states";
export type { ChainReport } from "@/lib/audit-chain/verification/report";
export { listChains, sweepVerifications } from "@/lib/audit-chain/verification/runs-store";
export {
  findPassedVerification,
  getVerification,
  runVerification,
  startNightlyVerifications,
  verifyChain,
} from "@/lib/audit-chain/verification/verifications";
export { verifyCheckpoints } from "@/lib/audit-chain/verification/verify-checkpoints";
export { verifyStoredChain } from "@/lib/audit-chain/verification/verify-stored-chain";
export { attestCheckpoints, witnessFigures } from "@/lib/audit-chain/witnesses/attest-checkpoint";
export {
  getAttestedCheckpoint,
  publishCheckpoint,
  publishCheckpointNote,
  QuorumMissing,
} from "@/lib/audit-chain/witnesses/publish-checkpoint";

export {
  appendBatch,
  appendEach,
  appendEvent,
  type DerivedEvent,
} from "@/lib/domains/audit-chain/append/append-events";
export {
  appendInTransaction,
  recordConfigurationChange,
  type ServiceEvent,
} from "@/lib/domains/audit-chain/append/append-in-transaction";
export { contentBytesMax, eventActor, toolCalledKind } from "@/lib/domains/audit-chain/append/prepare";
export { genesisHash } from "@/lib/domains/audit-chain/block";
export { checkSignature } from "@/lib/domains/audit-chain/checkpoints/checkpoint";
export {
  type InitialisedChain,
  initialiseNewSigner,
  initialiseSigner,
} from "@/lib/domains/audit-chain/checkpoints/initialise-signer";
export { getCheckpoint, issueDueCheckpoints } from "@/lib/domains/audit-chain/checkpoints/issue-checkpoint";
export { proveConsistency, proveInclusion, proveMembership } from "@/lib/domains/audit-chain/checkpoints/prove";
export { isInitialised as isSignerInitialised } from "@/lib/domains/audit-chain/checkpoints/signer-memory";
export { findCheckpointsUpTo } from "@/lib/domains/audit-chain/checkpoints/store";
export { eraseContent, findErasable } from "@/lib/domains/audit-chain/erasure/erasure-store";
export { chainMetrics } from "@/lib/domains/audit-chain/findings/chain-metrics";
export {
  confirmResolution,
  listFindings,
  rejectResolution,
  requestResolution,
} from "@/lib/domains/audit-chain/findings/findings";
export {
  countFindingsSince,
  findFinding,
  findingIdOf,
  placeOf,
  recordFinding,
} from "@/lib/domains/audit-chain/findings/findings-store";
export { LeavesMissing, TreeMismatch } from "@/lib/domains/audit-chain/merkle/load-tiles";
export {
  exportEvents,
  exportTypes,
  findActorNames,
  getEvent,
  getNeighbours,
  listEvents,
  toEvent,
} from "@/lib/domains/audit-chain/read/events";
export {
  findFirstReceipts,
  findFirstReceived,
  locateModelPeriod,
  readModelEvents,
  readModelPositions,
} from "@/lib/domains/audit-chain/read/model-events";
export {
  findChainEnd,
  type ModelEventsRange,
  type PositionRange,
} from "@/lib/domains/audit-chain/read/model-events-store";
export {
  type EventOutline,
  findEventsOfSources,
  findKnownSources,
  findOutlines,
  readPayloads,
} from "@/lib/domains/audit-chain/read/outline-store";
export { indexForSearch, indexNewEvents } from "@/lib/domains/audit-chain/read/search";
export {
  type ChainPeriod,
  periodRowsMax,
  readAlertFigures,
  readChainHealth,
  readChainPeriod,
  readEventFigures,
  readEventsOfType,
  readPeriodEvents,
} from "@/lib/domains/audit-chain/read/statistics";
export { findFirstEventTime, type PeriodEvent } from "@/lib/domains/audit-chain/read/statistics-store";
export { listVerifications } from "@/lib/domains/audit-chain/read/verification-runs";
export { verifyEvent } from "@/lib/domains/audit-chain/read/verify-event";
export { type ChangedRecord, sealedRecordsMember } from "@/lib/domains/audit-chain/records/record-states";
export { sealBaseline, sealNextBaselines, sealReencryption } from "@/lib/domains/audit-chain/records/seal";
export { futureToleranceMs } from "@/lib/domains/audit-chain/schemas";
export {
  countByType,
  type EventPosition,
  findEventPositions,
  findKnownEventIds,
  findOldestPayload,
} from "@/lib/domains/audit-chain/store";
export { recordingEventOf, type StoredEvent } from "@/lib/domains/audit-chain/stored-event";
export {
  followChain,
  notifyFollowers,
  readNextEvents,
  readNextOutlines,
} from "@/lib/domains/audit-chain/streams/followers";
export {
  advanceFollower,
  clearNotification,
  listLagging,
  unfollowChain,
} from "@/lib/domains/audit-chain/streams/followers-store";
export { headWatch, streamEvents } from "@/lib/domains/audit-chain/streams/stream-events";
export {
  eventLine,
  findHead,
  findMatches,
  measureMatches,
  restricts,
  type StreamFilter,
  streamType,
} from "@/lib/domains/audit-chain/streams/stream-store";
export { recordFindings } from "@/lib/domains/audit-chain/verification/findings";
export { findHeldStates } from "@/lib/domains/audit-chain/verification/held-states";
export { pooledRanges } from "@/lib/domains/audit-chain/verification/range-pool";
export type { ChainReport } from "@/lib/domains/audit-chain/verification/report";
export { listChains, sweepVerifications } from "@/lib/domains/audit-chain/verification/runs-store";
export {
  findPassedVerification,
  getVerification,
  runVerification,
  startNightlyVerification,
  startNightlyVerifications,
  verifyChain,
} from "@/lib/domains/audit-chain/verification/verifications";
export { verifyCheckpoints } from "@/lib/domains/audit-chain/verification/verify-checkpoints";
export { verifyStoredChain } from "@/lib/domains/audit-chain/verification/verify-stored-chain";
export { attestCheckpoints, witnessMetrics } from "@/lib/domains/audit-chain/witnesses/attest-checkpoint";
export { type AttestationStatus, readAttestationStatus } from "@/lib/domains/audit-chain/witnesses/attestations";
export {
  getAttestedCheckpoint,
  publishCheckpoint,
  publishCheckpointNote,
  QuorumMissing,
} from "@/lib/domains/audit-chain/witnesses/publish-checkpoint";

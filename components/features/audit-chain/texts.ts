import type { ChainVerification } from "@/lib/domains/audit-chain/schemas-verification";
import { countedText, countText, durationText } from "@/lib/platform/client/format";

/** Texts that several components use. */
export const common = {
  auditTrail: "Audit trail",
  tags: "Tags",
  source: "Source",
  actor: "Actor",
  eventType: "Type",
  recordedAt: "Recorded at",
  blockHash: "block hash",
  legalBasis: "Legal basis",
  checks: "Checks",
  rootHash: "root hash",
  signed: "Signed",
  chainHead: "Chain head",
  headHash: "head hash",
};

export const auditTrail = {
  auditTrailDescription:
    "Events of your AI models, and actions in this service. Each event includes the hash of the previous event.",
  verifyTheChain: "Verify the chain",
  auditEvents: "Audit events",
  search: { label: "Search the audit trail", placeholder: "Actors, tags, payloads" },
  tag: "Tag",
  tagsPlaceholder: "Tags, separated by commas",
  from: "From",
  until: "To",
  empty: { title: "No events yet", text: "Use the API to send events from the systems that run your models." },
  sendYourFirstEvent: "Send your first event",
  chain: "Chain",
  hash: "Hash",
};

export const eraseDialog = {
  selectALegalBasis: "Select a legal basis.",
  enterACaseReference: "Enter a case reference.",
  idMismatch: "The ID does not match this event.",
  contentErased: "Content erased.",
  erasePermanently: "Erase permanently",
  contentNotErased: "Content not erased",
  copiesErasedContent: "Copies of the erased content",
  eraseContent: "Erase content",
  copiesRemain:
    "The event's content was erased, but the items below still contain full or partial copies. Recall the evidence packages and erase the alerts separately.",
  legalBasisPlaceholder: "Select a legal basis",
  referenceDescription:
    "Your case reference. It is stored permanently on the audit chain, so don't include personal data.",
  referencePlaceholder: "DSR-2026-0117",
  heldTitle: "A legal hold covers this event",
  releaseHolds: "The content was not erased. Release these legal holds first:",
  evidencePackage: (id: string) => `Evidence package ${id}`,
  alert: (id: string) => `Alert ${id}`,
};

export const eventDetail = {
  theEvent: "the event",
  payload: "Payload",
  metadataCoveredHash: "Metadata (not covered by a hash)",
  metadata: "Metadata",
  actorType: "Actor type",
  ipAddress: "IP address",
  eventTimeFromSender: "Event time (from sender)",
  blockHash: "Block hash",
  previousHash: "Previous hash",
  previousHashCopy: "previous hash",
  previousHashModel: "Previous hash for this model",
  previousHashForThisModel: "previous hash for this model",
  contentHash: "Content hash",
  contentHashCopy: "content hash",
  erasedTitle: "Content erased in response to a legal request",
  erasedNotice:
    "The actor, payload, tags and metadata of this event were erased. The header and hashes are kept so that the chain can still be verified.",
  erased: "Erased",
  erasedBy: "Erased by",
  eraseContent: "Erase content…",
  linkedTicketsCovered: "Linked tickets (not covered by a hash)",
};

export const eventProofs = {
  verifyWithTheService: "Verify with the service",
  verifyInThisBrowser: "Verify in this browser",
  checkFailed: "The event could not be verified",
  recomputedHash: "recomputed hash",
  hashMismatch: "The recomputed hash does not match the recorded block hash. The event was changed.",
  erasedHashMatches:
    "The recomputed hash matches the recorded block hash. For the erased content, the recorded content hash was used.",
  hashMatches: "The recomputed hash matches the recorded block hash.",
  erasedEventMatches:
    "The event's header, hash and chain link are valid. The content was erased, as recorded on the chain.",
  eventMatches: "The event's content, hash and chain link are valid.",
  positionInTheChain: "Position in the chain",
  firstEvent: "This is the first event.",
  previousEventMissing: "The previous event is missing.",
  latestEvent: "This is the latest event.",
  eventMismatch: "The event does not match its recorded hashes.",
  nextEventReferences: "The next event references a different hash.",
  inclusionProof: "Inclusion proof",
  inclusionProofNote:
    "The proof shows that this event is in the Merkle tree of a signed checkpoint (RFC 6962). Anyone can verify the proof independently of this service.",
  generateProof: "Generate proof",
  leafIndex: "Leaf index",
  treeSize: "Tree size",
  path: "Path",
  root: "Root",
  leaf: "Leaf",
  node: "Node",
  sibling: "Sibling",
  pathCaption: (treeSize: number) =>
    `The path from the event (bottom) to the root of the tree of ${countedText(treeSize, "event")} (top). This browser computed the highlighted hashes from the event's block hash and the sibling hashes of the proof.`,
  pathMatches: "The path leads from this event to the root hash of the checkpoint. Computed in this browser.",
  pathMismatch: "The path does not lead from this event to the root hash of the checkpoint.",
  noCheckpoint: "No checkpoint has this tree size, so the root could not be compared.",
};

export const attestations = {
  title: "Witnesses and timestamps",
  note: "Statements of independent parties about the signed checkpoints. The service verified each signature.",
  empty: {
    title: "No witnesses or timestamps configured",
    text: "Only this service signs the checkpoints. A witness confirms that each checkpoint extends the previous one. An RFC 3161 timestamp confirms when a checkpoint existed.",
  },
  runAWitness: "Run a witness",
  addTimestamps: "Add timestamps",
  witnesses: "Witnesses",
  timestamps: "RFC 3161 timestamps",
  cosigned: (size: number) => `Cosigned the checkpoint of ${countedText(size, "event")}`,
  timestamped: (size: number) => `The checkpoint of ${countedText(size, "event")} was timestamped`,
  newer: (events: number) => `${countedText(events, "newer event is", "newer events are")} not covered yet.`,
  notTimestamped: "No checkpoint has been timestamped yet.",
  /** The last recorded response of a witness. */
  outcomes: {
    none: "No checkpoint has been submitted yet.",
    refused: "The witness refused the last checkpoint: it contradicts a checkpoint that the witness cosigned.",
    ahead: "The witness refused the last checkpoint: it has cosigned a longer chain.",
    rejected: "The witness rejected the last checkpoint: this chain or its key is not configured there.",
    unreachable: "The witness returned no valid cosignature for the last checkpoint.",
  } as Record<string, string>,
};

export const eventValues = {
  intact: "Intact",
  changed: "Changed",
  event: (chainPosition: number) => `event #${countText(chainPosition)}`,
};

export const integrityFindings = {
  integrityFindings: "Integrity findings",
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
  noEventsSince: "No events since the last checkpoint",
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

export const newestEvents = { viewInAuditTrail: "View in audit trail" };

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
  verifyEventsSince: "Verify events since the last checkpoint",
  notVerified: "The chain could not be verified",
  verificationFailedAfter:
    "Verification failed after several attempts, or its result was changed outside the service. Start a new verification.",
  lastCheckpoint: "Last checkpoint",
  checkpointNote: "The signature records the state of the chain at this time. It does not verify the events.",
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
  history: "Verification history",
  storedVerifications: "Stored verifications",
  historyNote:
    "A verification of up to 20,000 events that you start is listed only if it passed. If it failed, see the integrity findings. Verifications for reports and evidence packages are stated there and are not listed here.",
  noVerificationsYet: "No verifications yet",
  noVerificationsText: "Verify the full chain, or wait for the nightly verification.",
  started: "Started",
  scope: "Scope",
  modes: {
    full: "Full",
    incremental: "Since the last checkpoint",
    continued: "Since the last verified checkpoint",
  },
  range: (from: number, to: number) => (to < from ? "No events" : `#${countText(from)} to #${countText(to)}`),
  findings: "Findings",
  neverVerified: (events: number) => `${countedText(events, "event is", "events are")} not verified yet.`,
};

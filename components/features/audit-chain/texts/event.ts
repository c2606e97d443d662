import { countedText, countText } from "@/lib/platform/client/format";

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
  organisationEvent: "None (organisation event)",
  concerns: "Concerns",
  actorType: "Actor type",
  ipAddress: "IP address",
  eventTimeFromSender: "Event time (from sender)",
  blockHash: "Block hash",
  previousHash: "Previous hash",
  previousHashCopy: "previous hash",
  previousHashModel: "Previous hash for this model",
  previousOrganisationHash: "Previous hash (organisation events)",
  previousHashForThisModel: "previous hash for this model",
  previousOrganisationHashCopy: "previous hash of the organisation events",
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
  coveredByVerification: (to: number) => `The chain was verified through #${countText(to)}, which includes this event.`,
  notYetCovered: (to: number) => `The chain was verified through #${countText(to)}. This event is newer.`,
  viewVerification: "Verification",
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

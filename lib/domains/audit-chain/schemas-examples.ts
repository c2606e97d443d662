/** Examples for the API reference. The event's hashes are correct and can be recomputed. */
const examplePayload = {
  inputHash: "sha256:3f786850e387550fdab836ed7e6dc881de23001b9d2b7d1b1f3f6e2d6a1c9d54",
  outputHash: "sha256:89e6c98d92887913cadf06b2adb97f26cde4849b1f6a2d2b8d6c4a1e7b3f0a12",
  latencyMs: 142,
  confidence: 0.9375,
  decisionOutput: "APPROVED",
};

const actor = { type: "SERVICE", id: "credit-scoring-api", displayName: "Credit scoring API" };

export const exampleInput = {
  modelId: "mdl_01kahbc2g8m9n4q6r1s7t3v5wx",
  eventType: "INFERENCE",
  severity: "INFO",
  actor,
  payload: examplePayload,
  tags: ["prod"],
};

export const exampleEvent = {
  id: "evt_01kahbc2g8m9n4q6r1s7t3v5wx",
  organisationId: "org_01kahbc2g8m9n4q6r1s7t3v5wx",
  chainPosition: 4217,
  blockHash: "sha256:a4b42298eeac8467b3224fe9656202b3ad42f34de16559ab64fc64e5d1dfbc49",
  previousHash: "sha256:937703df9edf934fbec9840cdee17d919ec1ed7dc9d52603d389e0845d39dd44",
  previousModelHash: "sha256:adab7557d9c57c964f99bc30c1126fabff4315d7b9226fb51b39bce7c6861526",
  timestamp: "2026-01-15T10:00:00.000Z",
  recordedAt: "2026-01-15T10:00:00.120Z",
  eventType: "INFERENCE",
  severity: "INFO",
  modelId: "mdl_01kahbc2g8m9n4q6r1s7t3v5wx",
  source: "API",
  actor,
  payload: examplePayload,
  tags: ["prod"],
  metadata: null,
  contentHash: "sha256:26d3e8be2e6b1adcbbc39af6c19d6b2177de0e8bba66c82ec4ae828bc9c2c71a",
  contentSalt: "b8d2a2895b22a889e10e616a50fe8afe",
  verified: true,
};

const { id, organisationId, chainPosition, blockHash, previousHash, timestamp, recordedAt, eventType } = exampleEvent;

export const exampleAppended = {
  id,
  chainPosition,
  blockHash,
  previousHash,
  timestamp,
  recordedAt,
  eventType,
  verified: true,
  receipt: { organisationId, chainPosition, blockHash },
};

export const exampleBatchResult = {
  appended: 1,
  failed: 1,
  results: [
    { index: 0, ...exampleAppended },
    { index: 1, error: "model_not_registered", message: "The model mdl_unknown is not registered." },
  ],
};

export const exampleVerification = {
  eventId: id,
  valid: true,
  chainPosition,
  blockHash,
  previousHash,
  verifiedAt: "2026-01-16T08:30:00.000Z",
};

export const exampleErased = {
  at: "2026-03-02T09:15:00.000Z",
  eventId: "evt_01kjq2m7w3c5x8z1b4d6f9g0hj",
  chainPosition: 5120,
  legalBasis: "GDPR_ART_17",
  reference: "DSR-2026-0117",
};

export const exampleTicket = {
  system: "JIRA",
  key: "RISK-42",
  url: "https://tickets.example.com/browse/RISK-42",
  title: "Review of declined applications",
  status: "In progress",
  linkedAt: "2026-01-15T11:20:00.000Z",
};

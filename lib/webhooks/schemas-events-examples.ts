import { exampleExpired, exampleReady } from "@/lib/evidence/schemas-examples";
import { exampleResolved, exampleTold } from "@/lib/shadow-ai/schemas-examples";

/** What documentation shows, and what test events carry: the data of one event of each type. */
const organisationId = "org_01kahbc2g8m9n4q6r1s7t3v5wx";
const modelId = "mdl_01kahbc2g8m9n4q6r1s7t3v5wx";
const eventId = "evt_01kahbc2g8m9n4q6r1s7t3v5wx";
const blockHash = "sha256:a4b42298eeac8467b3224fe9656202b3ad42f34de16559ab64fc64e5d1dfbc49";

const auditCreated = {
  id: eventId,
  chainPosition: 4217,
  blockHash,
  timestamp: "2026-01-15T10:00:00.000Z",
  eventType: "INFERENCE",
  severity: "INFO",
  modelId,
  verified: true,
};

export const eventExamples = {
  "audit.created": auditCreated,
  "audit.high_severity": { ...auditCreated, eventType: "ALERT", severity: "CRITICAL" },
  "chain.integrity_failure": {
    chainPosition: 4217,
    eventId,
    error: "hash_mismatch",
    storedHash: blockHash,
    computedHash: "sha256:adab7557d9c57c964f99bc30c1126fabff4315d7b9226fb51b39bce7c6861526",
    detectedAt: "2026-01-16T02:00:00.000Z",
  },
  "chain.verified": {
    fromPosition: 1,
    toPosition: 4217,
    eventsVerified: 4217,
    headHash: blockHash,
    checkpoint: {
      organisationId,
      size: 4217,
      headHash: blockHash,
      rootHash: "sha256:5d0e1f6c2d5f1a86a3a52b7a1de4f4d0c6f1e0f6a0c3e4b8d7a6958473625140",
      issuedAt: "2026-01-16T02:00:00.000Z",
      previousCheckpointHash: "sha256:9f1c8d3e2b7a6054f3e2d1c0b9a8f7e6d5c4b3a29180f7e6d5c4b3a2918070f6",
      keyId: "checkpoint-2026-01",
      signature: "3q2+7wAAAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OQ==",
    },
    verifiedAt: "2026-01-16T02:00:04.512Z",
  },
  "shadow_ai.detected": exampleTold,
  "shadow_ai.resolved": exampleResolved,
  "evidence.ready": exampleReady,
  "evidence.expired": exampleExpired,
  "alert.triggered": {
    id: "evt_01kahbd7j2q9w4x5y6z7a8b9cd",
    eventId,
    policyId: "pol_01kahbc2g8m9n4q6r1s7t3v5wx",
    policyName: "Low confidence in production",
    modelId,
    severity: "MEDIUM" as const,
    message: "confidence was 0.41, below 0.6",
    observed: 0.41,
    threshold: 0.6,
    triggeredAt: "2026-01-15T10:00:00.200Z",
  },
  "model.registered": {
    id: modelId,
    organisationId,
    name: "Credit scoring",
    version: "2026.1",
    provider: "openai",
    riskTier: "HIGH" as const,
    ownerEmail: "model-risk@example.com",
    description: "Scores consumer credit applications.",
    allowedEndpoints: [{ host: "api.openai.com", departments: ["Risk"], ipRanges: ["10.20.0.0/16"] }],
    archived: false,
    system: false,
    createdAt: "2026-01-15T10:00:00.000Z",
    updatedAt: "2026-01-15T10:00:00.000Z",
  },
  "integration.disconnected": {
    id: "int_01kahbc2g8m9n4q6r1s7t3v5wx",
    source: "GITHUB",
    name: "Models repository",
    lastSeenAt: "2026-01-15T08:00:00.000Z",
    reason: "Nothing was received for two hours.",
  },
};

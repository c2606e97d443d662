import { z } from "zod";
import { AuditEvent, SeverityName } from "@/lib/domains/audit-chain/schemas";
import { Checkpoint } from "@/lib/domains/audit-chain/schemas-proofs";
import { EvidenceExpiredData, EvidenceReadyData } from "@/lib/domains/evidence/schemas";
import { exampleExpired, exampleReady } from "@/lib/domains/evidence/schemas-examples";
import { Model } from "@/lib/domains/models/schemas";
import { ShadowAiDetectedData, ShadowAiResolvedData } from "@/lib/domains/shadow-ai/schemas";
import { exampleEventData, exampleResolved } from "@/lib/domains/shadow-ai/schemas-examples";
import type { WebhookEventType } from "@/lib/domains/webhooks/schemas";
import { Hash, Id, IsoMilliseconds } from "@/lib/platform/http/schemas";

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

/** Example data for each event type, used by the documentation and test events. */
const eventExamples = {
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
  "shadow_ai.detected": exampleEventData,
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
    reason: "No delivery has been received for 2 hours.",
  },
};

/** The `apiVersion` of envelopes. It changes only when the shape of an envelope changes incompatibly. */
export const apiVersion = "2026-11-20";

const auditEventMembers = AuditEvent.pick({
  id: true,
  chainPosition: true,
  blockHash: true,
  timestamp: true,
  eventType: true,
  severity: true,
  modelId: true,
  verified: true,
});

const AuditCreatedData = auditEventMembers.meta({
  id: "AuditCreatedData",
  description: "Identifies an audit event. To read its payload, call `GET /v1/audit/{id}`.",
  examples: [eventExamples["audit.created"]],
});

const AuditHighSeverityData = auditEventMembers.meta({
  id: "AuditHighSeverityData",
  description: "The same data as for `audit.created`. An event of severity HIGH or CRITICAL is sent as both types.",
  examples: [eventExamples["audit.high_severity"]],
});

const ChainIntegrityFailureData = z
  .object({
    chainPosition: z.number().meta({ type: "integer" }),
    eventId: Id("auditEvent").nullable().meta({
      description:
        "ID of the affected event. `null` if the failure does not concern a stored event: for example, if an event is missing, or if the chain head or a checkpoint is affected.",
    }),
    error: z.string().meta({
      description:
        "The type of failure, such as hash_mismatch, link_mismatch, events_missing, tail_missing or checkpoint_mismatch. More values may be added.",
    }),
    storedHash: Hash.meta({
      description: "The recorded hash; `sha256:` followed by 64 zeros if the failure does not concern a hash",
    }),
    computedHash: Hash.meta({
      description:
        "The value that the verification computed from the stored content, the previous event or a signature",
    }),
    detectedAt: IsoMilliseconds,
  })
  .meta({
    id: "ChainIntegrityFailureData",
    description: "An inconsistency in the audit chain. Sent once for each finding.",
    examples: [eventExamples["chain.integrity_failure"]],
  });

const ChainVerifiedData = z
  .object({
    fromPosition: z.int(),
    toPosition: z.int(),
    eventsVerified: z.int(),
    headHash: Hash,
    checkpoint: Checkpoint.nullable().meta({
      description: "The signed state of the chain. Store it outside the service. `null` if there is no checkpoint yet.",
    }),
    verifiedAt: IsoMilliseconds,
  })
  .meta({
    id: "ChainVerifiedData",
    description: "The verified range and the signed state of the chain.",
    examples: [eventExamples["chain.verified"]],
  });

const AlertTriggeredData = z
  .object({
    id: z.string().meta({ description: "ID of the alert" }),
    eventId: Id("auditEvent").meta({ description: "ID of the audit event that triggered the policy" }),
    policyId: Id("alertPolicy"),
    policyName: z.string(),
    modelId: Id("model"),
    severity: SeverityName,
    message: z.string(),
    observed: z.number().nullable().meta({ description: "The observed value; `null` if the rule has no threshold" }),
    threshold: z.number().nullable(),
    triggeredAt: IsoMilliseconds,
  })
  .meta({
    id: "AlertTriggeredData",
    description: "The alert, with the policy, the event that triggered the policy and the observed value.",
    examples: [eventExamples["alert.triggered"]],
  });

const IntegrationDisconnectedData = z
  .object({
    id: Id("integration"),
    source: z
      .string()
      .meta({ description: "Product of the integration: GITHUB, JIRA or MLFLOW. More values may be added." }),
    name: z.string(),
    lastSeenAt: IsoMilliseconds.nullable().meta({
      description: "When the last delivery was received; `null` if no delivery was received",
    }),
    reason: z.string(),
  })
  .meta({
    id: "IntegrationDisconnectedData",
    description: "The integration that was disconnected.",
    examples: [eventExamples["integration.disconnected"]],
  });

interface WebhookEventDefinition {
  data: z.ZodObject;
  /** The severity of the type in the specification, independent of the severity of the data. */
  severity: "INFO" | "MEDIUM" | "HIGH" | "CRITICAL";
  /** A sentence without a full stop. */
  summary: string;
}

/** All event types (specification, "Events") with the schema of their `data`. */
export const webhookEvents = {
  "audit.created": { data: AuditCreatedData, severity: "INFO", summary: "An audit event was added to the chain" },
  "audit.high_severity": {
    data: AuditHighSeverityData,
    severity: "HIGH",
    summary: "An audit event of severity HIGH or CRITICAL was added to the chain",
  },
  "chain.integrity_failure": {
    data: ChainIntegrityFailureData,
    severity: "CRITICAL",
    summary: "The audit chain failed an integrity verification",
  },
  "chain.verified": {
    data: ChainVerifiedData,
    severity: "INFO",
    summary: "A verification of the audit chain passed",
  },
  "shadow_ai.detected": { data: ShadowAiDetectedData, severity: "HIGH", summary: "Unregistered AI usage was detected" },
  "shadow_ai.resolved": {
    data: ShadowAiResolvedData,
    severity: "INFO",
    summary: "A shadow AI detection was resolved",
  },
  "evidence.ready": { data: EvidenceReadyData, severity: "INFO", summary: "An evidence package was generated" },
  "evidence.expired": {
    data: EvidenceExpiredData,
    severity: "INFO",
    summary: "The download URL of an evidence package expired",
  },
  "alert.triggered": {
    data: AlertTriggeredData,
    severity: "MEDIUM",
    summary: "An alert policy was triggered",
  },
  "model.registered": { data: Model, severity: "INFO", summary: "A model was registered" },
  "integration.disconnected": {
    data: IntegrationDisconnectedData,
    severity: "MEDIUM",
    summary: "An integration was disconnected",
  },
} as const satisfies Record<WebhookEventType, WebhookEventDefinition>;

/** `data` of an envelope of a type. */
export type WebhookData<Type extends WebhookEventType> = z.infer<(typeof webhookEvents)[Type]["data"]>;

const envelopeMembers = {
  id: Id("deliveryEvent").meta({
    description: "ID of the envelope, the same for all attempts. Use it to detect duplicates.",
  }),
  type: z.string(),
  apiVersion: z.string().meta({
    description: "The API version that produced the event, in the format `YYYY-MM-DD`",
    examples: [apiVersion],
  }),
  created: z.int().meta({ description: "When the event occurred, as Unix time in seconds", examples: [1768471200] }),
  livemode: z.boolean().meta({
    description:
      "Whether the event is a live event. `false` for test events and for all events of a sandbox organisation.",
  }),
  organisationId: Id("organisation"),
};

/** The request body (specification, "Envelope of every delivery"), in this member order. */
export const Envelope = z.object({ ...envelopeMembers, data: z.record(z.string(), z.unknown()) });
export type Envelope = z.infer<typeof Envelope>;

/** The envelope schema of one type, for the documentation. */
export function envelopeOf<Type extends WebhookEventType>(type: Type) {
  return z
    .object({ ...envelopeMembers, type: z.literal(type), data: webhookEvents[type].data })
    .meta({ id: envelopeName(type) });
}

/** `audit.high_severity` as `AuditHighSeverityEnvelope`. */
function envelopeName(type: WebhookEventType): string {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join("")}Envelope`;
}

export function exampleData<Type extends WebhookEventType>(type: Type): WebhookData<Type> {
  return eventExamples[type] as unknown as WebhookData<Type>;
}

import { describe, expect, test } from "vitest";
import { AuditEvent } from "@/lib/domains/audit-chain/schemas";
import { exampleEvent } from "@/lib/domains/audit-chain/schemas-examples";
import { writeEnvelope } from "@/lib/domains/webhooks/publish";
import { webhookEventTypes } from "@/lib/domains/webhooks/schemas";
import { apiVersion, Envelope, envelopeOf, exampleData, webhookEvents } from "@/lib/domains/webhooks/schemas-events";

const organisation = { id: "org_1", livemode: true };

/** Members of `data` in the specification and the contract. */
const members: Record<(typeof webhookEventTypes)[number], string> = {
  "audit.created": "id chainPosition blockHash timestamp eventType severity modelId verified",
  "audit.high_severity": "id chainPosition blockHash timestamp eventType severity modelId verified",
  "chain.integrity_failure": "chainPosition eventId error storedHash computedHash detectedAt",
  "chain.verified": "fromPosition toPosition eventsVerified headHash checkpoint verifiedAt",
  "shadow_ai.detected":
    "id status severity detectedAt source organisationId details riskFactors assignedTo notes resolvedAt resolution resolvedModelId exceptionExpiresAt reopenedFor mergedIntoId snooze riskScore confidence createdAt updatedAt",
  "shadow_ai.resolved":
    "id status severity detectedAt source organisationId details riskFactors assignedTo notes resolvedAt resolution resolvedModelId exceptionExpiresAt reopenedFor mergedIntoId snooze riskScore confidence createdAt updatedAt",
  "evidence.ready":
    "id status modelId modelName framework dateRange summary downloadUrl downloadUrlExpiresAt packageHash packageSignature pages format generatedAt expiresAt",
  "evidence.expired": "id modelId framework downloadUrlExpiresAt",
  "alert.triggered": "id eventId policyId policyName modelId severity message observed threshold triggeredAt",
  "model.registered":
    "id organisationId name version provider riskTier ownerEmail description allowedEndpoints archived system createdAt updatedAt",
  "integration.disconnected": "id source name lastSeenAt reason",
};

/** The specification's "Listed severity". */
const severities = {
  "audit.created": "INFO",
  "audit.high_severity": "HIGH",
  "chain.integrity_failure": "CRITICAL",
  "chain.verified": "INFO",
  "shadow_ai.detected": "HIGH",
  "shadow_ai.resolved": "INFO",
  "evidence.ready": "INFO",
  "evidence.expired": "INFO",
  "alert.triggered": "MEDIUM",
  "model.registered": "INFO",
  "integration.disconnected": "MEDIUM",
};

test("all specified types exist with their listed severities", () => {
  expect(Object.keys(webhookEvents)).toEqual([...webhookEventTypes]);
  expect(Object.fromEntries(webhookEventTypes.map((type) => [type, webhookEvents[type].severity]))).toEqual(severities);
});

describe.each(webhookEventTypes)("%s", (type) => {
  test("data has the fields of the contract, in order", () => {
    expect(Object.keys(webhookEvents[type].data.shape).join(" ")).toBe(members[type]);
  });

  test("the example is valid and contains every field", () => {
    const example = exampleData(type);
    expect(webhookEvents[type].data.parse(example)).toEqual(example);
    expect(Object.keys(example).sort()).toEqual(members[type].split(" ").sort());
    expect(webhookEvents[type].data.meta()?.examples).toEqual([example]);
  });

  test("the envelope has the specified fields, in order", () => {
    const body = writeEnvelope("we_1", organisation, { type, data: exampleData(type), occurredAtMs: 1768471200999 });
    const envelope = JSON.parse(body) as Record<string, unknown>;
    expect(body.startsWith(`{"id":"we_1","type":"${type}","apiVersion":"${apiVersion}","created":1768471200,`)).toBe(
      true,
    );
    expect(Object.keys(envelope)).toEqual([
      "id",
      "type",
      "apiVersion",
      "created",
      "livemode",
      "organisationId",
      "data",
    ]);
    expect(envelope).toMatchObject({ livemode: true, organisationId: "org_1", data: exampleData(type) });
    expect(Envelope.parse(envelope)).toEqual(envelope);
    expect(envelopeOf(type).parse(envelope)).toEqual(envelope);
  });

  test("the envelope omits unknown data fields", () => {
    const data = { ...exampleData(type), payload: { secret: "s3cret" }, organisationSecret: "s3cret" };
    const body = writeEnvelope("we_1", organisation, { type, data, occurredAtMs: 0 });
    expect(body).not.toContain("s3cret");
    expect(JSON.parse(body)).toMatchObject({ created: 0, data: exampleData(type) });
  });
});

test("envelopes omit the payload, actor and metadata of an audit event", () => {
  const event = AuditEvent.parse(exampleEvent);
  const body = writeEnvelope("we_1", organisation, { type: "audit.created", data: event, occurredAtMs: 0 });
  for (const word of ["payload", "actor", "metadata", "contentSalt", "latencyMs", "credit-scoring-api"]) {
    expect(body).not.toContain(word);
  }
});

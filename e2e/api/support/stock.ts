import type { CreatedIntegration } from "@/lib/domains/integrations/schemas";
import { sign } from "@/lib/domains/integrations/testing/deliveries";
import type { Model } from "@/lib/domains/models/schemas";
import type { WebhookEndpoint } from "@/lib/domains/webhooks/schemas";
import { insertDelivery, insertNotifiedFailure } from "@/lib/domains/webhooks/testing/endpoints";
import { newId } from "@/lib/platform/core/ids";
import { pool } from "@/lib/platform/database/db";
import { makeDetections } from "../../support/detections";
import { makeExceptionRequest } from "../../support/exceptions";
import { makeMember } from "../../support/members";
import type { TestOrganisation } from "../../support/organisation";
import { insertVerification } from "../../support/verification";
import { insertFindings } from "./findings";
import { type InsertedPackage, insertPackage } from "./packages";
import { inviteSomebody } from "./people";
import { sendQuietLogs } from "./quiet-logs";
import { insertReport, makeSchedule } from "./reports";

/** The resources that calls of an operation use. */
export interface Stock {
  organisation: TestOrganisation;
  model: Model;
  event: { id: string; blockHash: string };
  endpoint: WebhookEndpoint;
  /** The newer of two GitHub integrations. It has two deliveries without an event. */
  integration: CreatedIntegration;
  /** A GitHub integration that created a ticket of the detection. */
  ticketing: CreatedIntegration;
  /** The newest of two paused streams. */
  stream: { id: string };
  /** The newest of two disabled policies. */
  policy: { id: string };
  /** The newer of two rules for services without telemetry. There are two unregistered sources. */
  telemetryRule: { id: string };
  /** The newest of two holds, of a year without data. */
  hold: { id: string };
  /** The newest of two documents. */
  document: { id: string };
  /** The newest of two open assignments. */
  assignment: { id: string; modelId: string; assignedTo: string };
  /** The newest of two finished deliveries to the endpoint. */
  deliveryId: string;
  /** A finished verification of a long chain. */
  verificationId: string;
  /** The newer of two open findings. */
  finding: { id: string };
  /** A READY package, created after one that FAILED. */
  evidence: InsertedPackage;
  /** A READY report, created after one that FAILED. */
  report: { id: string };
  /** The newest of two disabled schedules. */
  schedule: { id: string };
  /** The newer of two imports of separate sources. */
  importId: string;
  /** A host that no other organisation's catalogue contains. */
  overriddenHost: string;
  /** The newest of two detections, under investigation. */
  detection: { id: string };
  /** The newest of two comments on the detection. */
  comment: { id: string };
  /** A PENDING request for a separate detection. */
  exceptionRequest: { id: string };
  /** The newest of two invited members. */
  member: { id: string };
  /** The newest of two e-mails. */
  mailId: string;
}

/** The kinds of resources of the schema of 28 November 2026. */
export type EarlierStock = Omit<Stock, "ticketing" | "telemetryRule" | "document" | "assignment" | "comment">;

/** Creates resources of every kind in an empty organisation. */
export async function makeStock(organisation: TestOrganisation): Promise<Stock> {
  const earlier = await makeEarlierStock(organisation);
  const telemetryRule = await makeTelemetry(organisation, earlier.model.id);
  await makeDocument(organisation);
  const document = await makeDocument(organisation);
  await makeAssignment(organisation);
  const assignment = await makeAssignment(organisation);
  const ticketing = await makeTicketing(organisation, earlier.detection.id);
  await makeComment(organisation, earlier.detection.id);
  const comment = await makeComment(organisation, earlier.detection.id);
  return { ...earlier, ticketing, telemetryRule, document, assignment, comment };
}

export async function makeEarlierStock(organisation: TestOrganisation): Promise<EarlierStock> {
  const model = await organisation.model({ name: "Credit scoring", provider: "openai", riskTier: "HIGH" });
  const appended = await organisation.api.post<Stock["event"]>("/v1/audit", {
    modelId: model.id,
    eventType: "INFERENCE",
    payload: { latencyMs: 12 },
    tags: ["prod", "uk"],
  });
  const endpoint = await organisation.endpoint();
  await insertNotifiedFailure(organisation.id, endpoint.id);
  const deliveryId = await insertDelivery(organisation.id, endpoint.id, "DELIVERED");
  await makeIntegration(organisation);
  const integration = await makeIntegration(organisation);
  for (const zen of ["Approachable is better than simple.", "Avoid administrative distraction."])
    await tell(organisation, integration, { zen });
  await makePolicy(organisation);
  await pausedStream(organisation);
  const stream = await pausedStream(organisation);
  const policy = await makePolicy(organisation);
  await makeHold(organisation);
  const hold = await makeHold(organisation);
  const verificationId = await insertVerification(organisation);
  const finding = await insertFindings(organisation);
  await insertPackage(organisation, model.id, "FAILED");
  const evidence = await insertPackage(organisation, model.id, "READY");
  await insertReport(organisation, "FAILED");
  const report = { id: await insertReport(organisation, "READY") };
  await makeSchedule(organisation);
  const schedule = await makeSchedule(organisation);
  const [detection = { id: "" }] = await makeDetections(organisation, [
    { since: { status: "INVESTIGATING", assignedTo: "ada@example.com" } },
    {},
  ]);
  const exceptionRequest = await makeExceptionRequest(organisation);
  const { member, mailId } = await inviteSomebody(organisation);
  const importId = await sendQuietLogs(organisation);
  const overriddenHost = `${organisation.id.replace("_", "-")}.example.com`;
  await organisation.api.send("PUT", `/v1/shadow-ai/catalogue/overrides/${overriddenHost}`, { ignore: true });
  return {
    ...{
      organisation,
      model,
      event: appended.body,
      endpoint,
      stream,
      policy,
      deliveryId,
      verificationId,
      evidence,
      detection,
    },
    ...{ exceptionRequest, member, mailId, hold, report, schedule, importId, overriddenHost, integration, finding },
  };
}

/** An integration that creates tickets, and a ticket that it created. */
async function makeTicketing({ id: organisationId, api }: TestOrganisation, detectionId: string) {
  const ticketSettings = { project: "example-bank/risk", token: "github_pat_1" };
  const given = { kind: "GITHUB", name: "Risk repository", ticketSettings };
  const { body } = await api.post<CreatedIntegration>("/v1/integrations", given);
  await pool().query(
    `INSERT INTO shadow_ai_tickets (id, organisation_id, detection_id, integration_id, system, claimed_at, claimed_until, key,
       url, created_at) VALUES ($1, $2, $3, $4, 'GITHUB', now(), now(), 'example-bank/risk#1', 'https://github.com/x', now())`,
    [newId("ticket"), organisationId, detectionId, body.id],
  );
  return body;
}

export async function makeIntegration({ api }: TestOrganisation): Promise<CreatedIntegration> {
  const given = { kind: "GITHUB", name: "Models repository" };
  return (await api.post<CreatedIntegration>("/v1/integrations", given)).body;
}

/** Sends a GitHub delivery, signed with the integration's secret. */
async function tell({ api }: TestOrganisation, { id, secret = "" }: CreatedIntegration, said: object): Promise<void> {
  const { headers, body } = sign.GITHUB({ secret, body: said });
  const { status } = await api.post(`/v1/integrations/${id}/events`, body, headers);
  if (status !== 200) throw new Error(`a delivery was answered ${status}`);
}

/** Creates a disabled policy. */
export async function makePolicy({ api }: TestOrganisation): Promise<{ id: string }> {
  const given = { name: "Quiet", rule: { eventTypes: ["ALERT"] }, enabled: false };
  return (await api.post<{ id: string }>("/v1/alert-policies", given)).body;
}

/** Sends spans of two unregistered models, and creates two rules. */
export async function makeTelemetry({ api }: TestOrganisation, modelId: string): Promise<{ id: string }> {
  const ids = { traceId: "5b8efff798038103d269b633813fc60c", spanId: "eee19b7ec3c1b174" };
  const spans = ["model-a", "model-b"].map((model) => ({
    ...ids,
    attributes: [{ key: "gen_ai.request.model", value: { stringValue: model } }],
  }));
  await api.post("/v1/otlp/v1/traces", { resourceSpans: [{ scopeSpans: [{ spans }] }] });
  await api.post("/v1/telemetry/rules", { service: "quiet-1", modelId });
  return (await api.post<{ id: string }>("/v1/telemetry/rules", { service: "quiet-2", modelId })).body;
}

/** Places a hold on a year without data. */
export async function makeHold({ api }: TestOrganisation): Promise<{ id: string }> {
  const dateRange = { from: "1999-01-01T00:00:00Z", to: "1999-12-31T23:59:59Z" };
  const given = { name: "An old matter", reason: "A trial.", dateRange };
  return (await api.post<{ id: string }>("/v1/legal-holds", given)).body;
}

/** A valid document for a requirement that events cannot support. */
export const declaration = {
  ...{ framework: "EU_AI_ACT_ANNEX_IV", requirement: "8", title: "Declaration of conformity" },
  contentHash: `sha256:${"a".repeat(64)}`,
};

export async function makeDocument({ api }: TestOrganisation): Promise<{ id: string }> {
  return (await api.post<{ id: string }>("/v1/evidence-documents", declaration)).body;
}

/** Adds a comment with the organisation's key. */
export async function makeComment({ api }: TestOrganisation, detectionId: string): Promise<{ id: string }> {
  return (await api.post<{ id: string }>(`/v1/shadow-ai/${detectionId}/comments`, { text: "Asked the team." })).body;
}

/** Assigns a control of a new model to a new member. */
export async function makeAssignment(organisation: TestOrganisation): Promise<Stock["assignment"]> {
  const [{ id: modelId }, { email }] = [await organisation.model(), await makeMember(organisation.id, "ANALYST")];
  return (await organisation.api.post<Stock["assignment"]>("/v1/control-assignments", gapOf(modelId, email))).body;
}

/** A valid assignment. */
export const gapOf = (modelId: string, assignedTo: string) => ({
  ...{ modelId, assignedTo, framework: "EU_AI_ACT_ANNEX_IV", requirement: "8" },
  dateRange: { from: "2026-01-01T00:00:00.000Z", to: "2026-01-31T23:59:59.999Z" },
});

/** Creates a paused stream. */
export async function pausedStream({ api }: TestOrganisation): Promise<{ id: string }> {
  const given = { name: "SIEM", url: "https://siem.example.com/in", status: "PAUSED" };
  const { status, body } = await api.post<{ id: string }>("/v1/audit-streams", given);
  if (status !== 201) throw new Error(`no stream was made: ${JSON.stringify(body)}`);
  return body;
}

import { expect } from "@playwright/test";
import type pg from "pg";
import { generateKey } from "@/lib/domains/api-keys/key-format";
import { sign } from "@/lib/domains/integrations/testing/deliveries";
import { insertDelivery, insertNotifiedFailure } from "@/lib/domains/webhooks/testing/endpoints";
import { makeDetections } from "../../support/detections";
import { makeExceptionRequest } from "../../support/exceptions";
import { makeMember } from "../../support/members";
import type { TestOrganisation } from "../../support/organisation";
import { insertVerification } from "../../support/verification";
import { insertFindings } from "../support/findings";
import { downloadToken, insertPackage } from "../support/packages";
import { inviteSomebody, newAddress } from "../support/people";
import { sendQuietLogs } from "../support/quiet-logs";
import { insertReport, makeSchedule } from "../support/reports";
import { declaration, gapOf, makeTelemetry } from "../support/stock";

/** Fixtures of bad requests: resources of the organisation that sends them and of another one. */
export interface Given {
  organisation: TestOrganisation;
  /** The default credential after `Bearer`. */
  key: string;
  modelId: string;
  archivedModelId: string;
  foreignModelId: string;
  eventId: string;
  blockHash: string;
  foreignEventId: string;
  keyId: string;
  revokedKeyId: string;
  rotatedKeyId: string;
  endpointId: string;
  /** Another endpoint of the same organisation. */
  otherEndpointId: string;
  disabledEndpointId: string;
  integrationId: string;
  /** Another integration of the same organisation. */
  otherIntegrationId: string;
  foreignIntegrationId: string;
  /** A paused stream: background work would look like data written by a request. */
  streamId: string;
  foreignStreamId: string;
  policyId: string;
  foreignPolicyId: string;
  /** An event of the registered model whose content was erased. */
  erasedEventId: string;
  /** An event of the system model. */
  administrativeEventId: string;
  /** Covers a model that has no events. */
  holdId: string;
  releasedHoldId: string;
  foreignHoldId: string;
  documentId: string;
  withdrawnDocumentId: string;
  foreignDocumentId: string;
  /** An open assignment. */
  assignmentId: string;
  closedAssignmentId: string;
  foreignAssignmentId: string;
  /** The e-mail address of a member. */
  assignee: string;
  /** An event that is covered by a legal hold. */
  heldEventId: string;
  /**
   * A finished delivery, like all deliveries to the endpoint: background work would look like data written by a
   * request.
   */
  deliveryId: string;
  foreignDeliveryId: string;
  foreignVerificationId: string;
  /** An open finding. */
  findingId: string;
  /** A READY package with a file. */
  packageId: string;
  /** The token in its download URL. */
  downloadToken: string;
  /** A package that stays in generation, because no worker processes it. */
  waitingPackageId: string;
  foreignPackageId: string;
  /** A disabled schedule. */
  scheduleId: string;
  /** A detection under investigation. */
  detectionId: string;
  foreignDetectionId: string;
  /** An invited member. */
  memberId: string;
  foreignMemberId: string;
  /** A PENDING exception request. */
  exceptionRequestId: string;
  foreignExceptionRequestId: string;
  /** A cursor of the list of the endpoint's deliveries. */
  deliveryCursor: string;
  /** A cursor of the list of the integration's deliveries. */
  receivedCursor: string;
  /** A cursor of each list, by its path. */
  cursors: Record<string, string>;
  foreignCursors: Record<string, string>;
  /** A cursor of the list `GET /v1/audit?severity=INFO`. */
  filteredCursor: string;
  /** An Idempotency-Key that was used once on each path that accepts one. */
  usedIdempotencyKey: string;
  badKeys: { unknown: string; revoked: string; expired: string; otherMode: string };
}

export const lists = [
  "/v1/audit",
  "/v1/audit/verifications",
  "/v1/audit/findings",
  "/v1/evidence",
  "/v1/reports",
  "/v1/report-schedules",
  "/v1/shadow-ai/detections",
  "/v1/shadow-ai/exceptions",
  "/v1/sensors/sources",
  "/v1/sensors/imports",
  "/v1/models",
  "/v1/telemetry/rules",
  "/v1/telemetry/sources",
  "/v1/webhooks",
  "/v1/audit-streams",
  "/v1/integrations",
  "/v1/alert-policies",
  "/v1/legal-holds",
  "/v1/control-assignments",
  "/v1/evidence-documents",
  "/v1/api-keys",
  "/v1/members",
  "/v1/mails",
];

interface MakeGiven {
  makeOrganisation(): Promise<TestOrganisation>;
  owner: pg.Pool;
}

/** Creates two organisations with resources of every kind. */
export async function makeGiven({ makeOrganisation, owner }: MakeGiven): Promise<Given> {
  const organisation = await makeOrganisation();
  const other = await makeOrganisation();
  const own = await fill(organisation);
  const foreign = await fill(other);
  const filtered = await organisation.api.get<Page>("/v1/audit?limit=1&severity=INFO");
  await insertVerification(organisation);
  return {
    organisation,
    key: organisation.apiKey.key,
    ...own,
    foreignModelId: foreign.modelId,
    foreignEventId: foreign.eventId,
    foreignIntegrationId: foreign.integrationId,
    foreignStreamId: foreign.streamId,
    foreignPolicyId: foreign.policyId,
    foreignHoldId: foreign.holdId,
    foreignDocumentId: foreign.documentId,
    foreignAssignmentId: foreign.assignmentId,
    foreignDeliveryId: foreign.deliveryId,
    foreignVerificationId: await insertVerification(other),
    foreignPackageId: foreign.packageId,
    foreignDetectionId: foreign.detectionId,
    foreignMemberId: foreign.memberId,
    foreignExceptionRequestId: foreign.exceptionRequestId,
    cursors: await firstCursors(organisation),
    foreignCursors: await firstCursors(other),
    filteredCursor: cursorOf(filtered),
    badKeys: await makeBadKeys(organisation, await makeOrganisation(), owner),
  };
}

interface Page {
  pagination: { nextCursor?: string };
}

const usedIdempotencyKey = "ide_used";

async function fill(organisation: TestOrganisation) {
  const { api } = organisation;
  const model = await organisation.model();
  const archived = await organisation.model();
  expect((await api.patch(`/v1/models/${archived.id}`, { archived: true })).status).toBe(200);

  const event = { modelId: model.id, eventType: "INFERENCE", payload: { latencyMs: 12 } };
  const headers = { "Idempotency-Key": usedIdempotencyKey };
  const appended = await api.post<{ id: string; blockHash: string }>("/v1/audit", event, headers);
  expect(appended.status).toBe(201);
  expect((await api.post("/v1/audit/batch", { events: [event, event] }, headers)).status).toBe(201);
  expect((await api.post("/v1/models", { name: "Another" }, headers)).status).toBe(201);
  const key = await api.post<{ id: string }>("/v1/api-keys", { name: "Reader", scopes: ["audit:read"] }, headers);
  expect(key.status).toBe(201);

  await makeTelemetry(organisation, model.id);
  const endpoints = await fillEndpoints(organisation, headers);
  const integrations = await fillIntegrations(organisation, headers);
  const streamId = await fillStreams(organisation, headers);
  const policyId = await fillPolicies(organisation, headers);
  const scheduleId = await fillReports(organisation, headers);
  const records = await fillRecords(organisation, headers);
  await sendQuietLogs(organisation);
  const packages = await fillPackages(organisation, model.id, headers);
  const finding = await insertFindings(organisation);

  const [detection] = await makeDetections(organisation, [{ since: { status: "INVESTIGATING" } }, {}]);
  const commented = `/v1/shadow-ai/${detection?.id}/comments`;
  expect((await api.post(commented, { text: "Asked the team." }, headers)).status).toBe(201);
  await makeExceptionRequest(organisation);
  const exceptionRequest = await makeExceptionRequest(organisation);

  const { member } = await inviteSomebody(organisation);
  const invited = { email: newAddress(), name: "Ben", role: "VIEWER" };
  expect((await api.post("/v1/members", invited, headers)).status).toBe(201);

  const rotated = await organisation.key(["audit:read"]);
  expect((await api.post(`/v1/api-keys/${rotated.id}/rotate`, {}, headers)).status).toBe(201);
  const revoked = await organisation.key(["audit:read"]);
  expect((await api.delete(`/v1/api-keys/${revoked.id}`)).status).toBe(204);
  return {
    modelId: model.id,
    archivedModelId: archived.id,
    eventId: appended.body.id,
    blockHash: appended.body.blockHash,
    keyId: key.body.id,
    revokedKeyId: revoked.id,
    rotatedKeyId: rotated.id,
    ...endpoints,
    ...integrations,
    streamId,
    policyId,
    scheduleId,
    ...records,
    ...packages,
    findingId: finding.id,
    detectionId: detection?.id ?? "",
    memberId: member.id,
    exceptionRequestId: exceptionRequest.id,
    usedIdempotencyKey,
  };
}

async function fillEndpoints({ id, api, endpoint }: TestOrganisation, headers: Record<string, string>) {
  const disabled = await endpoint({ active: false });
  const other = await endpoint();
  const given = { url: "https://hooks.example.com/", events: ["evidence.expired"], active: false };
  const created = await api.post<{ id: string }>("/v1/webhooks", given, headers);
  expect(created.status).toBe(201);
  const path = `/v1/webhooks/${created.body.id}`;
  expect((await api.post(`${path}/rotate-secret`, {}, headers)).status).toBe(200);
  // A rejected request also uses the key, and sends nothing.
  expect((await api.post(`${path}/test`, {}, headers)).status).toBe(409);
  expect((await api.patch(path, { active: true })).status).toBe(200);
  await insertNotifiedFailure(id, created.body.id);
  const deliveryId = await insertDelivery(id, created.body.id, "DELIVERED");
  const deliveryCursor = cursorOf(await api.get<Page>(`${path}/deliveries?limit=1`));
  return {
    endpointId: created.body.id,
    otherEndpointId: other.id,
    disabledEndpointId: disabled.id,
    deliveryId,
    deliveryCursor,
  };
}

async function fillStreams({ api }: TestOrganisation, headers: Record<string, string>): Promise<string> {
  const given = { name: "SIEM", url: "https://siem.example.com/in", status: "PAUSED" };
  expect((await api.post("/v1/audit-streams", given)).status).toBe(201);
  const created = await api.post<{ id: string }>("/v1/audit-streams", given, headers);
  expect(created.status).toBe(201);
  const { id } = created.body;
  expect((await api.post(`/v1/audit-streams/${id}/rotate-secret`, {}, headers)).status).toBe(200);
  return id;
}

async function fillIntegrations({ api }: TestOrganisation, headers: Record<string, string>) {
  const given = { kind: "GITHUB", name: "Models repository" };
  const other = await api.post<{ id: string }>("/v1/integrations", given);
  expect(other.status).toBe(201);
  const created = await api.post<{ id: string; secret: string }>("/v1/integrations", given, headers);
  expect(created.status).toBe(201);
  const { id, secret } = created.body;
  for (const zen of ["Practicality beats purity.", "Favor focus over features."]) {
    const delivery = sign.GITHUB({ secret, body: { zen } });
    const received = await api.post(`/v1/integrations/${id}/events`, delivery.body, delivery.headers);
    expect(received.status).toBe(200);
  }
  expect((await api.post(`/v1/integrations/${id}/rotate-secret`, {}, headers)).status).toBe(200);
  const receivedCursor = cursorOf(await api.get<Page>(`/v1/integrations/${id}/deliveries?limit=1`));
  return { integrationId: id, otherIntegrationId: other.body.id, receivedCursor };
}

async function fillPolicies({ api }: TestOrganisation, headers: Record<string, string>): Promise<string> {
  const given = { name: "Quiet", rule: { eventTypes: ["ALERT"] }, enabled: false };
  expect((await api.post("/v1/alert-policies", given)).status).toBe(201);
  const created = await api.post<{ id: string }>("/v1/alert-policies", given, headers);
  expect(created.status).toBe(201);
  return created.body.id;
}

/** Inserts finished reports without generating them, because a requested report is generated in the background. */
async function fillReports(organisation: TestOrganisation, headers: Record<string, string>): Promise<string> {
  await insertReport(organisation, "FAILED");
  await insertReport(organisation, "READY");
  await makeSchedule(organisation);
  return (await makeSchedule(organisation, headers)).id;
}

async function fillRecords({ api, model }: TestOrganisation, headers: Record<string, string>) {
  const append = async (modelId: string) => {
    const given = { modelId, eventType: "DATA_ACCESS", payload: { subject: "A. Person" } };
    return (await api.post<{ id: string }>("/v1/audit", given)).body.id;
  };
  const [erased, held] = [await model(), await model()];
  const erasedEventId = await append(erased.id);
  const erasure = await api.post<{ erased: { eventId: string } }>(
    `/v1/audit/${erasedEventId}/erasure`,
    { legalBasis: "OTHER", reference: "A trial" },
    headers,
  );
  expect(erasure.status).toBe(201);
  const heldEventId = await append(held.id);
  const given = { name: "A matter", reason: "A trial.", modelIds: [held.id] };
  const first = await api.post<{ id: string }>("/v1/legal-holds", given);
  expect((await api.post(`/v1/legal-holds/${first.body.id}/release`, { reason: "Settled." })).status).toBe(200);
  const placed = await api.post<{ id: string }>("/v1/legal-holds", given, headers);
  expect(placed.status).toBe(201);
  return {
    erasedEventId,
    administrativeEventId: erasure.body.erased.eventId,
    heldEventId,
    holdId: placed.body.id,
    releasedHoldId: first.body.id,
  };
}

async function fillPackages(organisation: TestOrganisation, modelId: string, headers: Record<string, string>) {
  // A rejected request also uses the key, and starts no generation, which would write while tests check that nothing
  // was written.
  const range = { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" };
  const refused = { modelId: "mdl_none", framework: "ISO_42001", dateRange: range };
  expect((await organisation.api.post("/v1/evidence/generate", refused, headers)).status).toBe(422);
  const ready = await insertPackage(organisation, modelId, "READY");
  const waiting = await insertPackage(organisation, modelId, "GENERATING");
  return {
    packageId: ready.id,
    waitingPackageId: waiting.id,
    downloadToken: await downloadToken(organisation, ready.id),
    ...(await fillDocuments(organisation, headers)),
    ...(await fillAssignments(organisation, headers)),
  };
}

async function fillDocuments({ api }: TestOrganisation, headers: Record<string, string>) {
  const first = await api.post<{ id: string }>("/v1/evidence-documents", declaration);
  expect((await api.post(`/v1/evidence-documents/${first.body.id}/withdraw`)).status).toBe(200);
  const second = await api.post<{ id: string }>("/v1/evidence-documents", declaration, headers);
  expect(second.status).toBe(201);
  return { documentId: second.body.id, withdrawnDocumentId: first.body.id };
}

async function fillAssignments(organisation: TestOrganisation, headers: Record<string, string>) {
  const { api, id } = organisation;
  const { email: assignee } = await makeMember(id, "ANALYST");
  const gap = gapOf((await organisation.model()).id, assignee);
  const first = await api.post<{ id: string }>("/v1/control-assignments", gap);
  expect((await api.post(`/v1/control-assignments/${first.body.id}/close`, { reason: "Accepted" })).status).toBe(200);
  const second = await api.post<{ id: string }>("/v1/control-assignments", gap, headers);
  expect(second.status).toBe(201);
  return { assignmentId: second.body.id, closedAssignmentId: first.body.id, assignee };
}

async function firstCursors({ api }: TestOrganisation): Promise<Record<string, string>> {
  const cursors: Record<string, string> = {};
  for (const list of lists) cursors[list] = cursorOf(await api.get<Page>(`${list}?limit=1`));
  return cursors;
}

function cursorOf({ body }: { body: Page }): string {
  const { nextCursor } = body.pagination;
  if (nextCursor === undefined) throw new Error(`the list has only one page: ${JSON.stringify(body).slice(0, 500)}`);
  return nextCursor;
}

async function makeBadKeys(organisation: TestOrganisation, moved: TestOrganisation, owner: pg.Pool) {
  const revoked = await organisation.key(["audit:read"]);
  await organisation.api.delete(`/v1/api-keys/${revoked.id}`);
  const expired = await organisation.key(["audit:read"]);
  await owner.query("UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1", [expired.id]);
  // A live key of an organisation that has become a sandbox. It must not have been used before.
  await owner.query("UPDATE organisations SET livemode = false WHERE id = $1", [moved.id]);
  return { unknown: generateKey(true), revoked: revoked.key, expired: expired.key, otherMode: moved.apiKey.key };
}

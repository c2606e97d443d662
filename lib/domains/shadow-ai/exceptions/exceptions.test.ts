import { beforeEach, describe, expect, test } from "vitest";
import { createTestPerson } from "@/lib/domains/saved-views/testing";
import { requireDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import {
  findSimilarDetections,
  getDetection,
  listDetections,
} from "@/lib/domains/shadow-ai/detections/read-detections";
import {
  approveException,
  listExceptions,
  rejectException,
  requestException,
  withdrawException,
} from "@/lib/domains/shadow-ai/exceptions/exceptions";
import { expireExceptions } from "@/lib/domains/shadow-ai/exceptions/expire-exceptions";
import { readDetectionFigures } from "@/lib/domains/shadow-ai/overview/statistics";
import { ListDetections } from "@/lib/domains/shadow-ai/schemas";
import {
  detectionIn,
  editOutsideService,
  eventsAbout,
  findingsOf,
  openDetection,
  personIn,
} from "@/lib/domains/shadow-ai/testing/detections";
import { ownAnalyst } from "@/lib/domains/shadow-ai/testing/own-analyst";
import { updateDetection, updateDetections } from "@/lib/domains/shadow-ai/triage/update-detections";
import { insertListener, publishedTo } from "@/lib/domains/webhooks/testing/listening";
import { pool } from "@/lib/platform/database/db";
import { getMail, listMails } from "@/lib/platform/mail";

const dayMs = 86_400_000;
const justification = "A trial until the contract is signed.";
const analyst = ownAnalyst({ name: "Meridian Bank", ownerEmail: "owner@example.com" });
let ada: ReturnType<typeof personIn>;
let approver: ReturnType<typeof personIn>;

beforeEach(async () => {
  ada = personIn(analyst.ctx, "ANALYST");
  approver = personIn(analyst.ctx, "APPROVER");
});

const inDays = (days: number) => new Date(analyst.clock.nowMs + days * dayMs).toISOString();

async function statusOf(id: string): Promise<string | undefined> {
  return (await requireDetection(undefined, analyst.organisationId, id)).status;
}

async function kindsAbout(id: string): Promise<unknown[]> {
  return (await eventsAbout(analyst.ctx, id)).map(({ payload }) => (payload as { kind?: unknown }).kind);
}

async function mailsTo(recipient: string) {
  const mails = (await listMails({ organisationId: analyst.organisationId, limit: 20 })).filter(
    (mail) => mail.recipient === recipient,
  );
  return Promise.all(mails.map(({ id }) => getMail(id)));
}

describe("an exception request", () => {
  test("leaves the detection unchanged, records an event and notifies the owner", async () => {
    const { id } = await openDetection(analyst);
    const request = await requestException(ada, id, { justification, expiresAt: inDays(30) });
    expect(request).toMatchObject({
      detectionId: id,
      status: "PENDING",
      justification,
      expiresAt: inDays(30),
      requestedBy: ada.actor.email,
      decidedBy: null,
      detection: { status: "OPEN", endpoint: "api.openai.com", aiProvider: "OpenAI", departmentHint: "Marketing" },
    });
    const { riskScore, details } = (await getDetection(analyst.ctx, id)).detection;
    const { estimatedCallVolume, lastSeenAt } = details;
    expect(request.detection).toMatchObject({ riskScore, estimatedCallVolume, lastSeenAt });
    expect((await listExceptions(analyst.ctx, { detectionId: id, limit: 5 })).data).toEqual([request]);
    expect(request.id).toMatch(/^exr_/);
    expect(await statusOf(id)).toBe("OPEN");
    expect((await getDetection(analyst.ctx, id)).detection.verified).toBe(true);
    const event = (await eventsAbout(analyst.ctx, id)).at(-1);
    expect(event).toMatchObject({
      eventType: "HUMAN_REVIEW",
      actor: { type: "USER", id: ada.actor.id },
      payload: { kind: "SHADOW_AI_EXCEPTION_REQUESTED", exceptionRequestId: request.id, status: "OPEN" },
    });
    expect(JSON.stringify(event)).not.toContain(justification);
    const [mail, ...others] = await mailsTo("owner@example.com");
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ template: "exception-requested" });
    for (const said of [justification, ada.actor.email, `/exceptions/${request.id}/approve`]) {
      expect(mail?.text).toContain(said);
    }
  });

  /** The detections that lists, their details, similar detections and the overview mark as having a pending request. */
  async function marked(id: string, similarTo: string): Promise<Record<string, string[]>> {
    const list = await listDetections(analyst.ctx, ListDetections.parse({}));
    const { detection } = await getDetection(analyst.ctx, id);
    const similar = await findSimilarDetections(analyst.ctx, similarTo);
    const { top } = await readDetectionFigures(analyst.ctx);
    const idsOf = (shown: { id: string; exceptionPending: boolean }[]) =>
      shown.filter(({ exceptionPending }) => exceptionPending).map((one) => one.id);
    return {
      ...{ list: idsOf(list.data), detail: idsOf([detection]) },
      ...{ similar: idsOf(similar.data), overview: idsOf(top) },
    };
  }
  const unmarked = { list: [], detail: [], similar: [], overview: [] };

  test.each<[string, (requestId: string, detectionId: string) => Promise<unknown>]>([
    ["it is rejected", (id) => rejectException(approver, id, { note: "Use the registered model." })],
    ["it is withdrawn", (id) => withdrawException(ada, id)],
    ["it is approved", (id) => approveException(approver, id, {})],
    [
      "the detection is dismissed",
      (_, id) => updateDetection(analyst.ctx, id, { status: "DISMISSED", notes: "Test." }),
    ],
    [
      "the detection is resolved in another way",
      (_, id) => updateDetection(analyst.ctx, id, { status: "RESOLVED", resolution: "STOPPED" }),
    ],
  ])("marks its detection wherever it is shown until %s", async (_, end) => {
    const [asked, other] = [await detectionIn(analyst, "INVESTIGATING"), await openDetection(analyst)];
    const { id } = await requestException(ada, asked.id, { justification });
    const ids = [asked.id];
    expect(await marked(asked.id, other.id)).toEqual({ list: ids, detail: ids, similar: ids, overview: ids });
    await end(id, asked.id);
    expect(await marked(asked.id, other.id)).toEqual(unmarked);
  });

  test("marks a dismissed detection again when it is reopened", async () => {
    const [asked, other] = [await detectionIn(analyst, "INVESTIGATING"), await openDetection(analyst)];
    await requestException(ada, asked.id, { justification });
    await updateDetection(analyst.ctx, asked.id, { status: "DISMISSED", notes: "Test." });
    expect(await marked(asked.id, other.id)).toEqual(unmarked);
    await updateDetection(analyst.ctx, asked.id, { status: "INVESTIGATING" });
    expect(await marked(asked.id, other.id)).toMatchObject({ list: [asked.id], detail: [asked.id] });
  });

  test("ends in 90 days by default, or after the organisation's limit", async () => {
    const [one, other] = [await openDetection(analyst), await openDetection(analyst)];
    expect((await requestException(ada, one.id, { justification })).expiresAt).toBe(inDays(90));
    await allowDays(14);
    expect((await requestException(ada, other.id, { justification })).expiresAt).toBe(inDays(14));
  });

  test.each([
    ["in the past", -1, "must be in the future"],
    ["later than the organisation's limit", 15, "must be at most 14 days from now"],
  ])("is rejected if it ends %s", async (_, days, message) => {
    await allowDays(14);
    const { id } = await openDetection(analyst);
    await expect(requestException(ada, id, { justification, expiresAt: inDays(days) })).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ path: "expiresAt", message }],
    });
  });

  test.each(["RESOLVED", "DISMISSED"] as const)("returns a conflict for a detection that is %s", async (status) => {
    const { id } = await detectionIn(analyst, status);
    await expect(requestException(ada, id, { justification })).rejects.toMatchObject({ code: "conflict" });
  });

  test("allows one pending request per detection, also for concurrent requests", async () => {
    const { id } = await openDetection(analyst);
    const both = await Promise.allSettled([ada, approver].map((ctx) => requestException(ctx, id, { justification })));
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = both.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: "conflict" });
    expect(String(refused.reason)).toContain("exr_");
  });
});

describe("approval", () => {
  test.each([
    ["OPEN", 2],
    ["INVESTIGATING", 1],
  ] as const)("resolves a detection that is %s, with %i triage events", async (status, steps) => {
    const { id } = await detectionIn(analyst, status);
    await updateDetection(analyst.ctx, id, { notes: "Looks like a script." });
    const before = (await kindsAbout(id)).length;
    await insertListener(analyst.organisationId, { events: ["shadow_ai.resolved"] });
    const { id: requestId } = await requestException(ada, id, { justification, expiresAt: inDays(30) });
    const approved = await approveException(approver, requestId, { note: "No customer data." });
    expect(approved).toMatchObject({
      status: "APPROVED",
      decidedBy: approver.actor.email,
      decidedAt: new Date(analyst.clock.nowMs).toISOString(),
      decisionNote: "No customer data.",
      detection: { status: "RESOLVED" },
    });
    const { detection } = await getDetection(analyst.ctx, id);
    expect(detection).toMatchObject({
      status: "RESOLVED",
      resolution: "APPROVED_EXCEPTION",
      exceptionExpiresAt: inDays(30),
      notes: justification,
      verified: true,
      dueAt: null,
    });
    const events = (await eventsAbout(analyst.ctx, id)).slice(before + 1);
    expect(events).toHaveLength(steps);
    expect(events.every(({ actor }) => actor?.id === approver.actor.id)).toBe(true);
    expect(events.at(-1)?.payload).toMatchObject({
      kind: "SHADOW_AI_TRIAGE",
      from: "INVESTIGATING",
      status: "RESOLVED",
      exceptionRequestId: requestId,
      requestedById: ada.actor.id,
    });
    expect(await findingsOf(analyst.organisationId)).toEqual([]);
    expect(await publishedTo(analyst.organisationId)).toHaveLength(1);
    const [mail] = await mailsTo(ada.actor.email);
    expect(mail).toMatchObject({ template: "exception-decided", subject: expect.stringContaining("was approved") });
    expect(mail?.text).toContain("No customer data.");
  });

  test("returns a conflict and changes nothing if the detection was already resolved", async () => {
    const { id } = await detectionIn(analyst, "INVESTIGATING");
    const { id: requestId } = await requestException(ada, id, { justification });
    await updateDetection(analyst.ctx, id, { status: "RESOLVED", resolution: "STOPPED" });
    await expect(approveException(approver, requestId, {})).rejects.toMatchObject({ code: "conflict" });
    expect((await listExceptions(analyst.ctx, { limit: 5 })).data[0]?.status).toBe("PENDING");
    expect((await rejectException(approver, requestId, {})).status).toBe("REJECTED");
  });

  test("returns a conflict if the requested end has passed or exceeds the current limit", async () => {
    const [one, other] = [await openDetection(analyst), await openDetection(analyst)];
    const short = await requestException(ada, one.id, { justification, expiresAt: inDays(1) });
    const long = await requestException(ada, other.id, { justification, expiresAt: inDays(300) });
    await allowDays(30);
    analyst.clock.nowMs += 2 * dayMs;
    for (const { id } of [short, long]) {
      await expect(approveException(approver, id, {})).rejects.toMatchObject({ code: "conflict" });
    }
    expect(await statusOf(one.id)).toBe("OPEN");
  });

  test("approves once if two approvers decide concurrently", async () => {
    const { id } = await openDetection(analyst);
    const { id: requestId } = await requestException(ada, id, { justification });
    const deciders = [approver, personIn(analyst.ctx, "APPROVER")];
    const both = await Promise.allSettled(deciders.map((ctx) => approveException(ctx, requestId, {})));
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await kindsAbout(id)).toHaveLength(4);
  });

  test("also happens when the detection is resolved by any approver", async () => {
    const { id } = await detectionIn(analyst, "INVESTIGATING");
    const { id: requestId } = await requestException(ada, id, { justification, expiresAt: inDays(60) });
    await updateDetection(approver, id, {
      status: "RESOLVED",
      resolution: "APPROVED_EXCEPTION",
      notes: "For a week.",
      exceptionExpiresAt: inDays(7),
    });
    const { data } = await listExceptions(analyst.ctx, { detectionId: id, limit: 5 });
    expect(data).toMatchObject([{ id: requestId, status: "APPROVED", decidedBy: approver.actor.email }]);
    const [mail] = await mailsTo(ada.actor.email);
    expect(mail?.text).toContain(inDays(7).slice(0, 10));
    expect((await eventsAbout(analyst.ctx, id)).at(-1)?.payload).toMatchObject({ exceptionRequestId: requestId });
  });
});

describe("rejection and withdrawal", () => {
  test("leaves the detection unchanged on rejection and sends the reason to the requester", async () => {
    const { id } = await openDetection(analyst);
    const { id: requestId } = await requestException(ada, id, { justification });
    const rejected = await rejectException(approver, requestId, { note: "Use the registered model." });
    expect(rejected).toMatchObject({
      status: "REJECTED",
      decidedBy: approver.actor.email,
      detection: { status: "OPEN" },
    });
    expect(await kindsAbout(id)).toEqual([
      "SHADOW_AI_DETECTION_OPENED",
      "SHADOW_AI_EXCEPTION_REQUESTED",
      "SHADOW_AI_EXCEPTION_REJECTED",
    ]);
    const [mail] = await mailsTo(ada.actor.email);
    expect(mail?.subject).toContain("was rejected");
    expect(mail?.text).toContain("Use the registered model.");
    expect((await requestException(ada, id, { justification })).status).toBe("PENDING");
  });

  test("names the requester and the member who decided", async () => {
    const requester = await createTestPerson(analyst.ctx, "ANALYST", "Ada");
    const decider = await createTestPerson(analyst.ctx, "APPROVER", "Amy");
    const { id } = await openDetection(analyst);
    const request = await requestException(requester, id, { justification });
    expect(request).toMatchObject({ requestedByName: "Ada", decidedByName: null });
    const rejected = await rejectException(decider, request.id, { note: "Use the registered model." });
    expect(rejected).toMatchObject({ requestedByName: "Ada", decidedByName: "Amy" });
  });

  test("allows only the requester to withdraw", async () => {
    const { id } = await openDetection(analyst);
    const { id: requestId } = await requestException(ada, id, { justification });
    await expect(withdrawException(approver, requestId)).rejects.toMatchObject({ code: "insufficient_scope" });
    const withdrawn = await withdrawException(ada, requestId);
    expect(withdrawn).toMatchObject({ status: "WITHDRAWN", decidedBy: null, decidedAt: expect.any(String) });
    expect((await kindsAbout(id)).at(-1)).toBe("SHADOW_AI_EXCEPTION_WITHDRAWN");
    expect(await mailsTo(ada.actor.email)).toEqual([]);
  });

  test.each([
    ["approve", (id: string) => approveException(approver, id, {})],
    ["reject", (id: string) => rejectException(approver, id, {})],
    ["withdraw", (id: string) => withdrawException(ada, id)],
  ])("returns a conflict for the attempt to %s a decided request", async (_, again) => {
    const { id } = await openDetection(analyst);
    const { id: requestId } = await requestException(ada, id, { justification });
    await rejectException(approver, requestId, {});
    await expect(again(requestId)).rejects.toMatchObject({ code: "conflict" });
  });
});

async function allowDays(exceptionMaxDays: number): Promise<void> {
  await pool().query("INSERT INTO shadow_ai_settings (organisation_id, settings, updated_at) VALUES ($1, $2, now())", [
    analyst.organisationId,
    { exceptionMaxDays },
  ]);
}

test("approves other members' requests in a bulk change, and returns an error for the caller's own", async () => {
  const [theirs, own] = [await detectionIn(analyst, "INVESTIGATING"), await detectionIn(analyst, "INVESTIGATING")];
  await requestException(ada, theirs.id, { justification });
  await requestException(approver, own.id, { justification });
  const { results } = await updateDetections(approver, {
    ids: [theirs.id, own.id],
    change: { status: "RESOLVED", resolution: "APPROVED_EXCEPTION", notes: "A trial." },
  });
  expect(results).toMatchObject([{ status: "RESOLVED" }, { id: own.id, error: "insufficient_scope" }]);
  expect(await statusOf(own.id)).toBe("INVESTIGATING");
  const { data } = await listExceptions(analyst.ctx, { limit: 5 });
  expect(Object.fromEntries(data.map(({ detectionId, status }) => [detectionId, status]))).toEqual({
    [own.id]: "PENDING",
    [theirs.id]: "APPROVED",
  });
  const pending = await listExceptions(analyst.ctx, { status: "PENDING", limit: 5 });
  expect(pending.data.map(({ detectionId }) => detectionId)).toEqual([own.id]);
});

/** A use with an exception for ten days. */
async function approve(given: Parameters<typeof detectionIn>[2] = {}): Promise<string> {
  const { ctx, clock } = analyst;
  const { id } = await detectionIn(analyst, "INVESTIGATING", given);
  await updateDetection(ctx, id, {
    status: "RESOLVED",
    resolution: "APPROVED_EXCEPTION",
    notes: "A trial.",
    assignedTo: "ada@example.com",
    exceptionExpiresAt: new Date(clock.nowMs + 10 * dayMs).toISOString(),
  });
  return id;
}

test("reopens the detection and notifies the assignee when the exception expires", async () => {
  const { ctx, clock, organisationId } = analyst;
  await insertListener(organisationId, { events: ["shadow_ai.detected"] });
  const id = await approve();
  expect((await requireDetection(undefined, organisationId, id)).exceptionCalls).toBe(120);
  clock.nowMs += 10 * dayMs - 1;
  await expireExceptions(clock);
  expect(await statusOf(id)).toBe("RESOLVED");
  clock.nowMs += 1;
  await expireExceptions(clock);
  const { detection } = await getDetection(ctx, id);
  expect(detection).toMatchObject({
    status: "OPEN",
    resolution: null,
    resolvedAt: null,
    exceptionExpiresAt: null,
    reopenedFor: "EXCEPTION_EXPIRED",
    assignedTo: "ada@example.com",
    notes: "A trial.",
    verified: true,
  });
  expect((await eventsAbout(ctx, id)).at(-1)).toMatchObject({
    eventType: "SHADOW_AI_DETECTED",
    actor: { type: "SYSTEM", id: "shadow-ai" },
    payload: { kind: "SHADOW_AI_DETECTION_REOPENED", status: "OPEN", reopenedFor: "EXCEPTION_EXPIRED" },
  });
  const published = await publishedTo(organisationId);
  expect(published.map(({ envelope }) => envelope.data)).toMatchObject([{ id, reopenedFor: null }, detectedAgain(id)]);
  const [mail] = await listMails({ organisationId, limit: 1 });
  expect(mail).toMatchObject({ recipient: "ada@example.com", template: "detection-reopened" });
  await expireExceptions(clock);
  expect(await publishedTo(organisationId)).toHaveLength(2);
});

const detectedAgain = (id: string) => ({ id, status: "OPEN", reopenedFor: "EXCEPTION_EXPIRED" });

test("reopens a detection once in two concurrent sweeps", async () => {
  const id = await approve();
  analyst.clock.nowMs += 11 * dayMs;
  await Promise.all([expireExceptions(analyst.clock), expireExceptions(analyst.clock)]);
  expect(await statusOf(id)).toBe("OPEN");
  const kinds = (await eventsAbout(analyst.ctx, id)).map(({ payload }) => payload?.kind);
  expect(kinds.filter((kind) => kind === "SHADOW_AI_DETECTION_REOPENED")).toHaveLength(1);
});

test("skips a detection whose use has another open detection", async () => {
  const fingerprint = "c".repeat(64);
  const id = await approve({ fingerprint });
  const other = await openDetection(analyst, { fingerprint });
  analyst.clock.nowMs += 11 * dayMs;
  await expireExceptions(analyst.clock);
  expect(await statusOf(id)).toBe("RESOLVED");
  await updateDetection(analyst.ctx, other.id, { status: "INVESTIGATING" });
  await updateDetection(analyst.ctx, other.id, { status: "DISMISSED", notes: "A duplicate." });
  await expireExceptions(analyst.clock);
  expect(await statusOf(id)).toBe("OPEN");
});

test("detects an exception that was extended outside the service when it expires", async () => {
  const id = await approve();
  await editOutsideService(id, "exception_expires_at = exception_expires_at + interval '5 days'");
  analyst.clock.nowMs += 16 * dayMs;
  await expireExceptions(analyst.clock);
  expect(await statusOf(id)).toBe("OPEN");
  expect(await findingsOf(analyst.organisationId)).toMatchObject([{ code: "detection_mismatch" }]);
});

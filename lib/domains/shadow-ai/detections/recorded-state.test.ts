import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { appendInTransaction, listEvents } from "@/lib/domains/audit-chain";
import { insertDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import { getDetection } from "@/lib/domains/shadow-ai/detections/read-detections";
import { stateHash } from "@/lib/domains/shadow-ai/detections/recorded-state";
import { toEventData } from "@/lib/domains/shadow-ai/detections/to-detection";
import {
  type Analyst,
  createAnalyst,
  detectionIn,
  editOutsideService,
  eventsAbout,
  findingsOf,
  inputsOf,
  newDetection,
  openDetection,
  openDetections,
  personIn,
} from "@/lib/domains/shadow-ai/testing/detections";
import { updateDetection, updateDetections } from "@/lib/domains/shadow-ai/triage/update-detections";
import { publishIntegrityFailure } from "@/lib/domains/webhooks";
import { insertListener, outboxOf, publishedTo } from "@/lib/domains/webhooks/testing/listening";
import { inTransaction, pool } from "@/lib/platform/database/db";
import { getMail, listMails } from "@/lib/platform/mail";
import { ownTestDatabase } from "@/tools/database/testing";

process.env.LOG_LEVEL = "silent";
const database = ownTestDatabase();

let analyst: Analyst;

beforeEach(async () => {
  analyst = await createAnalyst({ name: "Meridian Bank" });
});

async function isVerified(id: string): Promise<boolean> {
  return (await getDetection(analyst.ctx, id)).detection.verified;
}

/** Runs SQL with the database owner's privileges. */
async function asOwner(sql: string, values: unknown[]): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  try {
    await owner.query(sql, values);
  } finally {
    await owner.end();
  }
}

const inputs = JSON.stringify(inputsOf({ automated: false }));

describe("a row that differs from the chain", () => {
  test.each([
    ["another status", "status = 'INVESTIGATING'"],
    ["another severity", "severity = 'INFO'"],
    ["another source", "source = 'DNS'"],
    ["another provider", "provider = 'Other'"],
    ["another endpoint", "endpoint = 'example.com'"],
    ["another use", "fingerprint = repeat('e', 64)"],
    ["another detection time", "detected_at = detected_at - interval '1 day'"],
    ["another creation time", "created_at = created_at - interval '1 day'"],
    ["another assignee", "assigned_to = 'eve@example.com'"],
    ["other notes", "notes = 'Nothing to see'"],
    ["a resolution", "status = 'RESOLVED', resolution = 'FALSE_POSITIVE', resolved_at = now()"],
    ["an approved volume", "exception_calls = 1000000"],
    ["another reopening time", "reopened_at = now()"],
    ["another reopening reason", "reopened_for = 'RECURRENCE'"],
    ["fewer calls", "calls = calls - 1"],
    ["fewer bytes", "bytes_out = bytes_out - 1"],
    ["a later start", "first_seen_at = first_seen_at + interval '1 ms'"],
    ["another score", "score = 1"],
    ["another score, also in the assessment", `score = 1, assessment = jsonb_set(assessment, '{score}', '1')`],
    ["other inputs", `inputs = '${inputs}'`],
    ["no inputs", `inputs = '{}'`],
    ["no assessment", `assessment = '[]'`],
  ])("is reported with %s", async (_, set) => {
    const { id } = await openDetection(analyst);
    expect(await isVerified(id)).toBe(true);
    await editOutsideService(id, set);
    expect(await isVerified(id)).toBe(false);
    const [event] = await eventsAbout(analyst.ctx, id);
    expect(await findingsOf(analyst.organisationId)).toEqual([{ eventId: event?.id, code: "detection_mismatch" }]);
  });

  test("is reported after it was reverted to an earlier state", async () => {
    const { id } = await detectionIn(analyst, "INVESTIGATING");
    await editOutsideService(id, "status = 'OPEN'");
    expect(await isVerified(id)).toBe(false);
  });

  test("is reported after an edit of the row and its event", async () => {
    const stored = await openDetection(analyst);
    await editOutsideService(stored.id, "severity = 'INFO'");
    await asOwner("ALTER TABLE audit_events DISABLE TRIGGER ALL", []);
    await asOwner("UPDATE audit_events SET content = replace(content, $2, $3) WHERE tags @> ARRAY[$1]", [
      stored.id,
      stateHash(stored),
      stateHash({ ...stored, severity: "INFO" }),
    ]);
    await asOwner("ALTER TABLE audit_events ENABLE TRIGGER ALL", []);
    expect(await isVerified(stored.id)).toBe(false);
  });
});

describe("a row that matches the chain", () => {
  test.each([
    ["more traffic", "calls = calls + 5, bytes_out = bytes_out + 1, last_seen_at = last_seen_at + interval '1 h'"],
    ["late traffic", "first_seen_at = first_seen_at - interval '1 h'"],
    ["another catalogue", "catalogue_version = '2027-01-01'"],
  ])("is accepted with %s", async (_, set) => {
    const { id } = await openDetection(analyst);
    await editOutsideService(id, set);
    expect(await isVerified(id)).toBe(true);
  });

  test("is accepted with a score by rules of a later version", async () => {
    const { id } = await openDetection(analyst);
    const later = `'"2999-01-01"'`;
    await editOutsideService(
      id,
      `score = 7, inputs = jsonb_set(inputs, '{ruleVersion}', ${later}),
       assessment = jsonb_set(jsonb_set(assessment, '{score}', '7'), '{ruleVersion}', ${later})`,
    );
    expect(await isVerified(id)).toBe(true);
  });

  test("is accepted despite callers' events with its ID as a tag", async () => {
    const { id } = await detectionIn(analyst, "INVESTIGATING");
    const foreign = Array.from({ length: 3 }, (_, n) => ({
      eventType: "HUMAN_REVIEW" as const,
      tags: ["shadow-ai", id],
      payload: { note: `A ticket ${n}`, stateHash: "sha256:none", detectionId: "sad_other" },
    }));
    await inTransaction(undefined, (tx) => appendInTransaction(analyst.ctx, tx, foreign));
    expect(await isVerified(id)).toBe(true);
  });
});

test("reports a detection that is missing from the chain", async () => {
  const { organisationId, clock } = analyst;
  const { id } = await inTransaction(undefined, (tx) => insertDetection(tx, newDetection(organisationId, clock.nowMs)));
  expect(await isVerified(id)).toBe(false);
  expect(await findingsOf(organisationId)).toEqual([{ eventId: "position:0", code: `detection_unrecorded ${id}` }]);
});

test("records a finding once and sends one notification", async () => {
  const { organisationId, clock } = analyst;
  await insertListener(organisationId, { events: ["chain.integrity_failure"] });
  const { id } = await openDetection(analyst);
  await editOutsideService(id, "severity = 'INFO'");
  for (let times = 0; times < 2; times++) await getDetection(analyst.ctx, id);
  const [event] = await eventsAbout(analyst.ctx, id);
  const key = { eventId: event?.id ?? "", code: "detection_mismatch" };
  expect(await findingsOf(organisationId)).toEqual([key]);
  const queued = (await outboxOf(organisationId)).filter(({ name }) => name === "audit/integrity.failed");
  expect(queued.map(({ data }) => data)).toEqual([{ organisationId, ...key }]);
  for (let times = 0; times < 2; times++) await publishIntegrityFailure(organisationId, key.eventId, key.code, clock);
  const [published, ...others] = await publishedTo(organisationId);
  expect(others).toEqual([]);
  expect(published?.envelope.data).toMatchObject({
    chainPosition: event?.chainPosition,
    eventId: event?.id,
    error: "detection_mismatch",
    storedHash: event?.payload?.stateHash,
  });
});

test("reports an earlier edit despite a later triage step", async () => {
  const { ctx, organisationId } = analyst;
  const { id } = await openDetection(analyst);
  const [opened] = await eventsAbout(ctx, id);
  await editOutsideService(id, "severity = 'INFO'");
  await updateDetection(ctx, id, { status: "INVESTIGATING" });
  expect(await findingsOf(organisationId)).toEqual([{ eventId: opened?.id, code: "detection_mismatch" }]);
  expect((await eventsAbout(ctx, id)).at(-1)?.payload).toMatchObject({ verifiedBefore: false, severity: "INFO" });
  expect(await isVerified(id)).toBe(true);
});

test("records no finding and changes nothing if the change is rejected", async () => {
  const { id } = await openDetection(analyst);
  const { rows: before } = await pool().query("SELECT * FROM shadow_ai_detections WHERE id = $1", [id]);
  await expect(updateDetection(analyst.ctx, id, { status: "DISMISSED", notes: "n" })).rejects.toThrow();
  const { rows: after } = await pool().query("SELECT * FROM shadow_ai_detections WHERE id = $1", [id]);
  expect(after).toEqual(before);
  expect(await findingsOf(analyst.organisationId)).toEqual([]);
});

/** The organisation's e-mails, oldest first. */
async function mails() {
  const found = await listMails({ organisationId: analyst.organisationId, limit: 100 });
  return Promise.all(found.reverse().map(async ({ id }) => await getMail(id)));
}

test("the chain contains the detection's attributes and no personal data", async () => {
  const { ctx } = analyst;
  const stored = await openDetection(analyst);
  const [opened] = await eventsAbout(ctx, stored.id);
  expect(opened).toMatchObject({
    eventType: "SHADOW_AI_DETECTED",
    severity: stored.severity,
    tags: ["shadow-ai", stored.id],
    verified: true,
    payload: {
      kind: "SHADOW_AI_DETECTION_OPENED",
      detectionId: stored.id,
      provider: "OpenAI",
      endpointHost: "api.openai.com",
      departmentHint: "Marketing",
      status: "OPEN",
      callVolume: 400,
      riskFactors: toEventData(stored).riskFactors,
      figures: { calls: 400, bytesOut: 48_000_000, score: stored.score, ruleVersion: stored.assessment.ruleVersion },
    },
  });
  const secret = { assignedTo: "ada@example.com", notes: "Bob Miller of Marketing uses it." };
  await updateDetection(ctx, stored.id, { status: "INVESTIGATING", ...secret });
  const changed = (await eventsAbout(ctx, stored.id)).at(-1);
  expect(changed?.payload).toMatchObject({ assigneeChanged: true, isAssigned: true, notesChanged: true });
  const text = JSON.stringify((await listEvents(ctx, { limit: 100 })).data);
  for (const word of ["ada@", "Miller", "10.20.30"]) expect(text).not.toContain(word);
});

test("webhooks are sent when a detection is opened and resolved", async () => {
  const { ctx, organisationId } = analyst;
  await insertListener(organisationId, { events: ["shadow_ai.detected", "shadow_ai.resolved"] });
  const { id } = await detectionIn(analyst, "RESOLVED");
  await updateDetection(ctx, id, { notes: "It is off." });
  const published = (await publishedTo(organisationId)).map(({ envelope }) => envelope);
  expect(published.map(({ type }) => type).sort()).toEqual(["shadow_ai.detected", "shadow_ai.resolved"]);
  const [detected, resolved] = ["shadow_ai.detected", "shadow_ai.resolved"].map((type) =>
    published.find((envelope) => envelope.type === type),
  );
  expect(detected?.data).toMatchObject({ id, status: "OPEN", details: { aiProvider: "OpenAI" }, resolution: null });
  expect(resolved?.data).toMatchObject({ id, status: "RESOLVED", resolution: "STOPPED", notes: null });
});

describe("assignment e-mails", () => {
  test("are sent once to a new assignee", async () => {
    const { ctx } = analyst;
    const { id } = await openDetection(analyst);
    await updateDetection(ctx, id, { assignedTo: "ada@example.com" });
    await updateDetection(ctx, id, { assignedTo: "ada@example.com", notes: "Her words" });
    await updateDetection(ctx, id, { assignedTo: null });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: "ada@example.com", template: "detection-assigned", status: "QUEUED" });
    expect(mail?.subject).toBe("Shadow AI: api.openai.com assigned to you");
    for (const said of ["OpenAI at api.openai.com", "Meridian Bank", `/v1/shadow-ai/${id}`]) {
      expect(mail?.text).toContain(said);
    }
    expect((await outboxOf(analyst.organisationId)).map(({ name }) => name)).not.toContain("audit/integrity.failed");
  });

  test("are not sent to members who assign a detection to themselves", async () => {
    const { id } = await openDetection(analyst);
    const self = personIn(analyst.ctx, "ANALYST");
    await updateDetection(self, id, { assignedTo: self.actor.email });
    expect(await mails()).toEqual([]);
    await updateDetection(self, id, { assignedTo: "bob@example.com" });
    expect((await mails()).map((mail) => mail?.recipient)).toEqual(["bob@example.com"]);
  });

  test("are combined for a bulk assignment", async () => {
    const made = await openDetections(
      analyst,
      Array.from({ length: 12 }, () => ({})),
    );
    const change = { assignedTo: "ada@example.com" };
    await updateDetections(analyst.ctx, { ids: made.map(({ id }) => id), change });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Shadow AI: 12 detections assigned to you");
    expect(mail?.text.match(/GET \/v1\/shadow-ai\/sad_/g)).toHaveLength(10);
    expect(mail?.text).toContain("and 2 more");
  });
});

import { beforeEach, describe, expect, test } from "vitest";
import { listEvents } from "@/lib/domains/audit-chain";
import { toEventData } from "@/lib/domains/shadow-ai/detections/to-detection";
import {
  type Analyst,
  createAnalyst,
  detectionIn,
  eventsAbout,
  openDetection,
  openDetections,
  personIn,
} from "@/lib/domains/shadow-ai/testing/detections";
import { updateDetection, updateDetections } from "@/lib/domains/shadow-ai/triage/update-detections";
import { insertListener, outboxOf, publishedTo } from "@/lib/domains/webhooks/testing/listening";
import { getMail, listMails } from "@/lib/platform/mail";
import { ownTestDatabase } from "@/tools/database/testing";

process.env.LOG_LEVEL = "silent";
ownTestDatabase();

let analyst: Analyst;

beforeEach(async () => {
  analyst = await createAnalyst({ name: "Meridian Bank" });
});

/** The organisation's e-mails, oldest first. */
async function mails() {
  const found = await listMails({ organisationId: analyst.organisationId, limit: 100 });
  return Promise.all(found.reverse().map(async ({ id }) => await getMail(id)));
}

describe("the chain", () => {
  test("contains the detection's attributes and no personal data", async () => {
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
});

describe("webhooks", () => {
  test("are sent when a detection is opened and when it is resolved", async () => {
    const { ctx, organisationId } = analyst;
    await insertListener(organisationId, { events: ["shadow_ai.detected", "shadow_ai.resolved"] });
    const { id } = await detectionIn(analyst, "RESOLVED");
    await updateDetection(ctx, id, { notes: "It is off." });
    const told = (await publishedTo(organisationId)).map(({ envelope }) => envelope);
    expect(told.map(({ type }) => type).sort()).toEqual(["shadow_ai.detected", "shadow_ai.resolved"]);
    const [detected, resolved] = ["shadow_ai.detected", "shadow_ai.resolved"].map((type) =>
      told.find((envelope) => envelope.type === type),
    );
    expect(detected?.data).toMatchObject({ id, status: "OPEN", details: { aiProvider: "OpenAI" }, resolution: null });
    expect(resolved?.data).toMatchObject({ id, status: "RESOLVED", resolution: "STOPPED", notes: null });
  });
});

describe("mail", () => {
  test("is sent once to a new assignee", async () => {
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

  test("is not sent to members who assign a detection to themselves", async () => {
    const { id } = await openDetection(analyst);
    const self = personIn(analyst.ctx, "ANALYST");
    await updateDetection(self, id, { assignedTo: self.actor.email });
    expect(await mails()).toEqual([]);
    await updateDetection(self, id, { assignedTo: "bob@example.com" });
    expect((await mails()).map((mail) => mail?.recipient)).toEqual(["bob@example.com"]);
  });

  test("is a single e-mail for a bulk assignment", async () => {
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

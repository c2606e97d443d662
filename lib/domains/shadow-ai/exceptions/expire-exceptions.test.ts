import { beforeEach, expect, test } from "vitest";
import { requireDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import { getDetection } from "@/lib/domains/shadow-ai/detections/read-detections";
import { expireExceptions } from "@/lib/domains/shadow-ai/exceptions/expire-exceptions";
import {
  type Analyst,
  createAnalyst,
  detectionIn,
  editOutsideService,
  eventsAbout,
  findingsOf,
  openDetection,
} from "@/lib/domains/shadow-ai/testing/detections";
import { updateDetection } from "@/lib/domains/shadow-ai/triage/update-detections";
import { insertListener, publishedTo } from "@/lib/domains/webhooks/testing/listening";
import { listMails } from "@/lib/platform/mail";
import { ownTestDatabase } from "@/tools/database/testing";

process.env.LOG_LEVEL = "silent";
ownTestDatabase();

const dayMs = 86_400_000;
let analyst: Analyst;

beforeEach(async () => {
  analyst = await createAnalyst();
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

const statusOf = async (id: string) => (await requireDetection(undefined, analyst.organisationId, id)).status;

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
  const told = await publishedTo(organisationId);
  expect(told.map(({ envelope }) => envelope.data)).toMatchObject([{ id, reopenedFor: null }, detectedAgain(id)]);
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

test("waits with a detection whose use has another open detection", async () => {
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

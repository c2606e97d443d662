import { describe, expect, test } from "vitest";
import { addMember } from "@/lib/domains/members";
import { updateOrganisation } from "@/lib/domains/organisations";
import { listAssignees } from "@/lib/domains/shadow-ai/detections/assignees";
import { getDetection } from "@/lib/domains/shadow-ai/detections/read-detections";
import {
  createAnalyst,
  detectionIn,
  editOutsideService,
  eventsAbout,
  openDetection,
  openDetections,
  personIn,
} from "@/lib/domains/shadow-ai/testing/detections";
import { ownAnalyst } from "@/lib/domains/shadow-ai/testing/own-analyst";
import {
  undoOperation,
  undoStep,
  updateDetection,
  updateDetections,
} from "@/lib/domains/shadow-ai/triage/update-detections";

const minuteMs = 60_000;
const analyst = ownAnalyst();

/** The fields that an undo restores. */
async function triageOf(id: string) {
  const { detection } = await getDetection(analyst.ctx, id);
  const { status, assignedTo, notes, resolution, resolvedModelId, resolvedAt, exceptionExpiresAt, dueAt } = detection;
  return { status, assignedTo, notes, resolution, resolvedModelId, resolvedAt, exceptionExpiresAt, dueAt };
}

describe("undoing a step", () => {
  test.each<[string, "OPEN" | "INVESTIGATING" | "RESOLVED", Parameters<typeof updateDetection>[2]]>([
    [
      "starting the investigation",
      "OPEN",
      { status: "INVESTIGATING", assignedTo: "ada@example.com", notes: "Looking." },
    ],
    ["resolving the detection", "INVESTIGATING", { status: "RESOLVED", resolution: "STOPPED", notes: "Gone." }],
    [
      "approving an exception",
      "INVESTIGATING",
      { status: "RESOLVED", resolution: "APPROVED_EXCEPTION", notes: "A trial." },
    ],
    ["dismissing the detection", "INVESTIGATING", { status: "DISMISSED", notes: "Noise." }],
    ["reopening the detection", "RESOLVED", { status: "INVESTIGATING" }],
    ["assigning the detection", "INVESTIGATING", { assignedTo: "ada@example.com" }],
  ])("restores the state before %s", async (_, status, change) => {
    const { ctx, clock } = analyst;
    const { id } = await detectionIn(analyst, status);
    const before = await triageOf(id);
    clock.nowMs += minuteMs;
    await updateDetection(ctx, id, change);
    expect(await triageOf(id)).not.toEqual(before);
    clock.nowMs += 9 * minuteMs;
    const { updated } = await undoStep(ctx, id);
    expect(updated).toMatchObject({ id, status, assignedTo: before.assignedTo });
    expect(await triageOf(id)).toEqual(before);
    expect((await getDetection(ctx, id)).detection.verified).toBe(true);
    const events = await eventsAbout(ctx, id);
    expect(events.at(-1)).toMatchObject({
      eventType: "HUMAN_REVIEW",
      payload: { kind: "SHADOW_AI_TRIAGE", undo: true, status },
    });
  });
});

describe("rejected undos", () => {
  const refused = { code: "conflict", status: 409 };

  test("return a conflict after 10 minutes, after a first undo, and without a step", async () => {
    const { ctx, clock } = analyst;
    const [late, twice, none] = await openDetections(analyst, [{}, {}, {}]);
    for (const each of [late, twice]) await updateDetection(ctx, each?.id ?? "", { status: "INVESTIGATING" });
    await undoStep(ctx, twice?.id ?? "");
    clock.nowMs += 10 * minuteMs + 1;
    for (const each of [late, twice, none]) {
      await expect(undoStep(ctx, each?.id ?? "")).rejects.toMatchObject(refused);
    }
  });

  test("return a conflict if another change followed, even outside the service", async () => {
    const { ctx } = analyst;
    const { id } = await openDetection(analyst);
    await updateDetection(ctx, id, { status: "INVESTIGATING" });
    await editOutsideService(id, "severity = 'INFO'");
    await expect(undoStep(ctx, id)).rejects.toMatchObject(refused);
    expect(await triageOf(id)).toMatchObject({ status: "INVESTIGATING" });
  });

  test("include those by members without permission for the step and by other organisations", async () => {
    const { ctx } = analyst;
    const { id } = await detectionIn(analyst, "INVESTIGATING");
    await updateDetection(ctx, id, { status: "RESOLVED", resolution: "STOPPED" });
    await expect(undoStep(personIn(ctx, "VIEWER"), id)).rejects.toMatchObject({ code: "insufficient_scope" });
    const foreign = await createAnalyst();
    await expect(undoStep(foreign.ctx, id)).rejects.toMatchObject({ code: "not_found" });
    await expect(undoStep(foreign.ctx, "sad_unknown")).rejects.toMatchObject({ code: "not_found" });
    expect(await triageOf(id)).toMatchObject({ status: "RESOLVED" });
  });

  test("include those of an exception by members who may not approve", async () => {
    const { ctx } = analyst;
    const { id } = await detectionIn(analyst, "INVESTIGATING");
    const exception = { status: "RESOLVED", resolution: "APPROVED_EXCEPTION", notes: "A trial." } as const;
    await updateDetection(ctx, id, exception);
    await updateDetection(ctx, id, { status: "INVESTIGATING" });
    await expect(undoStep(personIn(ctx, "ANALYST"), id)).rejects.toMatchObject({ code: "insufficient_scope" });
    // It must not restore the exception either, which would be an approval by one person.
    await expect(undoStep(personIn(ctx, "APPROVER"), id)).rejects.toMatchObject(refused);
    expect(await triageOf(id)).toMatchObject({ status: "INVESTIGATING" });
  });
});

test("restores once for two concurrent undos", async () => {
  const { ctx } = analyst;
  const { id } = await openDetection(analyst);
  await updateDetection(ctx, id, { status: "INVESTIGATING" });
  const outcomes = await Promise.allSettled([undoStep(ctx, id), undoStep(ctx, id)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("undoes a bulk dismissal of open detections, with status, assignee, notes and deadline", async () => {
  const { ctx, clock } = analyst;
  const ids = (await openDetections(analyst, [{}, {}])).map(({ id }) => id);
  const [assigned = ""] = ids;
  await updateDetection(ctx, assigned, { assignedTo: "ada@example.com", notes: "Mine." });
  const before = await Promise.all(ids.map(triageOf));
  expect(before.map(({ dueAt }) => dueAt)).not.toContain(null);
  clock.nowMs += minuteMs;
  const change = { status: "DISMISSED", notes: "Noise.", investigate: true } as const;
  const { updated, operationId } = await updateDetections(ctx, { ids, change });
  expect(updated).toBe(2);
  expect(await triageOf(assigned)).toMatchObject({ status: "DISMISSED", notes: "Noise.", dueAt: null });
  expect(await undoOperation(ctx, operationId ?? "")).toMatchObject({ updated: 2, failed: 0 });
  expect(await Promise.all(ids.map(triageOf))).toEqual(before);
  const steps = (await eventsAbout(ctx, assigned)).slice(-2);
  expect(steps).toMatchObject([
    { payload: { from: "OPEN", status: "DISMISSED" } },
    { payload: { from: "DISMISSED", status: "OPEN", undo: true } },
  ]);
  expect((await getDetection(ctx, assigned)).detection.verified).toBe(true);
});

test("undoes a bulk change for each of its detections separately", async () => {
  const { ctx } = analyst;
  const ids = (await openDetections(analyst, [{}, {}, {}])).map(({ id }) => id);
  const { operationId } = await updateDetections(ctx, { ids, change: { status: "INVESTIGATING" } });
  expect(operationId).toMatch(/^op_/);
  const [changed = ""] = ids;
  await updateDetection(ctx, changed, { notes: "Mine." });
  const foreign = await createAnalyst();
  await expect(undoOperation(foreign.ctx, operationId ?? "")).rejects.toMatchObject({ code: "not_found" });
  const undone = await undoOperation(ctx, operationId ?? "");
  expect(undone).toMatchObject({ updated: 2, failed: 0 });
  expect(await triageOf(changed)).toMatchObject({ status: "INVESTIGATING", notes: "Mine." });
  for (const id of ids.slice(1)) expect(await triageOf(id)).toMatchObject({ status: "OPEN" });
  await expect(undoOperation(ctx, operationId ?? "")).rejects.toMatchObject({ code: "not_found" });
  await expect(undoOperation(ctx, "op_'--")).rejects.toMatchObject({ code: "not_found" });
});

describe("assignees", () => {
  async function member(email: string, who = analyst) {
    await addMember(who.ctx, { email, name: "Ada Analyst", role: "ANALYST" }, "purple-otter-quartz-41");
  }

  test("can have any address, and responses state whether it belongs to a member", async () => {
    const { ctx } = analyst;
    await member("ada@example.com");
    const { id } = await openDetection(analyst);
    for (const [assignedTo, assigneeIsMember] of [
      ["ada@example.com", true],
      ["someone@elsewhere.example", false],
      [null, null],
    ] as const) {
      const { updated } = await updateDetection(ctx, id, { assignedTo });
      expect(updated).toMatchObject({ assignedTo, assigneeIsMember });
      expect((await getDetection(ctx, id)).detection).toMatchObject({ assignedTo, assigneeIsMember });
    }
  });

  test("can be restricted to members of the organisation", async () => {
    const { ctx } = analyst;
    await member("grace@example.com");
    const foreign = await createAnalyst();
    await member("eve@example.com", foreign);
    await updateOrganisation(ctx, { assignToMembersOnly: true });
    const { id } = await openDetection(analyst);
    const refusal = { code: "not_a_member", status: 422, details: [{ path: "assignedTo" }] };
    await expect(updateDetection(ctx, id, { assignedTo: "eve@example.com" })).rejects.toMatchObject(refusal);
    expect((await updateDetection(ctx, id, { assignedTo: "grace@example.com" })).updated.assigneeIsMember).toBe(true);
    expect(await listAssignees(ctx)).toEqual({
      data: [{ id: expect.stringMatching(/^usr_/), email: "grace@example.com", name: "Ada Analyst", role: "ANALYST" }],
      membersOnly: true,
    });
  });
});

import { describe, expect, test } from "vitest";
import { verifyStoredChain } from "@/lib/domains/audit-chain";
import { getDetection, listDetections } from "@/lib/domains/shadow-ai/detections/read-detections";
import { ListDetections, Snooze } from "@/lib/domains/shadow-ai/schemas";
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
import { endSnoozes } from "@/lib/domains/shadow-ai/triage/end-snoozes";
import {
  undoOperation,
  undoStep,
  updateDetection,
  updateDetections,
} from "@/lib/domains/shadow-ai/triage/update-detections";

const dayMs = 86_400_000;
const analyst = ownAnalyst();

const inDays = (days: number) => new Date(analyst.clock.nowMs + days * dayMs).toISOString();
const read = async (id: string) => (await getDetection(analyst.ctx, id)).detection;
const list = (query: object = {}) => listDetections(analyst.ctx, ListDetections.parse(query));

/** The numbers of open detections, of all in the list, and of snoozed ones. */
async function counts(query: object = {}): Promise<number[]> {
  const { summary, pagination, snoozed } = await list(query);
  return [summary.open, pagination.total, snoozed];
}

describe("a snoozed detection", () => {
  test("is omitted from lists until the exact time, and keeps its deadline and score", async () => {
    const { ctx, clock } = analyst;
    const [hidden] = await openDetections(analyst, [{}, {}, { provider: "Anthropic" }]);
    const before = await read(hidden?.id ?? "");
    const until = inDays(7);
    const { updated } = await updateDetection(ctx, before.id, { snooze: { until, note: "Contract pending." } });
    const snooze = { until, note: "Contract pending.", maxCalls: 800, maxBytesOut: 96_000_000 };
    expect(updated.snooze).toEqual(snooze);
    expect(await read(before.id)).toMatchObject({
      ...{ snooze, status: "OPEN", dueAt: before.dueAt, riskScore: before.riskScore, verified: true },
    });
    expect(await counts()).toEqual([3, 3, 1]);
    expect(await counts({ snoozed: "exclude" })).toEqual([2, 2, 1]);
    expect(await counts({ snoozed: "exclude", provider: "Anthropic" })).toEqual([1, 1, 0]);
    expect(await counts({ snoozed: "exclude", q: "openai" })).toEqual([2, 2, 1]);
    expect(await counts({ snoozed: "only", sort: "due" })).toEqual([1, 1, 1]);
    expect((await list({ snoozed: "only" })).data.map(({ id }) => id)).toEqual([before.id]);
    clock.nowMs = Date.parse(until) - 1;
    expect(await counts({ snoozed: "exclude" })).toEqual([2, 2, 1]);
    expect(await endSnoozes(clock)).toBe(0);
    clock.nowMs += 1;
    expect(await counts({ snoozed: "exclude" })).toEqual([3, 3, 0]);
    expect((await list({ snoozed: "exclude" })).data).toHaveLength(3);
    expect(await endSnoozes(clock)).toBe(1);
    expect(await endSnoozes(clock)).toBe(0);
    expect(await read(before.id)).toMatchObject({ snooze: null, verified: true });
    const events = await eventsAbout(ctx, before.id);
    expect(events.map(({ payload }) => payload?.kind)).toEqual([
      "SHADOW_AI_DETECTION_OPENED",
      "SHADOW_AI_TRIAGE",
      "SHADOW_AI_SNOOZE_ENDED",
    ]);
    const limits = { snoozeMaxCalls: 800, snoozeMaxBytesOut: 96_000_000 };
    expect(events[1]?.payload).toMatchObject({ snoozedUntil: until, snoozeChanged: true, ...limits });
    expect(events[2]?.payload).toMatchObject({ snoozeEndedBy: "TIME" });
    expect(JSON.stringify(events)).not.toContain("Contract pending");
    const { findings } = await verifyStoredChain({ organisationId: ctx.organisation.id });
    expect(findings).toEqual([]);
  });

  test("is still listed by its deadline if it is overdue", async () => {
    const { id, dueAt } = await read((await openDetection(analyst)).id);
    analyst.clock.nowMs = Date.parse(dueAt ?? "") + dayMs;
    await updateDetection(analyst.ctx, id, { snooze: { until: inDays(20) } });
    expect((await list({ due: "overdue" })).data).toMatchObject([{ id, dueAt }]);
  });

  test("reappears when its status changes, and gets a new ETag", async () => {
    const { ctx } = analyst;
    const { id } = await openDetection(analyst);
    const { tag } = await getDetection(ctx, id);
    await updateDetection(ctx, id, { snooze: { until: inDays(1) } }, tag);
    await expect(updateDetection(ctx, id, { notes: "Late." }, tag)).rejects.toMatchObject({
      code: "precondition_failed",
    });
    await updateDetection(ctx, id, { status: "INVESTIGATING" });
    expect(await read(id)).toMatchObject({ status: "INVESTIGATING", snooze: null });
    await updateDetection(ctx, id, { snooze: { until: inDays(1) } });
    await updateDetection(ctx, id, { snooze: null });
    expect(await read(id)).toMatchObject({ snooze: null, verified: true });
  });

  test("is part of the recorded state", async () => {
    const { id } = await openDetection(analyst);
    await updateDetection(analyst.ctx, id, { snooze: { until: inDays(1) } });
    await editOutsideService(id, "snoozed_until = snoozed_until + interval '1 year'");
    expect((await read(id)).verified).toBe(false);
  });
});

test("snoozing and ending a snooze can be undone, for one detection and for several", async () => {
  const { ctx } = analyst;
  const made = await openDetections(analyst, [{}, {}]);
  const ids = made.map(({ id }) => id);
  const until = inDays(3);
  const { operationId, updated } = await updateDetections(ctx, { ids, change: { snooze: { until } } });
  expect(updated).toBe(2);
  expect(await counts({ snoozed: "only" })).toEqual([2, 2, 2]);
  await undoOperation(ctx, operationId ?? "");
  expect(await counts({ snoozed: "only" })).toEqual([0, 0, 0]);
  const id = ids[0] ?? "";
  await updateDetection(ctx, id, { snooze: { until, note: "Waiting." } });
  const snoozed = await read(id);
  await updateDetection(ctx, id, { snooze: null });
  await undoStep(ctx, id);
  expect(await read(id)).toMatchObject({ snooze: snoozed.snooze, verified: true });
});

describe("the limits of a snooze", () => {
  const addTraffic = (id: string, calls: number) => editOutsideService(id, "calls = $2", [calls]);

  test("are at most the largest integer of the API", async () => {
    const { ctx } = analyst;
    const { id } = await openDetection(analyst, { calls: 6e15, bytesOut: Number.MAX_SAFE_INTEGER });
    await updateDetection(ctx, id, { snooze: { until: inDays(1) } });
    const { snooze } = await read(id);
    expect(Snooze.parse(snooze)).toMatchObject({
      ...{ maxCalls: Number.MAX_SAFE_INTEGER, maxBytesOut: Number.MAX_SAFE_INTEGER },
    });
  });

  test("do not change with a repeated request, and are recalculated for a different one", async () => {
    const { ctx } = analyst;
    const { id } = await openDetection(analyst);
    const snooze = { until: inDays(5), note: "Waiting." };
    await updateDetection(ctx, id, { snooze });
    await addTraffic(id, 700);
    const { tag } = await getDetection(ctx, id);
    const count = (await eventsAbout(ctx, id)).length;
    expect((await updateDetection(ctx, id, { snooze })).tag).toBe(tag);
    expect(await eventsAbout(ctx, id)).toHaveLength(count);
    await updateDetection(ctx, id, { snooze, status: "INVESTIGATING" });
    expect(await read(id)).toMatchObject({ status: "INVESTIGATING", snooze: { ...snooze, maxCalls: 800 } });
    await updateDetection(ctx, id, { snooze: { ...snooze, note: "Still waiting." } });
    expect((await read(id)).snooze).toMatchObject({ maxCalls: 1_400 });
    const last = (await eventsAbout(ctx, id)).at(-1);
    expect(last?.payload).toMatchObject({ snoozeChanged: true, snoozeMaxCalls: 1_400, snoozeMaxBytesOut: 96_000_000 });
  });

  test.each<[string, (id: string) => unknown]>([
    ["after its time", () => (analyst.clock.nowMs += 60_000)],
    ["with an exceeded limit", (id) => addTraffic(id, 801)],
  ])("an undo does not restore a snooze %s", async (_, later) => {
    const { ctx } = analyst;
    const { id } = await openDetection(analyst);
    await updateDetection(ctx, id, { snooze: { until: inDays(1 / 1440), note: "Waiting." } });
    await updateDetection(ctx, id, { snooze: null, notes: "Ready." });
    await later(id);
    await undoStep(ctx, id);
    expect(await read(id)).toMatchObject({ snooze: null, notes: null, verified: true });
  });
});

test("a detection can be reopened and snoozed in one step after its previous deadline", async () => {
  const { ctx, clock } = analyst;
  const { id } = await detectionIn(analyst, "RESOLVED");
  clock.nowMs += 200 * dayMs;
  const until = inDays(60);
  await updateDetection(ctx, id, { status: "INVESTIGATING", snooze: { until } });
  expect(await read(id)).toMatchObject({ status: "INVESTIGATING", snooze: { until } });
});

describe("a rejected snooze", () => {
  test.each<[string, number, number, string]>([
    ["in the past", 0, -1, "must be in the future"],
    ["of more than 90 days", 0, 91, "must be at most 90 days from now"],
    ["that ends more than 90 days after the deadline", 60, 45, "must be at most 90 days after the deadline"],
  ])("is one %s", async (_, age, days, message) => {
    const { ctx, clock } = analyst;
    const { id } = await openDetection(analyst, { severity: "HIGH" });
    clock.nowMs += age * dayMs;
    await expect(updateDetection(ctx, id, { snooze: { until: inDays(days) } })).rejects.toMatchObject({
      code: "validation_failed",
      details: [{ path: "snooze.until", message: expect.stringContaining(message) }],
    });
    expect((await read(id)).snooze).toBeNull();
  });

  test("for a decided detection, or by a member who is not allowed to triage", async () => {
    const { ctx } = analyst;
    const { id } = await detectionIn(analyst, "RESOLVED");
    const snooze = { until: inDays(1) };
    await expect(updateDetection(ctx, id, { snooze })).rejects.toMatchObject({ details: [{ path: "snooze" }] });
    const open = await openDetection(analyst);
    await expect(updateDetection(personIn(ctx, "VIEWER"), open.id, { snooze })).rejects.toMatchObject({
      code: "insufficient_scope",
    });
    const foreign = await createAnalyst();
    await expect(updateDetection(foreign.ctx, open.id, { snooze })).rejects.toMatchObject({ code: "not_found" });
  });
});

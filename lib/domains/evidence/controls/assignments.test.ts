import { beforeEach, expect, test } from "vitest";
import { createTestChain, everyEvent, type TestChain } from "@/lib/domains/audit-chain/testing/chain";
import {
  assignControl,
  closeAssignment,
  closeEvidenced,
  getAssignment,
  listAssignments,
  updateAssignment,
  versionOfAssignment,
} from "@/lib/domains/evidence/controls/assignments";
import { listControls } from "@/lib/domains/evidence/controls/controls";
import { AssignControl, ControlAssignment } from "@/lib/domains/evidence/schemas-assignments";
import { updateMember } from "@/lib/domains/members";
import { join, signIn } from "@/lib/domains/members/testing";
import { updateModel } from "@/lib/domains/models";
import { pool } from "@/lib/platform/database/db";
import { entityTag } from "@/lib/platform/resource/entity-tag";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

const framework = "ISO_42001";
const dateRange = { from: "2026-11-01T00:00:00.000Z", to: "2026-11-30T23:59:59.999Z" };

let chain: TestChain;
let email: string;

beforeEach(async () => {
  chain = await createTestChain();
  email = (await join(chain.ctx)).email;
});

function given(more: Record<string, unknown> = {}): AssignControl {
  const control = { modelId: chain.modelId, framework, requirement: "A.6.2.8", dateRange, assignedTo: email };
  return AssignControl.parse({ ...control, ...more });
}

const assign = (more?: Record<string, unknown>) => assignControl(chain.ctx, given(more));

async function rejected(code: string, calls: (() => Promise<unknown>)[]): Promise<void> {
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code });
}

/** The payloads of events about assignments, oldest first. */
async function recorded(): Promise<Record<string, unknown>[]> {
  const payloads = (await everyEvent(chain.ctx)).map(({ payload }) => payload as Record<string, unknown>);
  return payloads.filter(({ kind }) => String(kind).startsWith("CONTROL_"));
}

test("assigns, changes and closes a gap, and records each step on the chain without the texts", async () => {
  const { ctx, modelId } = chain;
  const assigned = await assign({ dueDate: "2026-12-15", note: "Ada knows the tests" });
  expect(ControlAssignment.parse(assigned)).toMatchObject({
    ...{ modelId, framework, requirement: "A.6.2.8", dateRange, assignedTo: email, assigneeIsMember: true },
    ...{ dueDate: "2026-12-15", note: "Ada knows the tests", closedAs: null, closeReason: null, closedAt: null },
  });
  expect(await getAssignment(ctx, assigned.id)).toEqual(assigned);
  ctx.clock.nowMs += 1_000;
  const changed = await updateAssignment(ctx, assigned.id, { dueDate: null, note: "Ada knows the tests" });
  expect(changed).toMatchObject({ dueDate: null, note: "Ada knows the tests" });
  const closed = await closeAssignment(ctx, assigned.id, { reason: "Ada accepts the gap" });
  expect(closed).toMatchObject({ closedAs: "MEMBER", closeReason: "Ada accepts the gap" });
  expect(await getAssignment(ctx, assigned.id)).toEqual(closed);
  const about = { assignmentId: assigned.id, modelId, framework, requirement: "A.6.2.8", dateRange };
  const sealedRecords = [expect.objectContaining({ table: "control_assignments", id: assigned.id })];
  const step = (kind: string, more: object) => ({ kind, ...about, sealedRecords, ...more });
  expect(await recorded()).toEqual([
    step("CONTROL_ASSIGNED", { dueDate: "2026-12-15", closedAs: null }),
    step("CONTROL_ASSIGNMENT_CHANGED", { dueDate: null, closedAs: null, changed: ["dueDate"] }),
    step("CONTROL_ASSIGNMENT_CLOSED", { dueDate: null, closedAs: "MEMBER", changed: ["closedAs", "closeReason"] }),
  ]);
  expect(JSON.stringify(await recorded())).not.toContain("Ada");
});

test("a control has one open assignment, also with concurrent requests, and can be assigned again after it", async () => {
  const outcomes = await Promise.allSettled([assign(), assign()]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(assign()).rejects.toMatchObject({ code: "conflict" });
  const { data } = await listAssignments(chain.ctx, { limit: 10, closed: false });
  await closeAssignment(chain.ctx, data[0]?.id ?? "", { reason: "Done" });
  chain.ctx.clock.nowMs += 1_000;
  const second = await assign();
  const { data: controls } = await listControls(chain.ctx, { modelId: chain.modelId, framework, ...dateRange });
  expect(controls.find(({ requirement }) => requirement === "A.6.2.8")?.assignment).toEqual(second);
});

test("rejects changes to another version, and any change to a closed assignment", async () => {
  const { ctx } = chain;
  const assigned = await assign();
  const tag = entityTag(versionOfAssignment(assigned));
  ctx.clock.nowMs += 1_000;
  await updateAssignment(ctx, assigned.id, { note: "First" }, tag);
  await rejected("precondition_failed", [
    () => updateAssignment(ctx, assigned.id, { note: "Second" }, tag),
    () => closeAssignment(ctx, assigned.id, { reason: "Second" }, tag),
  ]);
  await closeAssignment(ctx, assigned.id, { reason: "Done" });
  await rejected("conflict", [
    () => updateAssignment(ctx, assigned.id, { note: "Third" }),
    () => closeAssignment(ctx, assigned.id, { reason: "Done" }),
  ]);
  expect(await recorded()).toHaveLength(3);
});

test("the database rejects changes to the control of an assignment, and to a closed assignment", async () => {
  const { id } = await assign();
  const change = (set: string) => pool().query(`UPDATE control_assignments SET ${set} WHERE id = $1`, [id]);
  for (const set of ["requirement = 'x'", "model_id = 'x'", "date_from = now()", "created_at = now()"]) {
    await expect(change(set)).rejects.toMatchObject({ code: "42501" });
  }
  await expect(pool().query("DELETE FROM control_assignments")).rejects.toMatchObject({ code: "42501" });
  await expect(change("closed_as = 'MEMBER', closed_at = now()")).rejects.toMatchObject({ code: "23514" });
  await closeAssignment(chain.ctx, id, { reason: "Done" });
  await expect(change("closed_as = NULL, closed_at = NULL, close_reason = NULL")).rejects.toMatchObject({
    code: "23001",
  });
});

test("assigns only to active members of the organisation, and shows assignees who have left", async () => {
  const { ctx } = chain;
  const foreign = await join((await createTestChain()).ctx);
  for (const assignedTo of [foreign.email, "nobody@example.com"]) {
    const error = { code: "not_a_member", details: [{ path: "assignedTo" }] };
    await expect(assign({ assignedTo })).rejects.toMatchObject(error);
  }
  const leaver = await join(ctx);
  const { id } = await assign({ assignedTo: leaver.email.toUpperCase() });
  await expect(updateAssignment(ctx, id, { assignedTo: foreign.email })).rejects.toMatchObject({
    code: "not_a_member",
  });
  const tag = entityTag(versionOfAssignment(await getAssignment(ctx, id)));
  await updateMember(ctx, leaver.id, { disabled: true });
  const left = await getAssignment(ctx, id);
  expect(left).toMatchObject({ assignedTo: leaver.email, assigneeIsMember: false });
  expect(entityTag(versionOfAssignment(left))).toBe(tag);
  expect((await listAssignments(ctx, { limit: 10 })).data).toEqual([left]);
});

test("accepts only requirements of the framework and models of the organisation", async () => {
  const other = await createTestChain();
  await expect(assign({ requirement: "99" })).rejects.toMatchObject({
    code: "validation_failed",
    details: [{ path: "requirement", message: "is not a requirement of ISO_42001" }],
  });
  await expect(assign({ modelId: other.modelId })).rejects.toMatchObject({ code: "model_not_registered" });
  const { id } = await assign();
  await rejected("not_found", [
    () => getAssignment(other.ctx, id),
    () => updateAssignment(other.ctx, id, { note: "x" }),
    () => closeAssignment(other.ctx, id, { reason: "x" }),
  ]);
  expect((await listAssignments(other.ctx, { limit: 10 })).data).toEqual([]);
  expect(await recorded()).toHaveLength(1);
});

test("model owners assign and close only the controls of their own models", async () => {
  const owner = await join(chain.ctx, { role: "MODEL_OWNER" });
  const { ctx } = await signIn(chain.ctx, owner);
  const { id } = await assign();
  await rejected("insufficient_scope", [
    () => assignControl(ctx, given({ requirement: "A.6.2.4" })),
    () => updateAssignment(ctx, id, { note: "x" }),
    () => closeAssignment(ctx, id, { reason: "x" }),
  ]);
  await updateModel(chain.ctx, chain.modelId, { ownerEmail: owner.email });
  await expect(closeAssignment(ctx, id, { reason: "x" })).resolves.toMatchObject({ closedAs: "MEMBER" });
});

test("lists assignments newest first, by model, framework, assignee and state", async () => {
  const { ctx, modelId } = chain;
  const second = await join(ctx);
  const made: string[] = [];
  for (const more of [{ requirement: "A.6.2.8" }, { requirement: "A.6.2.4", assignedTo: second.email }]) {
    ctx.clock.nowMs += 1_000;
    made.unshift((await assign(more)).id);
  }
  await closeAssignment(ctx, made[0] ?? "", { reason: "Done" });
  const ids = async (filter: object) => (await listAssignments(ctx, { limit: 10, ...filter })).data.map(({ id }) => id);
  expect(await ids({})).toEqual(made);
  expect(await ids({ modelId, framework })).toEqual(made);
  expect(await ids({ framework: "FCA_SS1_23" })).toEqual([]);
  expect(await ids({ assignedTo: second.email })).toEqual([made[0]]);
  expect(await ids({ closed: true })).toEqual([made[0]]);
  expect(await ids({ closed: false })).toEqual([made[1]]);
});

const later = { from: "2026-12-01T00:00:00.000Z", to: "2026-12-31T23:59:59.999Z" };

test.each([
  ["the same period", dateRange, true],
  ["a later period", later, true],
  ["a longer period that ends later", { from: dateRange.from, to: later.to }, true],
  ["a period that starts earlier", { from: "2026-10-01T00:00:00.000Z", to: dateRange.to }, false],
  ["a period that ends earlier", { from: dateRange.from, to: "2026-11-29T00:00:00.000Z" }, false],
])("evidence closes an assignment unless it starts or ends before the gap: %s", async (_what, evaluated, isClosed) => {
  const { ctx, modelId } = chain;
  const { id } = await assign();
  const other = await assign({ requirement: "A.6.2.4" });
  const found = { modelId, framework, dateRange: evaluated, evidenced: ["A.6.2.8"] } as const;
  await Promise.all([closeEvidenced(ctx, found), closeEvidenced(ctx, found)]);
  const closed = { closedAs: "EVIDENCED", closeReason: null };
  expect(await getAssignment(ctx, id)).toMatchObject(isClosed ? closed : { closedAs: null });
  expect(await getAssignment(ctx, other.id)).toMatchObject({ closedAs: null });
  const events = (await recorded()).filter(({ kind }) => kind === "CONTROL_ASSIGNMENT_CLOSED");
  expect(events).toEqual(
    isClosed ? [expect.objectContaining({ assignmentId: id, closedAs: "EVIDENCED", evidencedIn: evaluated })] : [],
  );
});

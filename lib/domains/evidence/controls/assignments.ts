import { recordConfigurationChange } from "@/lib/domains/audit-chain";
import {
  assignmentsOf,
  changeStored,
  findAssignment,
  findNewest,
  insertAssignment,
  lockAssignment,
  type StoredAssignment,
} from "@/lib/domains/evidence/controls/store";
import type { FrameworkId } from "@/lib/domains/evidence/enums";
import { frameworkOf } from "@/lib/domains/evidence/frameworks";
import {
  type AssignControl,
  type CloseAssignment,
  ControlAssignment,
  type ControlAssignmentList,
  type ListAssignments,
  type UpdateAssignment,
} from "@/lib/domains/evidence/schemas-assignments";
import { requireMember, withMembership } from "@/lib/domains/members";
import { getModel, requireRegistered } from "@/lib/domains/models";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { may, mayChangeModelsOf, requireOwnModel } from "@/lib/platform/core/roles";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { applyChange } from "@/lib/platform/resource/apply-change";
import { listPage } from "@/lib/platform/resource/list-page";
import { withIsoTimes } from "@/lib/platform/resource/record-store";

type Caller = Pick<Context, "organisation" | "actor" | "clock">;

const membersOnly = "Controls can only be assigned to active members of the organisation.";

/**
 * Assigns a control of a model to a member.
 *
 * @throws `validation_failed` for an unknown control, `model_not_registered`, `not_a_member`, `insufficient_scope` for
 * the model of another owner, and `conflict` if the control has an open assignment.
 */
export async function assignControl(ctx: Context, input: AssignControl): Promise<ControlAssignment> {
  const { modelId, framework, requirement, dateRange, assignedTo, dueDate = null, note = null } = input;
  if (!frameworkOf(framework).requirements.some(({ id }) => id === requirement)) {
    throw validationFailed([{ path: "requirement", message: `is not a requirement of ${framework}` }]);
  }
  return inTransaction(ctx.tx, async (tx) => {
    await requireRegistered({ ...ctx, tx }, [{ path: "modelId", modelId }], "The model is not registered.");
    await requireChangeable(ctx, tx, modelId);
    await requireMember(ctx, tx, assignedTo, membersOnly);
    const now = new Date(ctx.clock.now());
    const stored = await insertAssignment(tx, {
      ...{ id: newId("controlAssignment", now.getTime()), organisationId: ctx.organisation.id },
      ...{ modelId, framework, requirement, assignedTo, dueDate, note, createdAt: now, updatedAt: now },
      ...{ dateFrom: new Date(dateRange.from), dateTo: new Date(dateRange.to) },
    });
    if (!stored) {
      throw new ServiceError("conflict", "This control already has an open assignment. Change or close it instead.");
    }
    await recordAssignment(ctx, tx, "CONTROL_ASSIGNED", stored);
    return view({ ...stored, assigneeIsMember: true });
  });
}

/** @throws `not_found` */
export async function getAssignment(ctx: Context, id: string): Promise<ControlAssignment> {
  const stored = await findAssignment(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("control assignment");
  return view(await withMember(ctx, ctx.tx, stored));
}

/** The organisation's assignments, newest first. @throws `invalid_cursor`. */
export async function listAssignments(ctx: Context, query: ListAssignments): Promise<ControlAssignmentList> {
  const { limit: _limit, cursor: _cursor, ...filter } = query;
  const list = assignmentsOf(ctx.organisation.id, filter);
  const { rows, pagination } = await listPage(ctx, { name: "control-assignments", query, ...list });
  return { data: (await withMembership(ctx, ctx.tx, rows)).map(view), pagination };
}

/** The newest assignment of each of a model's controls, by ID of the requirement. */
export async function newestAssignments(
  ctx: Context,
  of: { modelId: string; framework: FrameworkId },
): Promise<Map<string, ControlAssignment>> {
  const stored = await withMembership(ctx, ctx.tx, await findNewest(ctx.tx, ctx.organisation.id, of));
  return new Map(stored.map((one) => [one.requirement, view(one)]));
}

/**
 * Changes the assignee, the due date or the note of an open assignment.
 *
 * @throws `not_found`, `precondition_failed`, `not_a_member`, `insufficient_scope`, and `conflict` if it is closed.
 */
export async function updateAssignment(
  ctx: Context,
  id: string,
  patch: UpdateAssignment,
  expectedVersion?: string,
): Promise<ControlAssignment> {
  return change(ctx, id, { patch, expectedVersion, kind: "CONTROL_ASSIGNMENT_CHANGED" });
}

/**
 * Closes an assignment permanently, with a reason. The control's status does not change.
 *
 * @throws `not_found`, `precondition_failed`, `insufficient_scope`, and `conflict` if it was closed before.
 */
export async function closeAssignment(
  ctx: Context,
  id: string,
  { reason }: CloseAssignment,
  expectedVersion?: string,
): Promise<ControlAssignment> {
  const patch = { closedAs: "MEMBER", closeReason: reason };
  return change(ctx, id, { patch, expectedVersion, kind: "CONTROL_ASSIGNMENT_CLOSED" });
}

interface AssignmentChange {
  patch: UpdateAssignment & { closedAs?: string; closeReason?: string };
  expectedVersion: string | undefined;
  kind: "CONTROL_ASSIGNMENT_CHANGED" | "CONTROL_ASSIGNMENT_CLOSED";
}

function change(ctx: Context, id: string, { patch, expectedVersion, kind }: AssignmentChange) {
  const organisationId = ctx.organisation.id;
  return applyChange(ctx, {
    noun: "control assignment",
    patch,
    expectedVersion,
    async lock(tx) {
      const stored = await lockAssignment(tx, organisationId, id);
      if (!stored) return null;
      await requireChangeable(ctx, tx, stored.modelId);
      if (stored.closedAt !== null) throw new ServiceError("conflict", "The assignment was already closed.");
      return withMember(ctx, tx, stored);
    },
    view,
    version: versionOfAssignment,
    check: (_, { given }, tx) => given.assignedTo && requireMember(ctx, tx, given.assignedTo, membersOnly),
    async save(_, { given, names, now }, tx) {
      const closedAt = kind === "CONTROL_ASSIGNMENT_CLOSED" ? { closedAt: now } : {};
      const stored = await changeStored(tx, organisationId, id, { ...given, ...closedAt, updatedAt: now });
      await recordAssignment(ctx, tx, kind, stored, { changed: names });
      return withMember(ctx, tx, stored);
    },
  });
}

/** Controls that an evaluation found evidenced. */
export interface EvidencedControls {
  modelId: string;
  framework: FrameworkId;
  dateRange: { from: string; to: string };
  /** IDs of the requirements. */
  evidenced: readonly string[];
}

/**
 * Closes the open assignments of controls that are evidenced. Evidence from before the period of a gap does not close it:
 * the evaluated period must neither start nor end before the period of the assignment.
 */
export async function closeEvidenced(
  { organisation, clock, tx: outer }: Pick<Context, "organisation" | "clock" | "tx">,
  { modelId, framework, dateRange, evidenced }: EvidencedControls,
): Promise<void> {
  const isMet = (stored: StoredAssignment) => {
    const { from, to } = dateRangeOf(stored);
    const isCovered = from <= dateRange.from && to <= dateRange.to;
    return stored.closedAt === null && evidenced.includes(stored.requirement) && isCovered;
  };
  const met = (await findNewest(outer, organisation.id, { modelId, framework })).filter(isMet);
  if (met.length === 0) return;
  const ctx: Caller = { organisation, clock, actor: { kind: "system", id: "evidence" } };
  await inTransaction(outer, async (tx) => {
    for (const { id } of met) {
      const stored = await lockAssignment(tx, organisation.id, id);
      if (!stored || !isMet(stored)) continue;
      const now = new Date(Math.max(clock.now(), stored.updatedAt.getTime()));
      const closed = { closedAs: "EVIDENCED", closedAt: now, updatedAt: now };
      const changed = await changeStored(tx, organisation.id, id, closed);
      await recordAssignment(ctx, tx, "CONTROL_ASSIGNMENT_CLOSED", changed, { evidencedIn: dateRange });
    }
  });
}

/** The part of an assignment that its version covers. */
export function versionOfAssignment({ assigneeIsMember: _, ...assignment }: ControlAssignment): object {
  return assignment;
}

/** Whether the caller may change the assignments of a model. */
export function mayChange(ctx: Context, { ownerEmail }: { ownerEmail: string | null }): boolean {
  return may(ctx, "evidence:write") && mayChangeModelsOf(ctx, ownerEmail);
}

/** @throws `insufficient_scope` if the caller's role allows changes only for its own models. */
async function requireChangeable(ctx: Context, tx: Transaction, modelId: string): Promise<void> {
  requireOwnModel(ctx, (await getModel({ ...ctx, tx }, modelId)).ownerEmail);
}

/** Assignee, note and reason may contain personal data, so the event contains only the hash of the record's state. */
async function recordAssignment(
  ctx: Caller,
  tx: Transaction,
  kind: "CONTROL_ASSIGNED" | AssignmentChange["kind"],
  stored: StoredAssignment,
  more: Record<string, unknown> = {},
): Promise<void> {
  const { id, modelId, framework, requirement, dueDate, closedAs } = stored;
  const dateRange = dateRangeOf(stored);
  const payload = { assignmentId: id, modelId, framework, requirement, dateRange, dueDate, closedAs, ...more };
  await recordConfigurationChange(ctx, tx, { kind, record: { table: "control_assignments", id }, payload });
}

type WithMember = StoredAssignment & { assigneeIsMember: boolean | null };

async function withMember(ctx: Context, tx: Transaction | undefined, stored: StoredAssignment): Promise<WithMember> {
  const [assignment] = await withMembership(ctx, tx, [stored]);
  return { ...stored, assigneeIsMember: assignment?.assigneeIsMember ?? false };
}

function view({ dateFrom, dateTo, ...stored }: WithMember): ControlAssignment {
  return ControlAssignment.parse({ ...withIsoTimes(stored), dateRange: dateRangeOf({ dateFrom, dateTo }) });
}

function dateRangeOf({ dateFrom, dateTo }: Pick<StoredAssignment, "dateFrom" | "dateTo">) {
  return { from: dateFrom.toISOString(), to: dateTo.toISOString() };
}

import { appendInTransaction } from "@/lib/domains/audit-chain/append/append-in-transaction";
import {
  countFindings,
  decideResolution,
  type FindingPosition,
  findFindings,
  findStored,
  insertResolution,
  lockFinding,
  placeOf,
  type Step,
  type StoredFinding,
} from "@/lib/domains/audit-chain/findings/findings-store";
import type {
  IntegrityFinding,
  IntegrityFindingList,
  ListFindings,
  RequestResolution,
} from "@/lib/domains/audit-chain/schemas-verification";
import type { Actor, Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { onlyForPeople, requirePermission } from "@/lib/platform/core/roles";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { listItems } from "@/lib/platform/resource/list-page";

/** The organisation's integrity findings, newest first. @throws `invalid_cursor`. */
export async function listFindings(ctx: Context, query: ListFindings): Promise<IntegrityFindingList> {
  const organisationId = ctx.organisation.id;
  return listItems(ctx, {
    name: "findings",
    query,
    rows: ({ before, take }, reader) =>
      findFindings(reader, organisationId, query.status, {
        before: before === undefined ? undefined : positionBefore(before),
        take,
      }),
    count: (reader) => countFindings(reader, organisationId, query.status),
    before: positionAfter,
    view: toFinding,
  });
}

function toFinding({ eventId, detectedAt, resolutions, ...finding }: StoredFinding): IntegrityFinding {
  return {
    ...finding,
    eventId: eventId === placeOf(finding.chainPosition) ? null : eventId,
    detectedAt: detectedAt.toISOString(),
    resolutions: resolutions.map(({ number: _, requestedById: __, ...resolution }) => resolution),
  };
}

function positionAfter({ detectedAt, id }: StoredFinding): string {
  return `${detectedAt.getTime()},${id}`;
}

function positionBefore(text: string): FindingPosition {
  const [detectedAtMs, id = ""] = text.split(",");
  return { detectedAt: new Date(Number(detectedAtMs)), id };
}

/**
 * Requests the resolution of a false finding, which another administrator must confirm. @throws `not_found`, and
 * `conflict` for a finding that is not open.
 */
export async function requestResolution(ctx: Context, id: string, input: RequestResolution): Promise<IntegrityFinding> {
  return change(ctx, id, "RESOLUTION_REQUESTED", async (tx, finding, step) => {
    if (finding.status !== "OPEN")
      throw new ServiceError("conflict", `This finding is not open. Its status is ${finding.status}.`);
    await insertResolution(tx, ctx.organisation.id, finding, { ...step, reason: input.reason });
  });
}

type Account = Pick<Actor, "id" | "kind"> & { isAdministrator: boolean };

/** Why two accounts are not independent, because one person may control both; undefined if they are. */
type FindSharedControl = (
  tx: Transaction,
  organisationId: string,
  accounts: [Account, Account],
  nowMs: number,
) => Promise<string | undefined>;

/**
 * Confirms another administrator's request. The finding reopens if a later verification finds the same problem.
 * @throws `insufficient_scope` for the requester and for accounts that are not independent of theirs, `not_found`, and
 * `conflict` if there is no request.
 */
export async function confirmResolution(
  ctx: Context,
  id: string,
  findSharedControl: FindSharedControl,
): Promise<IntegrityFinding> {
  return change(ctx, id, "RESOLVED", async (tx, finding, step) => {
    const request = pendingRequest(finding);
    if (request.requestedById === step.byId) {
      throw new ServiceError(
        "insufficient_scope",
        "You requested this resolution. Another administrator must confirm it.",
      );
    }
    const [decider, requester] = [administrator(step.byId), administrator(request.requestedById)];
    const shared = await findSharedControl(tx, ctx.organisation.id, [decider, requester], ctx.clock.now());
    if (shared !== undefined) {
      const message = `You cannot confirm this resolution, because your account and the requester's account are not independent. ${shared} Another administrator must confirm it.`;
      throw new ServiceError("insufficient_scope", message);
    }
    await decideResolution(tx, ctx.organisation.id, finding, { ...step, status: "RESOLVED" });
  });
}

/** Rejects a request, or withdraws the caller's own, and reopens the finding. @throws `not_found`, `conflict`. */
export async function rejectResolution(ctx: Context, id: string): Promise<IntegrityFinding> {
  return change(ctx, id, "RESOLUTION_REJECTED", async (tx, finding, step) => {
    pendingRequest(finding);
    await decideResolution(tx, ctx.organisation.id, finding, { ...step, status: "REJECTED" });
  });
}

type Work = (tx: Transaction, finding: StoredFinding, step: Step) => Promise<void>;

/** Each step is an event on the chain, in the same transaction. */
async function change(ctx: Context, id: string, step: string, work: Work): Promise<IntegrityFinding> {
  requirePermission(ctx, "findings:resolve");
  const { actor, organisation } = ctx;
  if (actor.kind !== "user") throw onlyForPeople();
  return inTransaction(ctx.tx, async (tx) => {
    const finding = await lockFinding(tx, organisation.id, id);
    if (!finding) throw notFound("finding");
    const nowMs = ctx.clock.now();
    const chainEventId = newId("auditEvent", nowMs);
    await work(tx, finding, { byId: actor.id, by: actor.email, at: new Date(nowMs), chainEventId });
    const after = await findStored(tx, organisation.id, id);
    if (!after) throw new Error("the changed finding is missing");
    const { code, chainPosition } = finding;
    const payload = { kind: `INTEGRITY_FINDING_${step}`, findingId: id, code, chainPosition };
    await appendInTransaction(ctx, tx, [{ id: chainEventId, eventType: "CONFIG_CHANGE", payload }]);
    return toFinding(after);
  });
}

/** Only administrators request and decide. */
function administrator(id: string): Account {
  return { id, kind: "user", isAdministrator: true };
}

function pendingRequest({ status, resolutions }: StoredFinding) {
  const [latest] = resolutions;
  if (status === "RESOLUTION_REQUESTED" && latest) return latest;
  throw new ServiceError("conflict", `This finding has no pending resolution request. Its status is ${status}.`);
}

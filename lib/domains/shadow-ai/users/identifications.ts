import { hash } from "node:crypto";
import { appendInTransaction } from "@/lib/domains/audit-chain";
import { findMembersByIds } from "@/lib/domains/members";
import { requireDetection, withDetectionsLocked } from "@/lib/domains/shadow-ai/detections/detection-store";
import { tagsOf } from "@/lib/domains/shadow-ai/detections/record-change";
import type { IdentificationStatus } from "@/lib/domains/shadow-ai/enums";
import { deciderChanges, findDependent } from "@/lib/domains/shadow-ai/exceptions/four-eyes";
import { userPseudonym } from "@/lib/domains/shadow-ai/ingest";
import type {
  DecideIdentification,
  Identification,
  IdentificationList,
  ListIdentifications,
  MatchUsers,
  RequestIdentification,
  UserMatch,
} from "@/lib/domains/shadow-ai/schemas-users";
import {
  decideStored,
  findIdentification,
  findPending,
  identificationsOf,
  insertIdentification,
  type StoredIdentification,
} from "@/lib/domains/shadow-ai/users/identification-store";
import { isUserOf } from "@/lib/domains/shadow-ai/users/user-days";
import { openUserKey } from "@/lib/domains/shadow-ai/users/user-keys";
import { findUserKey } from "@/lib/domains/shadow-ai/users/user-store";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { onlyForPeople, type Permission, type Role, requirePermission } from "@/lib/platform/core/roles";
import type { Transaction } from "@/lib/platform/database/db";
import { listPage } from "@/lib/platform/resource/list-page";

/** How long the requester can compare names after an approval. */
const approvedMs = 24 * 60 * 60_000;

/**
 * Requests to identify a user of a detection, which a member with another role decides.
 *
 * @throws `insufficient_scope` (also for API keys), `not_found`, `validation_failed` for a pseudonym that the detection
 * does not have in the last 30 days, and `conflict` if a request for it is pending, or user pseudonyms are disabled.
 */
export async function requestIdentification(
  ctx: Context,
  { detectionId, pseudonym, reason }: RequestIdentification,
): Promise<Identification> {
  const requester = requireMember(ctx, "shadow_ai:users");
  const organisationId = ctx.organisation.id;
  return withDetectionsLocked(ctx, async (tx) => {
    const detection = await requireDetection(tx, organisationId, detectionId);
    if (!(await findUserKey(tx, organisationId))) {
      throw new ServiceError("conflict", "User pseudonyms are disabled, so no user can be identified.");
    }
    const nowMs = ctx.clock.now();
    if (!(await isUserOf(tx, detection, { pseudonym, nowMs }))) {
      throw validationFailed([{ path: "pseudonym", message: "is not a user of this detection in the last 30 days" }]);
    }
    const pending = await findPending(tx, { organisationId, detectionId, user: pseudonym });
    if (pending) throw new ServiceError("conflict", `A request for this pseudonym is already pending (${pending.id}).`);
    const id = newId("identification", nowMs);
    const stored = await insertIdentification(tx, {
      ...{ id, organisationId, detectionId, reason, user: pseudonym, userHash: hashOf(id, pseudonym) },
      ...{ requestedById: requester.id, requestedBy: requester.email, requesterRole: requester.role },
      createdAt: new Date(nowMs),
    });
    await record(ctx, tx, stored, "REQUESTED");
    return toIdentification(stored);
  });
}

/**
 * Approves another member's request: the requester can compare names with the pseudonym for 24 hours.
 *
 * @throws `insufficient_scope` for the requester, for members with the role that the requester has or had at the time of the request, and for members who are not
 * independent of the requester, `not_found`, and `conflict` if the request is decided or the pseudonym was deleted.
 */
export async function approveIdentification(ctx: Context, id: string, input: DecideIdentification) {
  return decide(ctx, id, "APPROVED", input);
}

/** Rejects another member's request. Errors are those of {@link approveIdentification}. */
export async function rejectIdentification(ctx: Context, id: string, input: DecideIdentification) {
  return decide(ctx, id, "REJECTED", input);
}

async function decide(
  ctx: Context,
  id: string,
  status: "APPROVED" | "REJECTED",
  { note }: DecideIdentification,
): Promise<Identification> {
  const decider = requireMember(ctx, "identifications:approve");
  return withDetectionsLocked(ctx, async (tx) => {
    const request = await requireIdentification(tx, ctx.organisation.id, id);
    if (decider.id === request.requestedById) {
      throw new ServiceError("insufficient_scope", `You made this request (${id}). Another member must decide on it.`);
    }
    const [requester] = await findMembersByIds(tx, ctx.organisation.id, [request.requestedById]);
    if (decider.role === request.requesterRole || decider.role === requester?.role) {
      const message = `The requester of ${id} has your role (${decider.role}) or had it at the time of the request. A member with another role must decide on it.`;
      throw new ServiceError("insufficient_scope", message);
    }
    const dependent = (await findDependent(ctx, tx, [request])).get(request.requestedById);
    if (dependent) throw dependent;
    if (request.status !== "PENDING") {
      throw new ServiceError("conflict", `The request is already ${request.status}.`);
    }
    if (status === "APPROVED") requireUser(request);
    const nowMs = ctx.clock.now();
    const stored = await decideStored(tx, request, {
      ...{ status, decidedById: decider.id, decidedBy: decider.email, deciderRole: decider.role },
      ...{ decidedAt: new Date(nowMs), decisionNote: note ?? null },
      expiresAt: status === "APPROVED" ? new Date(nowMs + approvedMs) : null,
    });
    await record(ctx, tx, stored, status, { deciderCredentialChanges: await deciderChanges(ctx, tx) });
    return toIdentification(stored);
  });
}

/**
 * Compares user names with the pseudonym of the caller's own approved request. The names are hashed in memory, and neither
 * stored nor logged. The chain records whether one matched, but not which.
 *
 * @throws `insufficient_scope` for other members, `not_found`, and `conflict` if the request is not approved, the approval
 * has ended, or the pseudonym was deleted.
 */
export async function matchUsers(ctx: Context, id: string, { candidates }: MatchUsers): Promise<UserMatch> {
  const member = requireMember(ctx, "shadow_ai:users");
  const organisationId = ctx.organisation.id;
  return withDetectionsLocked(ctx, async (tx) => {
    const request = await requireIdentification(tx, organisationId, id);
    if (request.requestedById !== member.id) {
      throw new ServiceError("insufficient_scope", `Only the requester can compare names for the request ${id}.`);
    }
    if (request.status !== "APPROVED" || request.expiresAt === null) {
      throw new ServiceError(
        "conflict",
        `The request is ${request.status}. Names can be compared only for approved requests.`,
      );
    }
    if (request.expiresAt.getTime() <= ctx.clock.now()) {
      throw new ServiceError("conflict", "The approval has expired. Submit a new request.");
    }
    const user = requireUser(request);
    const userKey = await openUserKey(tx, organisationId);
    if (!userKey || request.createdAt < userKey.enabledAt) throw deletedUser();
    const match = candidates.find((name) => userPseudonym(name, userKey.key) === user) ?? null;
    const result = match === null ? "NO_MATCH" : "MATCH";
    await record(ctx, tx, request, "USED", { result, candidates: candidates.length });
    return { match };
  });
}

/** The organisation's requests, newest first. @throws `invalid_cursor` */
export async function listIdentifications(ctx: Context, query: ListIdentifications): Promise<IdentificationList> {
  requirePermission(ctx, "identifications:read");
  const { rows, pagination } = await listPage(ctx, {
    name: "shadow-ai-identifications",
    query,
    ...identificationsOf(ctx.organisation.id, query),
  });
  return { data: rows.map(toIdentification), pagination };
}

function requireMember(ctx: Context, permission: Permission) {
  if (ctx.actor.kind !== "user") throw onlyForPeople();
  requirePermission(ctx, permission);
  return ctx.actor;
}

async function requireIdentification(
  tx: Transaction,
  organisationId: string,
  id: string,
): Promise<StoredIdentification> {
  const request = await findIdentification(tx, organisationId, id);
  if (!request) throw notFound("identification request");
  return request;
}

/** The pseudonym that was requested. Replacing it in the database is detected, because its hash is sealed. */
function requireUser({ id, user, userHash }: StoredIdentification): string {
  if (user === null || hashOf(id, user) !== userHash) throw deletedUser();
  return user;
}

function deletedUser(): ServiceError {
  return new ServiceError("conflict", "The pseudonym has been deleted, so its user can no longer be identified.");
}

function hashOf(id: string, pseudonym: string): string {
  return hash("sha256", `${id} ${pseudonym}`, "hex");
}

/** Records a step on the chain, as the last one of the transaction, without the pseudonym, names and free text. */
async function record(
  ctx: Context,
  tx: Transaction,
  { id, detectionId, requestedById }: StoredIdentification,
  step: "REQUESTED" | "APPROVED" | "REJECTED" | "USED",
  more: Record<string, unknown> = {},
): Promise<void> {
  await appendInTransaction(ctx, tx, [
    {
      eventType: "HUMAN_REVIEW",
      tags: tagsOf({ id: detectionId }),
      payload: {
        kind: `SHADOW_AI_IDENTIFICATION_${step}`,
        ...{ detectionId, identificationId: id, requestedById, ...more },
      },
      records: [{ table: "shadow_ai_identifications", id }],
    },
  ]);
}

function toIdentification(stored: StoredIdentification): Identification {
  const { id, detectionId, reason, requestedBy, decidedBy, decisionNote } = stored;
  return {
    ...{ id, detectionId, reason, requestedBy, decidedBy, decisionNote },
    status: stored.status as IdentificationStatus,
    pseudonym: stored.user,
    requesterRole: stored.requesterRole as Role,
    createdAt: stored.createdAt.toISOString(),
    deciderRole: stored.deciderRole as Role | null,
    decidedAt: stored.decidedAt?.toISOString() ?? null,
    expiresAt: stored.expiresAt?.toISOString() ?? null,
  };
}

import { randomBytes } from "node:crypto";
import { appendInTransaction } from "@/lib/domains/audit-chain";
import { findMemberNames, findSignInMembers } from "@/lib/domains/members";
import { notifyMembers } from "@/lib/domains/notifications";
import {
  commentsOf,
  findComment,
  insertComment,
  type StoredComment,
  withdrawStored,
} from "@/lib/domains/shadow-ai/comments/comment-store";
import { mentionedIds } from "@/lib/domains/shadow-ai/comments/mentions";
import { requireDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import { tagsOf } from "@/lib/domains/shadow-ai/detections/record-change";
import type { AddComment, Comment, CommentList, ListComments } from "@/lib/domains/shadow-ai/schemas-comments";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError, validationFailed } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { requirePermission, rolePermissions } from "@/lib/platform/core/roles";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { forgetRequests } from "@/lib/platform/http/idempotency-store";
import { listPage } from "@/lib/platform/resource/list-page";

const mentionsMax = 20;

/**
 * Adds a comment to a detection in any status, notifies mentioned members and records the comment on the chain. The event
 * contains no text, because events of the system model cannot be erased; it seals the stored comment.
 *
 * @throws `insufficient_scope`, `not_found`, and `validation_failed` for a mention of someone who cannot read it.
 */
export async function addComment(ctx: Context, detectionId: string, { text }: AddComment): Promise<Comment> {
  requirePermission(ctx, "shadow_ai:triage");
  const { organisation, actor, clock } = ctx;
  return inTransaction(ctx.tx, async (tx) => {
    const detection = await requireDetection(tx, organisation.id, detectionId);
    const ids = mentionedIds(text);
    const mentioned = await requireMentionable(ctx, tx, ids);
    const nowMs = clock.now();
    const stored = await insertComment(tx, {
      id: newId("comment", nowMs),
      organisationId: organisation.id,
      ...{ detectionId, text, salt: randomBytes(16).toString("hex") },
      authorId: actor.id,
      authorName: "name" in actor ? actor.name : actor.id,
      createdAt: new Date(nowMs),
    });
    const { provider, endpoint, severity } = detection;
    await notifyMembers(
      ctx,
      tx,
      mentioned.map(({ email }) => ({
        kind: "DETECTION_MENTIONED",
        to: email,
        subjectId: detectionId,
        facts: { provider, endpoint, severity, mentionedBy: stored.authorName },
        sourceKey: `mentioned ${stored.id}`,
      })),
    );
    await recordComment(ctx, tx, stored, { kind: "SHADOW_AI_COMMENT_ADDED", mentionedIds: ids });
    return toComment(stored, await findMemberNames(tx, organisation.id, [actor.id, ...ids]));
  });
}

/**
 * Withdraws the caller's own comment: deletes its text, and keeps its author and time.
 *
 * @throws `insufficient_scope`, `not_found`, and `conflict` if it was already withdrawn.
 */
export async function withdrawComment(ctx: Context, id: string): Promise<Comment> {
  requirePermission(ctx, "shadow_ai:triage");
  const { organisation, actor, clock } = ctx;
  return inTransaction(ctx.tx, async (tx) => {
    const comment = await findComment(tx, organisation.id, id);
    if (!comment) throw notFound("comment");
    if (comment.authorId !== actor.id) {
      throw new ServiceError("insufficient_scope", `Only its author can withdraw the comment ${id}.`);
    }
    const withdrawn = await withdrawStored(tx, organisation.id, id, new Date(clock.now()));
    if (!withdrawn) throw new ServiceError("conflict", "The comment was already withdrawn.");
    const operation = `POST /v1/shadow-ai/${comment.detectionId}/comments`;
    await forgetRequests(tx, { organisationId: organisation.id, operation, naming: id });
    await recordComment(ctx, tx, withdrawn, { kind: "SHADOW_AI_COMMENT_WITHDRAWN" });
    return toComment(withdrawn, await findMemberNames(tx, organisation.id, [actor.id]));
  });
}

/** The comments on a detection, newest first. @throws `not_found` and `invalid_cursor` */
export async function listComments(ctx: Context, detectionId: string, query: ListComments): Promise<CommentList> {
  const { organisation, tx } = ctx;
  await requireDetection(tx, organisation.id, detectionId);
  const { rows, pagination } = await listPage(ctx, {
    name: ["shadow-ai-comments", detectionId],
    query,
    ...commentsOf(organisation.id, detectionId),
  });
  const ids = rows.flatMap(({ authorId, text }) => [authorId, ...mentionedIds(text ?? "")]);
  const members = await findMemberNames(tx, organisation.id, ids);
  return { data: rows.map((row) => toComment(row, members)), pagination };
}

type Names = Map<string, string>;

/** Only members who can sign in and view detections can be mentioned. */
async function requireMentionable(
  { organisation, clock }: Context,
  tx: Transaction,
  ids: string[],
): Promise<{ email: string }[]> {
  if (ids.length === 0) return [];
  if (ids.length > mentionsMax) {
    throw validationFailed([{ path: "text", message: `must mention at most ${mentionsMax} members` }]);
  }
  const active = await findSignInMembers(tx, organisation.id, new Date(clock.now()), ids);
  const mentionable = active.filter(({ role }) => rolePermissions[role].includes("shadow_ai:read"));
  const known = new Set(mentionable.map(({ id }) => id));
  const problems = ids.flatMap((id) =>
    known.has(id)
      ? []
      : [{ path: "text", message: `mentions ${id}, who is not an active member who can view detections` }],
  );
  if (problems.length > 0) throw validationFailed(problems);
  return mentionable;
}

async function recordComment(
  ctx: Context,
  tx: Transaction,
  { id, detectionId }: StoredComment,
  what: { kind: "SHADOW_AI_COMMENT_ADDED" | "SHADOW_AI_COMMENT_WITHDRAWN"; mentionedIds?: string[] },
): Promise<void> {
  await appendInTransaction(ctx, tx, [
    {
      eventType: "HUMAN_REVIEW",
      tags: tagsOf({ id: detectionId }),
      payload: { ...what, detectionId, commentId: id },
      records: [{ table: "shadow_ai_comments", id }],
    },
  ]);
}

function toComment(stored: StoredComment, members: Names): Comment {
  const { id, detectionId, text, authorId, authorName, createdAt, withdrawnAt } = stored;
  const nameOf = (memberId: string, otherwise: string) => members.get(memberId) ?? otherwise;
  return {
    ...{ id, detectionId, text },
    mentions: mentionedIds(text ?? "").map((mentioned) => ({ id: mentioned, name: nameOf(mentioned, mentioned) })),
    author: { id: authorId, name: nameOf(authorId, authorName) },
    createdAt: createdAt.toISOString(),
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
  };
}

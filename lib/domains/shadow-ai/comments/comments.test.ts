import { beforeEach, describe, expect, test } from "vitest";
import { createTestContext } from "@/lib/domains/api-keys/testing";
import { verifyChain } from "@/lib/domains/audit-chain";
import { updateMember } from "@/lib/domains/members";
import { join, signIn } from "@/lib/domains/members/testing";
import { listNotifications } from "@/lib/domains/notifications";
import { addComment, getDetection, listAssignees, listComments, withdrawComment } from "@/lib/domains/shadow-ai";
import { textParts } from "@/lib/domains/shadow-ai/comments/mentions";
import { AddComment } from "@/lib/domains/shadow-ai/schemas-comments";
import { createAnalyst, eventsAbout, openDetection, personIn } from "@/lib/domains/shadow-ai/testing/detections";
import { ownAnalyst } from "@/lib/domains/shadow-ai/testing/own-analyst";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import { pool } from "@/lib/platform/database/db";

const analyst = ownAnalyst();
let ada: { ctx: Context; id: string };
let detectionId: string;

/** A member of the analyst's organisation who is signed in. */
async function memberIn(given: Parameters<typeof join>[1] = {}): Promise<typeof ada> {
  const member = await join(analyst.ctx, given);
  return { id: member.id, ctx: (await signIn(analyst.ctx, member)).ctx };
}

beforeEach(async () => {
  ada = await memberIn();
  detectionId = (await openDetection(analyst)).id;
});

const list = async (ctx = ada.ctx, limit = 25) => (await listComments(ctx, detectionId, { limit })).data;

test("a comment is listed newest first with the current names of its author and the mentioned members", async () => {
  const { id: viewerId } = await memberIn({ name: "Vera Viewer", role: "VIEWER" });
  const first = await addComment(ada.ctx, detectionId, { text: `@${viewerId} and again @${viewerId}` });
  analyst.clock.nowMs += 1;
  const second = await addComment(analyst.ctx, detectionId, { text: "From a script" });
  expect(await list()).toEqual([second, first]);
  expect(first).toMatchObject({ author: { id: ada.id, name: "Ada Analyst" }, withdrawnAt: null });
  expect(first.mentions).toEqual([{ id: viewerId, name: "Vera Viewer" }]);
  expect(second).toMatchObject({ author: { name: "test" }, mentions: [] });
  await pool().query("UPDATE members SET name = 'Vera Renamed' WHERE id = $1", [viewerId]);
  expect((await list())[1]?.mentions).toEqual([{ id: viewerId, name: "Vera Renamed" }]);
});

test("the chain records who commented and who is mentioned, but not the text, and seals the comment", async () => {
  const { id } = await addComment(ada.ctx, detectionId, { text: `Secret plan, @${ada.id}` });
  await withdrawComment(ada.ctx, id);
  const [, added, withdrawn] = await eventsAbout(analyst.ctx, detectionId);
  const about = { detectionId, commentId: id };
  expect(added).toMatchObject({
    eventType: "HUMAN_REVIEW",
    actor: { type: "USER", id: ada.id },
    payload: { kind: "SHADOW_AI_COMMENT_ADDED", ...about, mentionedIds: [ada.id] },
  });
  expect(withdrawn?.payload).toMatchObject({ kind: "SHADOW_AI_COMMENT_WITHDRAWN", ...about });
  expect(JSON.stringify([added, withdrawn])).not.toContain("Secret plan");
  expect(await verifyChain(analyst.ctx, { mode: "full" })).toMatchObject({ status: "ok", findingsTotal: 0 });
});

test("the database rejects changes to a comment other than its withdrawal", async () => {
  const { id } = await addComment(ada.ctx, detectionId, { text: "As it was" });
  const change = (set: string) => pool().query(`UPDATE shadow_ai_comments SET ${set} WHERE id = $1`, [id]);
  await expect(change("author_name = 'x'")).rejects.toMatchObject({ code: "42501" });
  await expect(pool().query("DELETE FROM shadow_ai_comments")).rejects.toMatchObject({ code: "42501" });
  await expect(change("text = 'Edited'")).rejects.toMatchObject({ code: "23001" });
  await withdrawComment(ada.ctx, id);
  await expect(change("withdrawn_at = now()")).rejects.toMatchObject({ code: "23001" });
});

test("withdrawing deletes the text, keeps author and time, and is possible once and only for the author", async () => {
  const added = await addComment(ada.ctx, detectionId, { text: "Too early" });
  const other = await memberIn({ role: "APPROVER" });
  await expect(withdrawComment(other.ctx, added.id)).rejects.toMatchObject({ code: "insufficient_scope" });
  await expect(withdrawComment(analyst.ctx, added.id)).rejects.toMatchObject({ code: "insufficient_scope" });
  const outcomes = await Promise.allSettled([1, 2].map(() => withdrawComment(ada.ctx, added.id)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const shown = { ...added, text: null, withdrawnAt: expect.any(String) };
  expect(await list()).toEqual([shown]);
  const { rows } = await pool().query("SELECT text, salt FROM shadow_ai_comments WHERE id = $1", [added.id]);
  expect(rows).toEqual([{ text: null, salt: null }]);
});

test("withdrawing also deletes the response that is stored for an Idempotency-Key", async () => {
  const added = await addComment(ada.ctx, detectionId, { text: "Too early" });
  const operation = `POST /v1/shadow-ai/${detectionId}/comments`;
  await pool().query(
    `INSERT INTO idempotency_keys (organisation_id, operation, key, request_hash, status, response, headers, expires_at)
     VALUES ($1, $2, 'k', 'hash', 201, $3, '{}', now() + interval '1 day')`,
    [analyst.organisationId, operation, JSON.stringify(added)],
  );
  await withdrawComment(ada.ctx, added.id);
  const { rows } = await pool().query(
    "SELECT request_hash AS hash, response FROM idempotency_keys WHERE organisation_id = $1",
    [analyst.organisationId],
  );
  expect(rows).toEqual([{ hash: "", response: "{}" }]);
});

test("a detection with many comments still matches its latest recorded state", async () => {
  for (let n = 0; n < 12; n += 1) await addComment(ada.ctx, detectionId, { text: `Comment ${n}` });
  expect((await getDetection(analyst.ctx, detectionId)).detection.verified).toBe(true);
});

describe("mentions", () => {
  test("mentioned members are notified once, without the text of the comment, except the author", async () => {
    const bo = await memberIn({ name: "Bo" });
    await addComment(ada.ctx, detectionId, { text: `Secret plan: @${bo.id} @${ada.id} @${bo.id}` });
    const of = async (ctx: Context) => (await listNotifications(ctx, { limit: 25 })).data;
    expect(await of(ada.ctx)).toEqual([]);
    const received = await of(bo.ctx);
    expect(received).toMatchObject([
      {
        kind: "DETECTION_MENTIONED",
        subjectId: detectionId,
        path: `/shadow-ai/${detectionId}`,
        title: expect.stringMatching(/^api\.openai\.com \(\w+ severity\)$/),
        text: "Ada Analyst mentioned you in a comment. Provider: OpenAI.",
      },
    ]);
    expect(JSON.stringify(received)).not.toContain("Secret plan");
  });

  test("only active members of the organisation can be mentioned", async () => {
    const disabled = await memberIn();
    await updateMember(analyst.ctx, disabled.id, { disabled: true });
    const foreign = await join(await createTestContext(analyst.clock));
    for (const id of [disabled.id, foreign.id, newId("member")]) {
      await expect(addComment(ada.ctx, detectionId, { text: `@${ada.id} @${id}` })).rejects.toMatchObject({
        code: "validation_failed",
        details: [{ path: "text", message: expect.stringContaining(id) }],
      });
    }
    expect(await list()).toEqual([]);
  });

  test("a comment mentions at most 20 members", async () => {
    const text = Array.from({ length: 21 }, () => `@${newId("member")}`).join(" ");
    await expect(addComment(ada.ctx, detectionId, { text })).rejects.toMatchObject({
      details: [{ path: "text", message: "must mention at most 20 members" }],
    });
  });

  test("assignees are listed with the IDs to mention them by", async () => {
    expect((await listAssignees(ada.ctx)).data).toMatchObject([{ id: ada.id, name: "Ada Analyst" }]);
  });

  test.each([
    ["", []],
    ["plain", [{ at: 0, text: "plain" }]],
    [
      "a @usr_1, @usr_2",
      [
        { at: 0, text: "a " },
        { at: 2, memberId: "usr_1" },
        { at: 8, text: ", " },
        { at: 10, memberId: "usr_2" },
      ],
    ],
    ["usr_1 @ usr_2 @USR_3", [{ at: 0, text: "usr_1 @ usr_2 @USR_3" }]],
  ])("%j is split at its mentions", (text, parts) => {
    expect(textParts(text)).toEqual(parts);
  });
});

test("members without triage permission can read comments, but not add or withdraw them", async () => {
  const { id } = await addComment(ada.ctx, detectionId, { text: "For all" });
  for (const role of ["VIEWER", "AUDITOR", "ADMIN"] as const) {
    const ctx = personIn(analyst.ctx, role);
    expect(await list(ctx)).toHaveLength(1);
    await expect(addComment(ctx, detectionId, { text: "No" })).rejects.toMatchObject({ code: "insufficient_scope" });
    await expect(withdrawComment(ctx, id)).rejects.toMatchObject({ code: "insufficient_scope" });
  }
});

test("another organisation can neither read, add nor withdraw comments", async () => {
  const { id } = await addComment(analyst.ctx, detectionId, { text: "Ours" });
  const stranger = await createAnalyst();
  for (const call of [
    () => listComments(stranger.ctx, detectionId, { limit: 25 }),
    () => addComment(stranger.ctx, detectionId, { text: "Theirs" }),
    () => withdrawComment(stranger.ctx, id),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: "not_found" });
  }
  expect(await list()).toMatchObject([{ text: "Ours" }]);
});

test("a cursor belongs to the comments of one detection", async () => {
  for (const text of ["One", "Two", "Three"]) {
    await addComment(ada.ctx, detectionId, { text });
    analyst.clock.nowMs += 1;
  }
  const first = await listComments(ada.ctx, detectionId, { limit: 2 });
  expect(first.data.map(({ text }) => text)).toEqual(["Three", "Two"]);
  const { nextCursor: cursor } = first.pagination;
  expect((await listComments(ada.ctx, detectionId, { limit: 2, cursor })).data).toMatchObject([{ text: "One" }]);
  const other = await openDetection(analyst);
  await expect(listComments(ada.ctx, other.id, { limit: 2, cursor })).rejects.toMatchObject({ code: "invalid_cursor" });
});

test.each([[""], [" \n"], ["x".repeat(5_001)], ["hidden \u202e text"]])("the text %j is rejected", (text) => {
  expect(AddComment.safeParse({ text }).success).toBe(false);
});

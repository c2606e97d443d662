import { addComment, listComments, withdrawComment } from "@/lib/domains/shadow-ai";
import { AddComment, Comment, CommentList, ListComments } from "@/lib/domains/shadow-ai/schemas-comments";
import { recordRoute, resources } from "@/lib/platform/http";

const write = { scope: "shadow_ai:write", permission: "shadow_ai:triage", limit: "shadow-ai.write" } as const;

export const shadowAiComments = resources({
  "/v1/shadow-ai/{id}/comments": {
    GET: recordRoute({
      summary: "List comments on a shadow AI detection",
      description:
        "Returns the comments on a detection, newest first, including withdrawn ones. Comments added while you page through the list do not appear on later pages.",
      scope: "shadow_ai:read",
      limit: "shadow-ai.read",
      query: ListComments,
      response: CommentList,
      handler: (ctx, { params, query }) => listComments(ctx, params.id, query),
    }),

    POST: recordRoute({
      ...write,
      summary: "Add a comment to a shadow AI detection",
      description:
        "Adds a comment to a detection with any status. Comments cannot be changed. Each comment is recorded on the audit chain without its text: the event contains the IDs of the comment and of the mentioned members, and seals the stored comment. You can only mention active members of the organisation whose role can view detections.",
      body: AddComment,
      response: Comment,
      status: 201,
      idempotent: true,
      handler: (ctx, { params, body }) => addComment(ctx, params.id, body),
    }),
  },
  "/v1/shadow-ai/comments/{id}/withdraw": {
    POST: recordRoute({
      ...write,
      summary: "Withdraw a comment",
      description:
        "Permanently deletes the text of your own comment. The comment stays in the list with its author, its time and `withdrawnAt`, and the withdrawal is recorded on the audit chain. Returns 403 for a comment by another member or API key, and 409 if the comment was already withdrawn.",
      response: Comment,
      errors: ["conflict"],
      handler: (ctx, { params }) => withdrawComment(ctx, params.id),
    }),
  },
});

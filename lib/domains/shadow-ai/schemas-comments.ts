import { z } from "zod";
import { visibleLines } from "@/lib/platform/core/visible-text";
import { Id, IsoMilliseconds, ListOf, ListQuery } from "@/lib/platform/http/schemas";

const example = {
  id: "cmt_01kahbc2g8m9n4q6r1s7t3v5wx",
  detectionId: "sad_01kahbc2g8m9n4q6r1s7t3v5wx",
  text: "@usr_01kahbc2g8m9n4q6r1s7t3v5wx Is this the trial of the summarisation feature?",
  mentions: [{ id: "usr_01kahbc2g8m9n4q6r1s7t3v5wx", name: "Ada Analyst" }],
  author: { id: "usr_01kahbc2g8m9n4q6r1s7t3v5wy", name: "Ben Approver" },
  createdAt: "2026-01-16T09:00:00.000Z",
  withdrawnAt: null,
};

/** Body of `POST /v1/shadow-ai/{id}/comments`. */
export const AddComment = z
  .strictObject({
    text: z
      .string()
      .trim()
      .min(1, "must not be empty")
      .max(5_000)
      .refine(...visibleLines)
      .meta({
        description:
          "Plain text. To mention a member, write `@` and the member's ID. `GET /v1/shadow-ai/assignees` lists the members.",
      }),
  })
  .meta({ id: "AddShadowAiComment", examples: [{ text: example.text }] });
export type AddComment = z.output<typeof AddComment>;

/** A comment on a detection. */
export const Comment = z
  .object({
    id: Id("comment"),
    detectionId: Id("detection"),
    text: z.string().nullable().meta({ description: "`null` if the comment was withdrawn" }),
    mentions: z.array(z.object({ id: Id("member"), name: z.string() })).meta({
      description: "The members that `text` mentions, with their current names",
    }),
    author: z
      .object({ id: z.string(), name: z.string() })
      .meta({ description: "The member or API key that added the comment" }),
    createdAt: IsoMilliseconds,
    withdrawnAt: IsoMilliseconds.nullable(),
  })
  .meta({ id: "ShadowAiComment", examples: [example] });
export type Comment = z.infer<typeof Comment>;

export const ListComments = ListQuery({});
export type ListComments = z.output<typeof ListComments>;

export const CommentList = ListOf("ShadowAiCommentList", Comment);
export type CommentList = z.infer<typeof CommentList>;

"use client";

import { Button, Text } from "@mantine/core";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { confirm } from "@/components/ui/feedback/confirm";
import { useMay, useSession } from "@/components/ui/page/session";
import { textParts } from "@/lib/domains/shadow-ai/comments/mentions";
import type { Comment } from "@/lib/domains/shadow-ai/schemas-comments";
import { comments as texts } from "../texts/detail";

/** A comment's text with the names of mentioned members. Its author can withdraw it. */
export function CommentText({ comment }: { comment: Comment }) {
  const { id, text, mentions, author } = comment;
  const me = useSession().member.id;
  const mayTriage = useMay("shadow_ai:triage");
  const names = new Map(mentions.map((member) => [member.id, member.name]));
  const withdraw = useSend({
    send: () => api.post(`/v1/shadow-ai/comments/${id}/withdraw`),
    invalidates: [keys.detections.all(), keys.audit.all()],
    success: () => texts.commentWithdrawn,
  });

  async function ask(): Promise<void> {
    const { withdrawQuestion: title, withdrawBody: body, withdrawComment: action } = texts;
    if (await confirm({ title, body, action, danger: true })) withdraw.mutate();
  }

  if (text === null) return <div className="quiet">{texts.textWithdrawn}</div>;
  return (
    <>
      <Text inherit my="2xs" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {textParts(text).map((part) =>
          "text" in part ? (
            part.text
          ) : (
            <Text key={part.at} span inherit fw={600}>
              @{names.get(part.memberId) ?? part.memberId}
            </Text>
          ),
        )}
      </Text>
      {author.id === me && mayTriage && (
        <Button variant="subtle" size="compact-xs" loading={withdraw.isPending} onClick={() => void ask()}>
          {texts.withdraw}
        </Button>
      )}
    </>
  );
}

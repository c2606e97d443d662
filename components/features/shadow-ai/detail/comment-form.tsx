"use client";

import { Button, Combobox, Group, Text, Textarea, useCombobox } from "@mantine/core";
import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useRepeatKey, useSend } from "@/components/ui/api/mutation";
import { useRead } from "@/components/ui/api/queries";
import { FormError } from "@/components/ui/feedback/form-error";
import { terms } from "@/components/ui/terms";
import type { AddComment } from "@/lib/domains/shadow-ai/schemas-comments";
import type { Assignees } from "@/lib/domains/shadow-ai/schemas-triage";
import { comments as texts } from "../texts/detail";
import { choicesFor, completeMention, mentionables, toCommentText, typedMention } from "./mention-draft";

interface CommentFormProps {
  detectionId: string;
  onClose: () => void;
}

/** Adds a comment. Typing "@" offers the members who can be mentioned. */
export function CommentForm({ detectionId, onClose }: CommentFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState("");
  const [caret, setCaret] = useState(0);
  /** The "@" whose choices were closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const assignees = useRead<Assignees>(keys.detections.assignees(), "/v1/shadow-ai/assignees");
  const members = mentionables(assignees.data?.data ?? []);
  const mention = typedMention(draft, caret);
  const choices = mention && mention.at !== closedAt ? choicesFor(members, mention) : [];
  const isOpen = choices.length > 0;
  const combobox = useCombobox({ opened: isOpen, onDropdownClose: () => setClosedAt(mention?.at ?? null) });
  const { selectFirstOption } = combobox;
  const repeatKey = useRepeatKey();
  const add = useSend<AddComment>({
    send: (comment) =>
      api.post(`/v1/shadow-ai/${detectionId}/comments`, comment, { idempotencyKey: repeatKey(comment) }),
    invalidates: [keys.detections.all(), keys.audit.all()],
    errors: "form",
    onSuccess: onClose,
  });

  const firstChoice = choices[0]?.id;
  useEffect(() => {
    if (firstChoice !== undefined) selectFirstOption();
  }, [firstChoice, selectFirstOption]);

  function follow({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>): void {
    setDraft(currentTarget.value);
    setCaret(currentTarget.selectionStart);
    if (typedMention(currentTarget.value, currentTarget.selectionStart)?.at !== closedAt) setClosedAt(null);
  }

  function choose(id: string): void {
    const member = members.find((one) => one.id === id);
    if (!member || !mention) return;
    const completed = completeMention(draft, mention, member);
    setDraft(completed.draft);
    setCaret(completed.caret);
    setClosedAt(mention.at);
    requestAnimationFrame(() => field.current?.setSelectionRange(completed.caret, completed.caret));
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate({ text: toCommentText(draft, members) });
      }}
    >
      <FormError error={add.error} title={texts.notAdded} />
      <Combobox store={combobox} onOptionSubmit={choose}>
        <Combobox.Target withKeyboardNavigation={isOpen}>
          <Textarea
            ref={field}
            label={texts.comment}
            description={texts.description}
            value={draft}
            autosize
            minRows={2}
            autoFocus
            onChange={follow}
            onSelect={follow}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={!isOpen}>
          <Combobox.Options aria-label={texts.members}>
            {choices.map(({ id, label }) => (
              <Combobox.Option key={id} value={id}>
                <Text size="sm">{label}</Text>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <Group my="sm" gap="xs">
        <Button type="submit" size="xs" loading={add.isPending} disabled={draft.trim() === ""}>
          {texts.addComment}
        </Button>
        <Button variant="default" size="xs" onClick={onClose}>
          {terms.cancel}
        </Button>
      </Group>
    </form>
  );
}

"use client";

import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { api, fieldErrors } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { FormError } from "@/components/feedback/form-error";
import type { Member, UpdateMember } from "@/lib/members/schemas";
import { AccessEnd, endOfDay, RoleChoice } from "./member-fields";

interface MemberDialogProps {
  member: Member;
  isMe: boolean;
  onClose: () => void;
}

/** Changes a member's name, role and the end of their access. */
export function MemberDialog({ member, isMe, onClose }: MemberDialogProps) {
  const [name, setName] = useState(member.name);
  const [role, setRole] = useState(member.role);
  const [lastDay, setLastDay] = useState(dayOf(member.accessExpiresAt));
  const send = useSend<void, Member>({
    send: () => {
      const change: UpdateMember = {
        name,
        ...(role !== member.role && { role }),
        ...(lastDay !== dayOf(member.accessExpiresAt) && { accessExpiresAt: endOfDay(lastDay) }),
      };
      return api.patch(`/v1/members/${member.id}`, change);
    },
    invalidates: [keys.members.all()],
    success: (changed) => `${changed.name} is changed.`,
    errors: "form",
    onSuccess: onClose,
  });
  const errors = fieldErrors(send.error);
  return (
    <Modal opened onClose={onClose} title={`Change ${member.name}`} size="lg">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate();
        }}
      >
        <Stack>
          <FormError error={send.error} title="Nothing was changed" />
          <TextInput
            label="Name"
            required
            data-autofocus
            value={name}
            error={errors.name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {!isMe && <RoleChoice value={role} onChange={setRole} />}
          {!isMe && <AccessEnd value={lastDay} onChange={setLastDay} error={errors.accessExpiresAt} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={send.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** The date of a time where the reader is, as a date field has it. */
function dayOf(time: string | null): string {
  if (time === null) return "";
  const date = new Date(time);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

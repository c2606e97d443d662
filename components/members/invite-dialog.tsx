"use client";

import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { api, fieldErrors } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { FormError } from "@/components/feedback/form-error";
import type { Member } from "@/lib/members/schemas";
import type { Role } from "@/lib/roles";
import { AccessEnd, endOfDay, RoleChoice } from "./member-fields";

/** Invites somebody by mail; the link is good for seven days. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("VIEWER");
  const [lastDay, setLastDay] = useState("");
  const send = useSend<void, Member>({
    send: () => api.post("/v1/members", { email, name, role, accessExpiresAt: endOfDay(lastDay) }),
    invalidates: [keys.members.all()],
    success: (member) => `An invitation is on its way to ${member.email}.`,
    errors: "form",
    onSuccess: onClose,
  });
  const errors = fieldErrors(send.error);
  return (
    <Modal opened onClose={onClose} title="Invite somebody" size="lg">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate();
        }}
      >
        <Stack>
          <FormError error={send.error} title="Nobody was invited" />
          <TextInput
            label="E-mail address"
            type="email"
            required
            data-autofocus
            value={email}
            error={errors.email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <TextInput
            label="Name"
            required
            value={name}
            error={errors.name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <RoleChoice value={role} onChange={setRole} />
          <AccessEnd value={lastDay} onChange={setLastDay} error={errors.accessExpiresAt} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={send.isPending}>
              Send the invitation
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

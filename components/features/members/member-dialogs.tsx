"use client";

import { Radio, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { endOfLocalDay, localDay } from "@/components/ui/forms/fields";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { roleNames } from "@/components/ui/page/session";
import type { Member, UpdateMember } from "@/lib/domains/members/schemas";
import { type Role, roles } from "@/lib/platform/core/roles";

/** Invites somebody by mail; the link is good for seven days. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("VIEWER");
  const [lastDay, setLastDay] = useState("");
  const send = useSend<void, Member>({
    send: () => api.post("/v1/members", { email, name, role, accessExpiresAt: endOfLocalDay(lastDay) }),
    invalidates: [keys.members.all()],
    success: (member) => `An invitation is on its way to ${member.email}.`,
    errors: "form",
    onSuccess: onClose,
  });
  const errors = fieldErrors(send.error);
  return (
    <FormDialog
      title="Invite somebody"
      action="Send the invitation"
      failure="Nobody was invited"
      sending={send}
      onSubmit={() => send.mutate()}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}

interface MemberDialogProps {
  member: Member;
  isMe: boolean;
  onClose: () => void;
}

/** Changes a member's name, role and the end of their access. */
export function MemberDialog({ member, isMe, onClose }: MemberDialogProps) {
  const present = member.accessExpiresAt === null ? "" : localDay(member.accessExpiresAt);
  const [name, setName] = useState(member.name);
  const [role, setRole] = useState(member.role);
  const [lastDay, setLastDay] = useState(present);
  const send = useSend<void, Member>({
    send: () => {
      const change: UpdateMember = {
        name,
        ...(role !== member.role && { role }),
        ...(lastDay !== present && { accessExpiresAt: endOfLocalDay(lastDay) }),
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
    <FormDialog
      title={`Change ${member.name}`}
      action="Save"
      failure="Nothing was changed"
      sending={send}
      onSubmit={() => send.mutate()}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}

const meanings: Record<Role, string> = {
  VIEWER: "Reads the record and the detections",
  ANALYST: "Triages detections, asks for exceptions, prepares evidence",
  MODEL_OWNER: "Keeps the models that carry their address, prepares evidence",
  APPROVER: "Decides on exceptions and detection settings, keeps models",
  AUDITOR: "Reads everything that matters for an audit, prepares evidence",
  ADMIN: "Runs the service: members, keys, webhooks. Decides on no detection",
};

/** What somebody is there for. */
function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  return (
    <Radio.Group label="Role" value={value} onChange={(chosen) => onChange(chosen as Role)}>
      <Stack gap={6} mt="xs">
        {roles.map((role) => (
          <Radio key={role} value={role} label={roleNames[role]} description={meanings[role]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface AccessEndProps {
  /** `YYYY-MM-DD`; empty: no end. */
  value: string;
  onChange: (day: string) => void;
  error: string | undefined;
}

/** The last day of somebody's access, as the engagement of an auditor has one. */
function AccessEnd({ value, onChange, error }: AccessEndProps) {
  return (
    <TextInput
      type="date"
      label="Last day of access"
      description="Empty: no end"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

"use client";

import { Radio, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { MailNotice } from "@/components/ui/detail/mail-notice";
import { endOfLocalDay, fieldsOf, localDay } from "@/components/ui/forms/fields";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { useSession } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { roleNames } from "@/components/ui/texts";
import type { InviteMember, Member, UpdateMember } from "@/lib/domains/members/schemas";
import { type Role, roles } from "@/lib/platform/core/roles";
import { invitationText, roleDescriptions } from "./labels";
import { common, memberDialogs as texts } from "./texts";

interface MemberForm {
  email: string;
  name: string;
  role: Role;
  /** `YYYY-MM-DD`; empty for no end of access. */
  lastDay: string;
}

interface MemberDialogProps {
  /** The member to edit. Omit it to invite a new member. */
  member?: Member;
  isMe?: boolean;
  onClose: () => void;
}

export function MemberDialog({ member, isMe = false, onClose }: MemberDialogProps) {
  const before: MemberForm = {
    email: "",
    name: member?.name ?? "",
    role: member?.role ?? "VIEWER",
    lastDay: member?.accessExpiresAt ? localDay(member.accessExpiresAt) : "",
  };
  const { sendsMail } = useSession();
  const form = useForm({ initialValues: before });
  const send = useSend<MemberForm, Member>({
    send: ({ email, name, role, lastDay }) => {
      const accessExpiresAt = endOfLocalDay(lastDay);
      if (!member) return api.post("/v1/members", { email, name, role, accessExpiresAt } satisfies InviteMember);
      const change: UpdateMember = {
        name,
        ...(role !== before.role && { role }),
        ...(lastDay !== before.lastDay && { accessExpiresAt }),
      };
      return api.patch(`/v1/members/${member.id}`, change);
    },
    invalidates: [keys.members.all()],
    success: ({ name, email }) => (member ? texts.updated(name) : invitationText(email, sendsMail)),
    errors: "form",
    onSuccess: onClose,
  });
  const field = fieldsOf(form, fieldErrors(send.error));
  return (
    <FormDialog
      title={member ? texts.editNamed(member.name) : common.inviteMember}
      action={member ? terms.save : texts.invite}
      failure={member ? texts.changesNotSaved : texts.memberNotInvited}
      sending={send}
      onSubmit={form.onSubmit((values) => send.mutate(values))}
      onClose={onClose}
    >
      {!member && (
        <>
          <MailNotice />
          <TextInput label={terms.email} type="email" required data-autofocus {...field("email")} />
        </>
      )}
      <TextInput label={terms.name} required {...(member && { "data-autofocus": true })} {...field("name")} />
      {!isMe && (
        <>
          <Radio.Group label={terms.role} {...field("role")}>
            <Stack gap={6} mt="xs">
              {roles.map((role) => (
                <Radio key={role} value={role} label={roleNames[role]} description={roleDescriptions[role]} />
              ))}
            </Stack>
          </Radio.Group>
          <TextInput type="date" {...texts.lastDayAccess} {...field("lastDay", { sentAs: "accessExpiresAt" })} />
        </>
      )}
    </FormDialog>
  );
}

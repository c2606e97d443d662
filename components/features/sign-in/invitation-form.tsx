"use client";

import { Button, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { NewPassword, useMailedToken } from "@/components/features/sign-in/new-password";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { useSend } from "@/components/ui/api/mutation";
import { FormError } from "@/components/ui/feedback/form-error";
import { Skeletons } from "@/components/ui/feedback/skeletons";
import { ErrorState } from "@/components/ui/feedback/states";
import { submittedFields } from "@/components/ui/forms/fields";
import { roleNames } from "@/components/ui/page/session";
import { KeyValue } from "@/components/ui/values/key-value";
import { Time } from "@/components/ui/values/time";
import type { AcceptInvitation, Invitation } from "@/lib/domains/members/schemas";

/** Accepts an invitation with a name and a password. */
export function InvitationForm() {
  const token = useMailedToken();
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => api.post<Invitation>("/v1/invitations/inspect", { token }),
    enabled: token !== null && token !== "",
    retry: false,
  });
  if (token === "") return <p>This link is incomplete. Open it from the e-mail again.</p>;
  if (invitation.error) return <ErrorState error={invitation.error} title="This invitation is not valid" />;
  if (!invitation.data || token === null) return <Skeletons.Card height={180} label="the invitation" />;
  return <Acceptance token={token} invitation={invitation.data} />;
}

function Acceptance({ token, invitation }: { token: string; invitation: Invitation }) {
  const send = useSend<Omit<AcceptInvitation, "token">, void>({
    send: (given) => api.post("/v1/invitations/accept", { token, ...given }),
    errors: "form",
    onSuccess: () => location.assign("/sign-in?done=invitation"),
  });
  const { name, password } = fieldErrors(send.error);
  return (
    <form method="post" onSubmit={(event) => send.mutate(submittedFields(event))} noValidate>
      <Stack>
        <KeyValue
          rows={[
            ["Organisation", invitation.organisationName],
            ["E-mail address", invitation.email],
            ["Role", roleNames[invitation.role]],
            ["Expires", <Time key="until" value={invitation.expiresAt} />],
          ]}
        />
        <FormError error={(name ?? password) ? null : send.error} title="Account not created" />
        <TextInput
          name="name"
          label="Your name"
          required
          defaultValue={invitation.name}
          autoComplete="name"
          error={name}
        />
        <NewPassword error={password} />
        <Button type="submit" loading={send.isPending}>
          Create account
        </Button>
      </Stack>
    </form>
  );
}

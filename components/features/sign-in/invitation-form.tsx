"use client";

import { Button, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Entrance } from "@/components/features/sign-in/entrance";
import { IncompleteLink, NewPassword, useMailedToken } from "@/components/features/sign-in/new-password";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { useSend } from "@/components/ui/api/mutation";
import { FormError } from "@/components/ui/feedback/form-error";
import { Skeletons } from "@/components/ui/feedback/skeletons";
import { ErrorState } from "@/components/ui/feedback/states";
import { submittedFields } from "@/components/ui/forms/fields";
import { terms } from "@/components/ui/terms";
import { roleNames } from "@/components/ui/texts";
import { KeyValue } from "@/components/ui/values/key-value";
import { Time } from "@/components/ui/values/time";
import type { AcceptInvitation, Invitation } from "@/lib/domains/members/schemas";
import { invitationForm as texts } from "./texts";

/** Accepts an invitation with a name and a password. */
export function InvitationForm() {
  const token = useMailedToken();
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => api.post<Invitation>("/v1/invitations/inspect", { token }),
    enabled: token !== null && token !== "",
    retry: false,
  });
  if (token === "") return <IncompleteLink>{texts.askAdministrator}</IncompleteLink>;
  return (
    <Entrance title={texts.title} isPending={invitation.isPending}>
      {invitation.error ? (
        <ErrorState error={invitation.error} title={texts.invalidInvitation} />
      ) : invitation.data && token !== null ? (
        <Acceptance token={token} invitation={invitation.data} />
      ) : (
        <Skeletons.Card height={180} label={texts.theInvitation} />
      )}
    </Entrance>
  );
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
            [terms.organisation, invitation.organisationName],
            [terms.email, invitation.email],
            [terms.role, roleNames[invitation.role]],
            [terms.expires, <Time key="until" value={invitation.expiresAt} />],
          ]}
        />
        <FormError error={(name ?? password) ? null : send.error} title={texts.accountNotCreated} />
        <TextInput
          name="name"
          label={texts.yourName}
          required
          defaultValue={invitation.name}
          autoComplete="name"
          error={name}
        />
        <NewPassword error={password} />
        <Button type="submit" loading={send.isPending}>
          {texts.createAccount}
        </Button>
      </Stack>
    </form>
  );
}

"use client";

import { Button, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { NewPassword, useMailedToken } from "@/components/features/sign-in/new-password";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { useSend } from "@/components/ui/api/mutation";
import { FormError } from "@/components/ui/feedback/form-error";
import { Skeletons } from "@/components/ui/feedback/skeletons";
import { ErrorState } from "@/components/ui/feedback/states";
import { roleNames } from "@/components/ui/page/session";
import { KeyValue } from "@/components/ui/values/key-value";
import { Time } from "@/components/ui/values/time";
import type { AcceptInvitation, Invitation } from "@/lib/domains/members/schemas";

/** Takes up an invitation: what it is for, a name and a password. */
export function InvitationForm() {
  const token = useMailedToken();
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => api.post<Invitation>("/v1/invitations/inspect", { token }),
    enabled: token !== null && token !== "",
    retry: false,
  });
  if (token === "") return <p>This link is not whole. Open it from the mail again.</p>;
  if (invitation.error) return <ErrorState error={invitation.error} title="This invitation cannot be used" />;
  if (!invitation.data || token === null) return <Skeletons.Card height={180} label="the invitation" />;
  return <Acceptance token={token} invitation={invitation.data} />;
}

function Acceptance({ token, invitation }: { token: string; invitation: Invitation }) {
  const send = useSend<Omit<AcceptInvitation, "token">, void>({
    send: (given) => api.post("/v1/invitations/accept", { token, ...given }),
    errors: "form",
    onSuccess: () => location.assign("/sign-in?done=invitation"),
  });
  const errors = fieldErrors(send.error);
  const isOfField = errors.name !== undefined || errors.password !== undefined;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    send.mutate({ name: String(form.get("name")), password: String(form.get("password")) });
  }

  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack>
        <KeyValue
          rows={[
            ["Organisation", invitation.organisationName],
            ["Address", invitation.email],
            ["Role", roleNames[invitation.role]],
            ["Good until", <Time key="until" value={invitation.expiresAt} />],
          ]}
        />
        <FormError error={isOfField ? null : send.error} title="The account was not opened" />
        <TextInput
          name="name"
          label="Your name"
          required
          defaultValue={invitation.name}
          autoComplete="name"
          error={errors.name}
        />
        <NewPassword error={errors.password} />
        <Button type="submit" loading={send.isPending}>
          Open the account
        </Button>
      </Stack>
    </form>
  );
}

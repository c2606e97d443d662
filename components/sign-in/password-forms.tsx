"use client";

import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useSyncExternalStore } from "react";
import { api, fieldErrors } from "@/components/api/client";
import { useSend } from "@/components/api/mutation";
import { Link } from "@/components/app/link";
import { roleNames } from "@/components/app/session";
import { FormError } from "@/components/feedback/form-error";
import { Skeletons } from "@/components/feedback/skeletons";
import { ErrorState } from "@/components/feedback/states";
import { KeyValue } from "@/components/values/figures";
import { Time } from "@/components/values/time";
import type { AcceptInvitation, Invitation } from "@/lib/members/schemas";

/** Sets the new password of somebody who came by the link in the mail. */
export function ResetForm() {
  const token = useMailedToken();
  const send = useSend<string, void>({
    send: (password) => api.post("/v1/password-resets/complete", { token, password }),
    errors: "form",
    onSuccess: () => location.assign("/sign-in?done=password"),
  });
  if (token === "") return <p>This link is not whole. Open it from the mail again, or ask for another.</p>;
  const { password, token: tokenError } = fieldErrors(send.error);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    send.mutate(String(new FormData(event.currentTarget).get("password")));
  }

  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack>
        <FormError error={password === undefined ? send.error : null} title="The password was not changed" />
        <NewPassword error={password} />
        <Button type="submit" loading={send.isPending}>
          Set the password
        </Button>
        {tokenError !== undefined && <Link href="/forgot-password">Ask for another link</Link>}
      </Stack>
    </form>
  );
}

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

/** The field of a password that is chosen. */
export function NewPassword({ error }: { error: string | undefined }) {
  return (
    <PasswordInput
      name="password"
      label="New password"
      description="At least 12 characters. A few unusual words are good; rules about digits are not."
      required
      minLength={12}
      maxLength={128}
      autoComplete="new-password"
      error={error}
    />
  );
}

const listen = (changed: () => void) => {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
};

/** The token of a mailed link, which stands behind `#token=` so that no server and no log sees it; null while unknown. */
export function useMailedToken(): string | null {
  return useSyncExternalStore(
    listen,
    () => new URLSearchParams(location.hash.slice(1)).get("token") ?? "",
    () => null,
  );
}

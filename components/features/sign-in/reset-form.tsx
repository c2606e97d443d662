"use client";

import { Button, Stack } from "@mantine/core";
import type { FormEvent } from "react";
import { NewPassword, useMailedToken } from "@/components/features/sign-in/new-password";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { useSend } from "@/components/ui/api/mutation";
import { FormError } from "@/components/ui/feedback/form-error";
import { Link } from "@/components/ui/page/link";

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

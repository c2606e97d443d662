"use client";

import { Alert, Button, Stack, TextInput } from "@mantine/core";
import type { FormEvent } from "react";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { useSend } from "@/components/ui/api/mutation";
import { FormError } from "@/components/ui/feedback/form-error";
import { Link } from "@/components/ui/page/link";

/** Asks for a link by mail. The answer is the same for every address, known or not. */
export function ForgotForm() {
  const send = useSend<string, unknown>({
    send: (email) => api.post("/v1/password-resets", { email }),
    errors: "form",
  });
  const { email } = fieldErrors(send.error);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    send.mutate(String(new FormData(event.currentTarget).get("email")));
  }

  if (send.isSuccess)
    return (
      <Stack>
        <Alert color="accent" role="status" title="Look into your mail">
          If there is an account with this address, a link is on its way. It is good for an hour.
        </Alert>
        <Link href="/sign-in">Back to sign-in</Link>
      </Stack>
    );
  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack>
        <FormError error={email === undefined ? send.error : null} title="The link was not sent" />
        <TextInput name="email" type="email" label="E-mail address" required autoComplete="username" error={email} />
        <Button type="submit" loading={send.isPending}>
          Send a link
        </Button>
        <Link href="/sign-in">Back to sign-in</Link>
      </Stack>
    </form>
  );
}

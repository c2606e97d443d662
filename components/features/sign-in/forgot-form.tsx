"use client";

import { Alert, Button, Stack, TextInput } from "@mantine/core";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { useSend } from "@/components/ui/api/mutation";
import { FormError } from "@/components/ui/feedback/form-error";
import { submittedFields } from "@/components/ui/forms/fields";
import { Link } from "@/components/ui/page/link";

/** Requests a password reset link. The response is the same for known and unknown addresses. */
export function ForgotForm({ sendsMail }: { sendsMail: boolean }) {
  const send = useSend<{ email: string }, unknown>({
    send: (input) => api.post("/v1/password-resets", input),
    errors: "form",
  });
  const { email } = fieldErrors(send.error);
  if (send.isSuccess)
    return (
      <Stack>
        <Alert
          color="accent"
          role="status"
          title={sendsMail ? "Check your e-mail" : "Ask the service operator for the link"}
        >
          {sendsMail
            ? "If an account exists for this address, we've sent a reset link. It is valid for one hour."
            : "This service cannot send e-mails. If an account exists for this address, the service operator can get the reset link. It is valid for one hour."}
        </Alert>
        <Link href="/sign-in">Back to sign-in</Link>
      </Stack>
    );
  return (
    <form method="post" onSubmit={(event) => send.mutate(submittedFields(event))} noValidate>
      <Stack>
        <FormError error={email === undefined ? send.error : null} title="Link not sent" />
        <TextInput name="email" type="email" label="E-mail address" required autoComplete="username" error={email} />
        <Button type="submit" loading={send.isPending}>
          Send reset link
        </Button>
        <Link href="/sign-in">Back to sign-in</Link>
      </Stack>
    </form>
  );
}

"use client";

import { Alert, Button, Stack, TextInput } from "@mantine/core";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { useSend } from "@/components/ui/api/mutation";
import { FormError } from "@/components/ui/feedback/form-error";
import { submittedFields } from "@/components/ui/forms/fields";
import { Link } from "@/components/ui/page/link";
import { terms } from "@/components/ui/terms";
import { forgotForm as texts } from "./texts";

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
        <Alert color="accent" role="status" title={sendsMail ? texts.checkYourEmail : texts.askOperator}>
          {sendsMail ? texts.linkSent : texts.linkFromOperator}
        </Alert>
        <Link href="/sign-in">{texts.backToSignIn}</Link>
      </Stack>
    );
  return (
    <form method="post" onSubmit={(event) => send.mutate(submittedFields(event))} noValidate>
      <Stack>
        <FormError error={email === undefined ? send.error : null} title={texts.linkNotSent} />
        {!sendsMail && <p className="quiet">{texts.operatorNote}</p>}
        <TextInput name="email" type="email" label={terms.email} required autoComplete="username" error={email} />
        <Button type="submit" loading={send.isPending}>
          {sendsMail ? texts.sendResetLink : texts.requestResetLink}
        </Button>
        <Link href="/sign-in">{texts.backToSignIn}</Link>
      </Stack>
    </form>
  );
}

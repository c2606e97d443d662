"use client";

import { Button, Stack } from "@mantine/core";
import { Entrance } from "@/components/features/sign-in/entrance";
import { IncompleteLink, NewPassword, useMailedToken } from "@/components/features/sign-in/new-password";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { useSend } from "@/components/ui/api/mutation";
import { FormError } from "@/components/ui/feedback/form-error";
import { submittedFields } from "@/components/ui/forms/fields";
import { Link } from "@/components/ui/page/link";
import { resetForm as texts } from "./texts";

/** Sets a new password with the token of a reset link. */
export function ResetForm() {
  const token = useMailedToken();
  const send = useSend<{ password: string }, void>({
    send: (input) => api.post("/v1/password-resets/complete", { token, ...input }),
    errors: "form",
    onSuccess: () => location.assign("/sign-in?done=password"),
  });
  if (token === "")
    return (
      <IncompleteLink>
        <Link href="/forgot-password">{texts.requestANewOne}</Link>
      </IncompleteLink>
    );
  const { password, token: tokenError } = fieldErrors(send.error);
  return (
    <Entrance title={texts.title} isPending={token === null}>
      <form method="post" onSubmit={(event) => send.mutate(submittedFields(event))} noValidate>
        <Stack>
          <FormError error={password === undefined ? send.error : null} title={texts.passwordNotChanged} />
          <NewPassword error={password} />
          <Button type="submit" loading={send.isPending}>
            {texts.setPassword}
          </Button>
          {tokenError !== undefined && <Link href="/forgot-password">{texts.requestANewLink}</Link>}
        </Stack>
      </form>
    </Entrance>
  );
}

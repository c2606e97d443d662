"use client";

import { Button, PasswordInput, Stack } from "@mantine/core";
import { type FormEvent, useRef } from "react";
import { api, fieldErrors } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { FormError } from "@/components/feedback/form-error";
import type { ChangePassword } from "@/lib/members/schemas";
import styles from "./account.module.css";

/** Chooses another password; every other session ends with that. */
export function PasswordForm() {
  const form = useRef<HTMLFormElement>(null);
  const send = useSend<ChangePassword>({
    send: (body) => api.post("/v1/account/password", body),
    invalidates: [keys.sessions()],
    success: () => "Your password is changed. Every other session has ended.",
    errors: "form",
    onSuccess: () => form.current?.reset(),
  });
  const errors = fieldErrors(send.error);
  const isOfField = errors.currentPassword !== undefined || errors.newPassword !== undefined;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    send.mutate({
      currentPassword: String(given.get("currentPassword")),
      newPassword: String(given.get("newPassword")),
    });
  }

  return (
    <section className={styles.section} aria-labelledby="password">
      <h2 id="password">Password</h2>
      <form method="post" ref={form} onSubmit={submit}>
        <Stack maw={360}>
          <FormError error={isOfField ? null : send.error} title="The password was not changed" />
          <PasswordInput
            name="currentPassword"
            label="Current password"
            required
            autoComplete="current-password"
            error={errors.currentPassword}
          />
          <PasswordInput
            name="newPassword"
            label="New password"
            description="At least 12 characters"
            required
            minLength={12}
            maxLength={128}
            autoComplete="new-password"
            error={errors.newPassword}
          />
          <Button type="submit" variant="default" loading={send.isPending} style={{ alignSelf: "start" }}>
            Change the password
          </Button>
        </Stack>
      </form>
    </section>
  );
}

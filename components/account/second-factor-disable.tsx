"use client";

import { Button, Modal, PasswordInput, Stack, TextInput } from "@mantine/core";
import type { FormEvent } from "react";
import { api, fieldErrors } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { useSend } from "@/components/api/mutation";
import { FormError } from "@/components/feedback/form-error";

/** Switches the second factor off, which takes a code of it and the password. */
export function SecondFactorDisable({ onClose }: { onClose: () => void }) {
  const send = useSend<{ code: string; password?: string }>({
    send: (body) => api.post("/v1/account/second-factor/disable", body),
    invalidates: [keys.account(), keys.members.all()],
    success: () => "The second factor is off.",
    errors: "form",
    onSuccess: onClose,
  });
  const errors = fieldErrors(send.error);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const password = String(given.get("password"));
    send.mutate({ code: String(given.get("code")), ...(password !== "" && { password }) });
  }

  return (
    <Modal opened onClose={onClose} title="Switch off the second factor">
      <form onSubmit={submit}>
        <Stack>
          <FormError error={(errors.code ?? errors.password) ? null : send.error} title="It is still on" />
          <TextInput
            name="code"
            label="Code, or a recovery code"
            required
            autoComplete="one-time-code"
            error={errors.code}
          />
          <PasswordInput
            name="password"
            label="Password"
            description="If you have one"
            autoComplete="current-password"
            error={errors.password}
          />
          <Button type="submit" color="red" loading={send.isPending}>
            Switch it off
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}

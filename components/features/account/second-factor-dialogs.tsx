"use client";

import { Button, Modal, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { renderSVG } from "uqr";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { FormError } from "@/components/ui/feedback/form-error";
import { Skeletons } from "@/components/ui/feedback/skeletons";
import { ErrorState } from "@/components/ui/feedback/states";
import { CopyButton } from "@/components/ui/values/copy";
import type { RecoveryCodes, SecondFactorSetup } from "@/lib/domains/members/schemas";
import styles from "./account.module.css";

/** Sets up an authenticator app: a picture to scan, a code to show that it works, and codes for the day it is lost. */
export function SecondFactorSetupDialog({ onClose }: { onClose: () => void }) {
  const setup = useQuery({
    queryKey: ["secondFactorSetup"],
    queryFn: () => api.post<SecondFactorSetup>("/v1/account/second-factor"),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const [code, setCode] = useState("");
  const confirm = useSend<void, RecoveryCodes>({
    send: () => api.post("/v1/account/second-factor/confirm", { code: code.trim() }),
    invalidates: [keys.account(), keys.members.all()],
    errors: "form",
  });
  const recoveryCodes = confirm.data?.recoveryCodes;
  return (
    <Modal
      opened
      onClose={onClose}
      title="Set up a second factor"
      size="lg"
      {...(recoveryCodes && { withCloseButton: false, closeOnEscape: false, closeOnClickOutside: false })}
    >
      {setup.isPending && <Skeletons.Card height={220} label="the picture to scan" />}
      {setup.error && <ErrorState error={setup.error} onRetry={() => void setup.refetch()} />}
      {setup.data && !recoveryCodes && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            confirm.mutate();
          }}
        >
          <Stack>
            <p>Scan this with an authenticator app, then enter the code it shows.</p>
            {/* biome-ignore lint/performance/noImgElement: there is nothing to optimise in a picture that is in the page. */}
            <img className={styles.qr} src={pictureOf(setup.data.otpauthUrl)} alt="QR code for an authenticator app" />
            <p>
              Or type it in: <code className={styles.secret}>{setup.data.secret}</code>{" "}
              <CopyButton value={setup.data.secret} label="secret" />
            </p>
            <FormError error={fieldErrors(confirm.error).code ? null : confirm.error} title="It is not set up yet" />
            <TextInput
              label="Code"
              required
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              error={fieldErrors(confirm.error).code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <Button type="submit" loading={confirm.isPending}>
              Switch it on
            </Button>
          </Stack>
        </form>
      )}
      {recoveryCodes && (
        <Stack>
          <p role="status">
            It is on. Keep these codes where your phone is not: each lets you in once, and they are shown this once.
          </p>
          <ul className={styles.codes}>
            {recoveryCodes.map((one) => (
              <li key={one}>
                <code>{one}</code>
              </li>
            ))}
          </ul>
          <CopyButton value={recoveryCodes.join("\n")} label="recovery codes" />
          <Button onClick={onClose}>I have kept them</Button>
        </Stack>
      )}
    </Modal>
  );
}

function pictureOf(url: string): string {
  return `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(url, { border: 2 }))}`;
}

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

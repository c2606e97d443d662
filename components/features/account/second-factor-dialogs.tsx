"use client";

import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { renderSVG } from "uqr";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { Skeletons } from "@/components/ui/feedback/skeletons";
import { ErrorState } from "@/components/ui/feedback/states";
import { submittedFields } from "@/components/ui/forms/fields";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { CopyButton } from "@/components/ui/values/copy";
import type { RecoveryCodes, SecondFactorSetup } from "@/lib/domains/members/schemas";
import styles from "./account.module.css";
import { common, secondFactorDialogs as texts } from "./texts";

interface SetupProps {
  onClose: () => void;
  /** Called when the recovery codes are saved. */
  onEnabled: () => void;
}

/** Sets up an authenticator app, confirms it with a code, and shows the recovery codes. */
export function SecondFactorSetupDialog({ onClose, onEnabled }: SetupProps) {
  const setup = useQuery({
    queryKey: ["secondFactorSetup"],
    queryFn: () => api.post<SecondFactorSetup>("/v1/account/second-factor"),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const confirm = useSend<string, RecoveryCodes>({
    send: (code) => api.post("/v1/account/second-factor/confirm", { code: code.trim() }),
    invalidates: [keys.account(), keys.members.all()],
    errors: "form",
  });
  return (
    <FormDialog
      {...texts.setUpDialog}
      disabled={!setup.data}
      sending={confirm}
      onSubmit={(event) => confirm.mutate(submittedFields<"code">(event).code)}
      onClose={onClose}
      locked={confirm.isSuccess}
      result={confirm.data && <RecoveryCodeList codes={confirm.data.recoveryCodes} onClose={onEnabled} />}
    >
      {setup.isPending && <Skeletons.Card height={220} label={texts.theQrCode} />}
      {setup.error && (
        <ErrorState label={texts.theQrCode} compact error={setup.error} onRetry={() => void setup.refetch()} />
      )}
      {setup.data && (
        <>
          <p>{texts.scan}</p>
          {/* biome-ignore lint/performance/noImgElement: a data URL needs no image optimisation. */}
          <img className={styles.qr} src={qrCodeOf(setup.data.otpauthUrl)} alt={texts.qrCodeAuthenticator} />
          <p>
            {texts.cannotScan} <code className={styles.secret}>{setup.data.secret}</code>{" "}
            <CopyButton value={setup.data.secret} label={texts.secret} />
          </p>
          <TextInput
            name="code"
            label={texts.code}
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            error={fieldErrors(confirm.error).code}
          />
        </>
      )}
    </FormDialog>
  );
}

function RecoveryCodeList({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Stack>
      <p role="status">{texts.twoFactorEnabledSave}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopyButton value={codes.join("\n")} label={texts.recoveryCodes} />
      <Button onClick={onClose}>{texts.codesSaved}</Button>
    </Stack>
  );
}

function qrCodeOf(url: string): string {
  return `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(url, { border: 2 }))}`;
}

export function SecondFactorDisable({ onClose }: { onClose: () => void }) {
  const send = useSend<{ code: string; password?: string }>({
    send: (body) => api.post("/v1/account/second-factor/disable", body),
    invalidates: [keys.account(), keys.members.all()],
    success: () => texts.twoFactorDisabled,
    errors: "form",
    onSuccess: onClose,
  });
  const errors = fieldErrors(send.error);
  return (
    <FormDialog
      {...texts.disableDialog}
      action={common.disableTwoFactor}
      danger
      sending={send}
      onSubmit={(event) => {
        const { code, password } = submittedFields<"code" | "password">(event);
        send.mutate({ code, ...(password !== "" && { password }) });
      }}
      onClose={onClose}
    >
      <TextInput
        name="code"
        label={texts.authenticationCodeRecovery}
        required
        autoComplete="one-time-code"
        error={errors.code}
      />
      <PasswordInput
        name="password"
        label={common.password}
        description={texts.passwordDescription}
        autoComplete="current-password"
        error={errors.password}
      />
    </FormDialog>
  );
}

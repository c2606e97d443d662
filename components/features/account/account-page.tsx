"use client";

import { Alert, Button, Group, PasswordInput, Stack, Switch, TextInput } from "@mantine/core";
import { IconShieldLock } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { lazy, Suspense, useRef, useState } from "react";
import { NotificationPreferencesSection } from "@/components/features/notifications/preferences-section";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { useRead } from "@/components/ui/api/queries";
import { ConfirmAction } from "@/components/ui/detail/actions";
import { Section } from "@/components/ui/detail/section";
import { FormError } from "@/components/ui/feedback/form-error";
import { QueryState } from "@/components/ui/feedback/states";
import { submittedFields } from "@/components/ui/forms/fields";
import { useSingleKeys } from "@/components/ui/keyboard/shortcuts";
import { Page } from "@/components/ui/page/page";
import { useSession } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { roleNames } from "@/components/ui/texts";
import { KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { ChangePassword, Member, MemberSession, SessionList as Sessions } from "@/lib/domains/members/schemas";
import { labelOf } from "@/lib/platform/client/format";
import styles from "./account.module.css";
import { browserName } from "./browser-name";
import { common, accountPage as texts } from "./texts";

export function AccountPage() {
  const { member, organisation, session } = useSession();
  const [singleKeys, setSingleKeys] = useSingleKeys();
  return (
    <Page title={texts.yourAccount} width="reading">
      {session.lacksSecondFactor && (
        <Alert color="yellow" title={texts.required.title} icon={<IconShieldLock size={16} aria-hidden="true" />}>
          {texts.required.text}
        </Alert>
      )}
      <Section title={texts.profile} panel>
        <KeyValue
          rows={[
            [terms.email, member.email],
            [terms.role, roleNames[member.role]],
            [terms.organisation, organisation.name],
          ]}
        />
        <NameForm />
      </Section>
      <PasswordForm />
      <TwoFactorAuthentication />
      <NotificationPreferencesSection />
      <Section title={texts.keyboard} panel>
        <Switch
          label={texts.singleKeyShortcuts}
          description={texts.singleKeyShortcutsDescription}
          checked={singleKeys}
          onChange={(event) => setSingleKeys(event.currentTarget.checked)}
        />
      </Section>
      <SessionList />
    </Page>
  );
}

function NameForm() {
  const router = useRouter();
  const { member } = useSession();
  const [name, setName] = useState(member.name);
  const send = useSend<void>({
    send: () => api.patch("/v1/account", { name }),
    invalidates: [keys.session(), keys.members.all()],
    success: () => texts.nameUpdated,
    errors: "form",
    onSuccess: () => router.refresh(),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <Group align="end" mt="md">
        <TextInput
          label={terms.name}
          required
          autoComplete="name"
          value={name}
          error={fieldErrors(send.error).name ?? send.error?.message}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={send.isPending} disabled={name === member.name}>
          {terms.save}
        </Button>
      </Group>
    </form>
  );
}

function PasswordForm() {
  const form = useRef<HTMLFormElement>(null);
  const send = useSend<ChangePassword>({
    send: (body) => api.post("/v1/account/password", body),
    invalidates: [keys.sessions()],
    success: () => texts.success,
    errors: "form",
    onSuccess: () => form.current?.reset(),
  });
  const { currentPassword, newPassword } = fieldErrors(send.error);
  return (
    <Section title={common.password} panel>
      <form method="post" ref={form} onSubmit={(event) => send.mutate(submittedFields(event))}>
        <Stack maw={360}>
          <FormError error={(currentPassword ?? newPassword) ? null : send.error} title={texts.passwordNotChanged} />
          <PasswordInput
            name="currentPassword"
            label={texts.currentPassword}
            required
            autoComplete="current-password"
            error={currentPassword}
          />
          <PasswordInput
            name="newPassword"
            {...texts.newPassword}
            required
            minLength={12}
            maxLength={128}
            autoComplete="new-password"
            error={newPassword}
          />
          <Button type="submit" variant="default" loading={send.isPending} style={{ alignSelf: "start" }}>
            {texts.changePassword}
          </Button>
        </Stack>
      </form>
    </Section>
  );
}

const SetupDialog = lazy(async () => ({ default: (await import("./second-factor-dialogs")).SecondFactorSetupDialog }));
const DisableDialog = lazy(async () => ({ default: (await import("./second-factor-dialogs")).SecondFactorDisable }));

function TwoFactorAuthentication() {
  const { session } = useSession();
  const account = useRead<Member>(keys.account(), "/v1/account");
  const [opened, setOpened] = useState<"setup" | "disable" | null>(null);
  const close = () => setOpened(null);
  const isOn = account.data?.secondFactor;
  return (
    <Section
      title={texts.twoFactorAuthenticationTwoFactor}
      action={isOn !== undefined && <StatusBadge kind="account" value={isOn ? "ON" : "OFF"} />}
      note={session.method === "OPENID" ? texts.twoFactorAuthenticationNote : texts.requiresCodeAuthenticator}
      panel
    >
      <QueryState query={account} label={texts.theStatus} height={30}>
        {({ secondFactor }) => (
          <Button
            size="xs"
            variant={secondFactor ? "default" : "filled"}
            onClick={() => setOpened(secondFactor ? "disable" : "setup")}
          >
            {secondFactor ? common.disableTwoFactor : texts.setUpTwoFactor}
          </Button>
        )}
      </QueryState>
      <Suspense>
        {opened === "setup" && (
          <SetupDialog onClose={close} onEnabled={session.lacksSecondFactor ? openDashboard : close} />
        )}
        {opened === "disable" && <DisableDialog onClose={close} />}
      </Suspense>
    </Section>
  );
}

/** A full load, because the pages of a restricted session stopped following changes. */
function openDashboard(): void {
  window.location.assign("/");
}

function SessionList() {
  const query = useRead<Sessions>(keys.sessions(), "/v1/sessions");
  return (
    <Section title={texts.activeSessions} panel>
      <QueryState query={query} label={texts.sessions} height={80}>
        {({ data }) => (
          <ul className={styles.rows}>
            {data.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </QueryState>
    </Section>
  );
}

function SessionRow({ session }: { session: MemberSession }) {
  const { id, current, userAgent, network, method, secondFactor, lastSeenAt, expiresAt } = session;
  const browser = browserName(userAgent);
  return (
    <li>
      <div className={styles.what}>
        <strong>{browser}</strong>
        {current && texts.thisSession}
        <p>
          {network}, {labelOf(method)}
          {secondFactor && texts.withTwoFactor}. Last active <Time value={lastSeenAt} format="relative" />. Expires{" "}
          <Time value={expiresAt} format="relative" />.
        </p>
      </div>
      {!current && (
        <ConfirmAction
          label={texts.endSession}
          aria-label={texts.endSessionOf(browser)}
          send={() => api.delete(`/v1/sessions/${id}`)}
          invalidates={[keys.sessions()]}
          success={() => texts.sessionEnded}
        />
      )}
    </li>
  );
}

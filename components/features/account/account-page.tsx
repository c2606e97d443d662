"use client";

import { Button, Group, PasswordInput, Stack, Switch, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { type FormEvent, lazy, Suspense, useRef, useState } from "react";
import { fieldErrors } from "@/components/ui/api/api-error";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { useRead } from "@/components/ui/api/queries";
import { ConfirmAction } from "@/components/ui/detail/actions";
import { Section } from "@/components/ui/detail/section";
import { FormError } from "@/components/ui/feedback/form-error";
import { ErrorState, QueryState } from "@/components/ui/feedback/states";
import { useSingleKeys } from "@/components/ui/keyboard/shortcuts";
import { Page } from "@/components/ui/page/page";
import { roleNames, useSession } from "@/components/ui/page/session";
import { KeyValue } from "@/components/ui/values/key-value";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { ChangePassword, Member, MemberSession, SessionList as Sessions } from "@/lib/domains/members/schemas";
import { labelOf } from "@/lib/platform/client/format";
import styles from "./account.module.css";
import { browserName } from "./browser-name";

/** One's own account: who one is here, how one signs in, and where one is signed in. */
export function AccountPage() {
  const { member, organisation } = useSession();
  const [singleKeys, setSingleKeys] = useSingleKeys();
  return (
    <Page title="Your account" width="reading">
      <Section title="You" panel>
        <KeyValue
          rows={[
            ["E-mail address", member.email],
            ["Role", roleNames[member.role]],
            ["Organisation", organisation.name],
          ]}
        />
        <NameForm />
      </Section>
      <PasswordForm />
      <SecondFactor />
      <Section title="Keyboard" panel>
        <Switch
          label="Shortcuts of a single key"
          description="Such as j and k in lists. Switch them off where they get in the way of speech input."
          checked={singleKeys}
          onChange={(event) => setSingleKeys(event.currentTarget.checked)}
        />
      </Section>
      <SessionList />
    </Page>
  );
}

/** One's name as others read it. */
function NameForm() {
  const router = useRouter();
  const { member } = useSession();
  const [name, setName] = useState(member.name);
  const send = useSend<void>({
    send: () => api.patch("/v1/account", { name }),
    invalidates: [keys.session(), keys.members.all()],
    success: () => "Your name is changed.",
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
          label="Name"
          required
          autoComplete="name"
          value={name}
          error={fieldErrors(send.error).name ?? send.error?.message}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={send.isPending} disabled={name === member.name}>
          Save
        </Button>
      </Group>
    </form>
  );
}

/** Chooses another password; every other session ends with that. */
function PasswordForm() {
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
    <Section title="Password" panel>
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
    </Section>
  );
}

const SetupDialog = lazy(async () => ({ default: (await import("./second-factor-dialogs")).SecondFactorSetupDialog }));
const DisableDialog = lazy(async () => ({ default: (await import("./second-factor-dialogs")).SecondFactorDisable }));

/** The code of an authenticator app, beside the password. */
function SecondFactor() {
  const { session } = useSession();
  const account = useRead<Member>(keys.account(), "/v1/account");
  const [opened, setOpened] = useState<"setup" | "disable" | null>(null);
  const close = () => setOpened(null);
  const isOn = account.data?.secondFactor;
  return (
    <section className={styles.section} aria-labelledby="second-factor">
      <h2 id="second-factor">
        Second factor {isOn !== undefined && <StatusBadge kind="endpoint" value={isOn ? "ENABLED" : "DISABLED"} />}
      </h2>
      <p>
        {session.method === "OPENID"
          ? "You sign in through your organisation, which asks for second factors itself. One here is for your password."
          : "A code from an authenticator app, asked for after the password."}
      </p>
      {account.error && <ErrorState error={account.error} onRetry={() => void account.refetch()} />}
      {isOn === true && (
        <Button variant="default" size="xs" onClick={() => setOpened("disable")}>
          Switch off…
        </Button>
      )}
      {isOn === false && (
        <Button size="xs" onClick={() => setOpened("setup")}>
          Set up…
        </Button>
      )}
      <Suspense>
        {opened === "setup" && <SetupDialog onClose={close} />}
        {opened === "disable" && <DisableDialog onClose={close} />}
      </Suspense>
    </section>
  );
}

/** Where one is signed in, each session with the way to end it. */
export function SessionList() {
  const query = useRead<Sessions>(keys.sessions(), "/v1/sessions");
  return (
    <Section title="Where you are signed in" panel>
      <QueryState query={query} label="sessions" height={80}>
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
  return (
    <li>
      <div className={styles.what}>
        <strong>{browserName(userAgent)}</strong>
        {current && " (this one)"}
        <p>
          {network}, {labelOf(method)}
          {secondFactor && " with second factor"}. Seen <Time value={lastSeenAt} format="relative" />, ends{" "}
          <Time value={expiresAt} format="relative" />.
        </p>
      </div>
      {!current && (
        <ConfirmAction
          label="End it"
          send={() => api.delete(`/v1/sessions/${id}`)}
          invalidates={[keys.sessions()]}
          success={() => "The session has ended."}
        />
      )}
    </li>
  );
}

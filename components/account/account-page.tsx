"use client";

import { Switch } from "@mantine/core";
import { Page } from "@/components/app/page";
import { roleNames } from "@/components/app/role-names";
import { useSession } from "@/components/app/session";
import { useSingleKeys } from "@/components/keyboard/single-keys";
import { KeyValue } from "@/components/values/key-value";
import styles from "./account.module.css";
import { NameForm } from "./name-form";
import { PasswordForm } from "./password-form";
import { SecondFactor } from "./second-factor";
import { SessionList } from "./session-list";

/** One's own account: who one is here, how one signs in, and where one is signed in. */
export function AccountPage() {
  const { member, organisation } = useSession();
  const [singleKeys, setSingleKeys] = useSingleKeys();
  return (
    <Page title="Your account" width="reading">
      <section className={styles.section} aria-labelledby="you">
        <h2 id="you">You</h2>
        <KeyValue
          rows={[
            ["E-mail address", member.email],
            ["Role", roleNames[member.role]],
            ["Organisation", organisation.name],
          ]}
        />
        <NameForm />
      </section>
      <PasswordForm />
      <SecondFactor />
      <section className={styles.section} aria-labelledby="keyboard">
        <h2 id="keyboard">Keyboard</h2>
        <Switch
          label="Shortcuts of a single key"
          description="Such as j and k in lists. Switch them off where they get in the way of speech input."
          checked={singleKeys}
          onChange={(event) => setSingleKeys(event.currentTarget.checked)}
        />
      </section>
      <SessionList />
    </Page>
  );
}

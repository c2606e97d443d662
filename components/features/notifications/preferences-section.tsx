"use client";

import { Switch } from "@mantine/core";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { useRead } from "@/components/ui/api/queries";
import { MailNotice } from "@/components/ui/detail/mail-notice";
import { Section } from "@/components/ui/detail/section";
import { QueryState } from "@/components/ui/feedback/states";
import { useSession } from "@/components/ui/page/session";
import type { NotificationPreferences, UpdateNotificationPreference } from "@/lib/domains/notifications/schemas";
import styles from "./notifications.module.css";
import { notificationPreferences as texts } from "./texts";

/** How the user is notified of each kind of event. */
export function NotificationPreferencesSection() {
  const { sendsMail } = useSession();
  const query = useRead<NotificationPreferences>(
    keys.notifications.preferences(),
    "/v1/account/notification-preferences",
  );
  const update = useSend<UpdateNotificationPreference>({
    send: (change) => api.patch("/v1/account/notification-preferences", change),
    invalidates: [keys.notifications.preferences()],
    success: () => texts.saved,
  });
  const { variables: pending } = update;
  return (
    <Section title={texts.notifications} id="notifications" note={sendsMail && texts.note} panel>
      <MailNotice mb="xs" />
      <QueryState query={query} label={texts.preferences} height={220}>
        {({ preferences }) => (
          <table className={styles.preferences}>
            <thead>
              <tr>
                <th scope="col">{texts.kind}</th>
                <th scope="col">{texts.inApp}</th>
                <th scope="col">{texts.email}</th>
              </tr>
            </thead>
            <tbody>
              {preferences.map(({ kind, inApp, email }) => {
                const { label, text } = texts.kinds[kind];
                const isPending = update.isPending && pending?.kind === kind;
                return (
                  <tr key={kind}>
                    <th scope="row">
                      <span className={styles.label}>{label}</span>
                      <p>
                        {text}
                        {sendsMail && kind === "DETECTION_ASSIGNED" && texts.immediateEmail}
                      </p>
                    </th>
                    <td>
                      <Switch
                        aria-label={texts.of(label, texts.inApp)}
                        checked={isPending && pending.inApp !== undefined ? pending.inApp : inApp}
                        onChange={(event) => update.mutate({ kind, inApp: event.currentTarget.checked })}
                      />
                    </td>
                    <td>
                      <Switch
                        aria-label={texts.of(label, texts.email)}
                        checked={(isPending && pending.email !== undefined ? pending.email : email) === "DAILY"}
                        onChange={(event) =>
                          update.mutate({ kind, email: event.currentTarget.checked ? "DAILY" : "NONE" })
                        }
                      />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        )}
      </QueryState>
    </Section>
  );
}

"use client";

import { IconBell } from "@tabler/icons-react";
import { keys } from "@/components/ui/api/keys";
import { supplement, useRead } from "@/components/ui/api/queries";
import { Link } from "@/components/ui/page/link";
import { shell as texts } from "@/components/ui/shell-texts";
import styles from "./bar-buttons.module.css";

const pollMs = 60_000;

/** The number of unread notifications; undefined until it is known. Polled only while the page is visible. */
export function useUnread(): number | undefined {
  const { data } = useRead<{ unread: number }>(keys.notifications.unread(), "/v1/notifications/unread-count", {
    meta: supplement,
    refetchInterval: pollMs,
    refetchOnWindowFocus: true,
  });
  return data?.unread;
}

/** A link to the notifications, with the number of unread ones. */
export function NotificationsButton() {
  const unread = useUnread() ?? 0;
  return (
    <Link href="/notifications" className={`${styles.icon} ${styles.bell}`} aria-label={texts.notifications(unread)}>
      <IconBell size={18} stroke={1.6} aria-hidden="true" />
      {unread > 0 && (
        <span className={styles.unread} aria-hidden="true">
          {unread > 99 ? "99+" : unread}
        </span>
      )}
    </Link>
  );
}

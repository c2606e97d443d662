"use client";

import { IconBell } from "@tabler/icons-react";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { Link } from "@/components/ui/page/link";
import { shell as texts } from "@/components/ui/shell-texts";
import styles from "./bar-buttons.module.css";

const pollMs = 60_000;

/** The number of unread notifications, 0 until it is known. Polled only while the page is visible. */
export function useUnread(): number {
  const { data } = useRead<{ unread: number }>(keys.notifications.unread(), "/v1/notifications/unread-count", {
    refetchInterval: pollMs,
    refetchOnWindowFocus: true,
  });
  return data?.unread ?? 0;
}

/** A link to the notifications, with the number of unread ones. */
export function NotificationsButton() {
  const unread = useUnread();
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

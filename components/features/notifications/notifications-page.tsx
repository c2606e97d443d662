"use client";

import { ActionIcon, Button } from "@mantine/core";
import { IconBell, IconMail, IconMailOpened } from "@tabler/icons-react";
import { useId } from "react";
import { api } from "@/components/ui/api/client";
import { keys } from "@/components/ui/api/keys";
import { useSend } from "@/components/ui/api/mutation";
import { Pager, RefreshBar, TableState } from "@/components/ui/data-table/table-states";
import { useList } from "@/components/ui/data-table/use-list";
import { EmptyState } from "@/components/ui/feedback/states";
import { useFilters } from "@/components/ui/filters/filters";
import { Link } from "@/components/ui/page/link";
import { Page } from "@/components/ui/page/page";
import { TabStrip } from "@/components/ui/page/tab-strip";
import { useUnread } from "@/components/ui/shell/notifications-button";
import { breakable } from "@/components/ui/values/key-value";
import { Time } from "@/components/ui/values/time";
import type { Notification } from "@/lib/domains/notifications/schemas";
import { timeText } from "@/lib/platform/client/format";
import { useNow } from "@/lib/platform/client/use-environment";
import { byDay } from "./by-day";
import { notificationFilters } from "./filters";
import styles from "./notifications.module.css";
import { notificationsPage as texts } from "./texts";

const invalidates = [keys.notifications.all()];

/** The user's notifications by day, newest first. */
export function NotificationsPage() {
  const { filters, set } = useFilters(notificationFilters);
  const { rows, query, page } = useList<Notification>({
    key: keys.notifications.list(filters),
    path: "/v1/notifications",
    filters,
  });
  const unread = useUnread();
  // Notifications that arrived after the list was loaded stay unread.
  const upTo = page.offset === 0 ? rows[0]?.id : undefined;
  const markAll = useSend({ send: () => api.post("/v1/notifications/mark-read", { upTo }), invalidates });
  const empty = filters.unread ? texts.noUnread : texts.empty;
  return (
    <Page
      title={texts.notifications}
      description={
        <>
          {texts.pageDescription} <Link href="/account#notifications">{texts.changePreferences}</Link>
        </>
      }
      width="reading"
      actions={
        <Button
          variant="default"
          size="xs"
          disabled={unread === 0 || upTo === undefined}
          loading={markAll.isPending}
          onClick={() => markAll.mutate()}
        >
          {texts.markAllRead}
        </Button>
      }
    >
      <TabStrip
        label={texts.show}
        tabs={([null, "true"] as const).map((value) => ({
          label: value ? texts.unread : texts.all,
          isChosen: value === filters.unread,
          onClick: () => set({ unread: value }),
        }))}
      />
      <div className={styles.list}>
        {rows.length > 0 && query.isFetching && <RefreshBar />}
        {rows.length > 0 ? (
          <Days rows={rows} />
        ) : (
          <TableState
            label={texts.list}
            query={query}
            page={page}
            empty={<EmptyState icon={<IconBell size={28} stroke={1.5} />} {...empty} />}
          />
        )}
      </div>
      {(page.hasMore || page.offset > 0) && <Pager page={page} label={texts.notifications} query={query} />}
    </Page>
  );
}

const dayMs = 24 * 60 * 60 * 1000;

function Days({ rows }: { rows: readonly Notification[] }) {
  // Null until hydration, when neither the user's time zone nor the time is known.
  const now = useNow();
  const nameOf = (ms: number) => timeText(new Date(ms).toISOString(), "day");
  return byDay(rows, now === null ? "UTC" : undefined).map(({ name, items }) => (
    <Day
      key={name}
      name={
        now === null ? name : name === nameOf(now) ? texts.today : name === nameOf(now - dayMs) ? texts.yesterday : name
      }
      items={items}
    />
  ));
}

function Day({ name, items }: { name: string; items: readonly Notification[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.day}>
        {name}
      </h2>
      <ul className={`${styles.items} plain-list`}>
        {items.map((item) => (
          <Item key={item.id} {...item} />
        ))}
      </ul>
    </section>
  );
}

function Item({ id, title, text, path, createdAt, readAt }: Notification) {
  const isUnread = readAt === null;
  const mark = useSend<boolean>({ send: (read) => api.patch(`/v1/notifications/${id}`, { read }), invalidates });
  const label = isUnread ? texts.markRead : texts.markUnread;
  const Icon = isUnread ? IconMailOpened : IconMail;
  return (
    <li className={styles.item} data-unread={isUnread || undefined}>
      <span className={styles.dot} aria-hidden="true" />
      <div className={styles.what}>
        <Link href={path} className={styles.title} onClick={() => isUnread && mark.mutate(true)}>
          {isUnread && <span className="visually-hidden">{texts.unread}: </span>}
          {breakable(title)}
        </Link>
        <p className={styles.text}>{text}</p>
      </div>
      <span className={styles.time}>
        <Time value={createdAt} format="relative" />
      </span>
      <ActionIcon
        className={styles.mark ?? ""}
        variant="subtle"
        color="gray"
        aria-label={`${label}: ${title}. ${text}`}
        title={label}
        loading={mark.isPending}
        onClick={() => mark.mutate(isUnread)}
      >
        <Icon size={16} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}

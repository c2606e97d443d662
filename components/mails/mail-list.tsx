"use client";

import { IconMail } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { keys } from "@/components/api/keys";
import { Page } from "@/components/app/page";
import { type Column, DataTable } from "@/components/data-table/data-table";
import { type ListAnswer, useList } from "@/components/data-table/use-list";
import { EmptyState } from "@/components/feedback/empty-state";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import { wordsOf } from "@/lib/client/format";
import type { MailList as Mails } from "@/lib/mail/schemas";

const MailDialog = dynamic(() => import("./mail-dialog").then((file) => file.MailDialog));

type MailRow = Mails["data"][number];

const columns: Column<MailRow>[] = [
  {
    id: "subject",
    header: "Subject",
    rowHeader: true,
    hideable: false,
    cell: ({ subject }) => subject,
    csv: ({ subject }) => subject,
  },
  { id: "recipient", header: "To", cell: ({ recipient }) => recipient, csv: ({ recipient }) => recipient },
  { id: "template", header: "Kind", cell: ({ template }) => wordsOf(template), csv: ({ template }) => template },
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <StatusBadge kind="mail" value={status} />,
    csv: ({ status }) => status,
  },
  { id: "error", header: "Error", cell: ({ error }) => error ?? "–", csv: ({ error }) => error },
  {
    id: "createdAt",
    header: "Written",
    cell: ({ createdAt }) => <Time value={createdAt} format="relative" />,
    csv: ({ createdAt }) => createdAt,
  },
];

/** Every mail of the service, without the links of invitations and password resets. */
export function MailList() {
  const list = useList<MailRow, ListAnswer<MailRow>>({ key: keys.mails.list(), path: "/v1/mails" });
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <Page title="Mail" description="Mail that the service sent. Links in invitations and password resets are hidden.">
      <DataTable
        name="mails"
        label="Mails"
        columns={columns}
        rows={list.rows}
        rowId={({ id }) => id}
        onOpen={({ id }) => setOpened(id)}
        activeId={opened}
        query={list.query}
        page={list.page}
        empty={<EmptyState icon={<IconMail size={28} />} title="No mail was written yet" />}
        exportAll={{ fileName: "mails", fetchPage: list.fetchPage }}
      />
      {opened !== null && <MailDialog id={opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}

"use client";

import { IconMail } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListTable } from "@/components/ui/data-table/list-table";
import type { Column } from "@/components/ui/data-table/types";
import { type ListAnswer, useList } from "@/components/ui/data-table/use-list";
import { EmptyState } from "@/components/ui/feedback/states";
import { Page } from "@/components/ui/page/page";
import { labelOf } from "@/lib/platform/client/format";
import type { MailList as Mails } from "@/lib/platform/mail/schemas";

const MailDialog = dynamic(() => import("./mail-dialog").then((file) => file.MailDialog));

type MailRow = Mails["data"][number];

const column = columnsOf<MailRow>();
const columns: Column<MailRow>[] = [
  column.text("subject", "Subject", naming),
  column.text("recipient", "To"),
  column.text("template", "Type", { labelOf: labelOf }),
  column.status("mail", ({ status }) => status),
  column.text("error", "Error"),
  column.time("createdAt", "Created", { format: "relative" }),
];

/** The e-mails of the service, without the links of invitations and password resets. */
export function MailList() {
  const list = useList<MailRow, ListAnswer<MailRow>>({ key: keys.mails.list(), path: "/v1/mails" });
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <Page title="Mail" description="E-mails sent by the service. Links in invitations and password resets are hidden.">
      <ListTable
        name="mails"
        label="E-mails"
        columns={columns}
        list={list}
        onOpen={({ id }) => setOpened(id)}
        activeId={opened}
        empty={<EmptyState icon={<IconMail size={28} />} title="No e-mails sent yet" />}
      />
      {opened !== null && <MailDialog id={opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}

"use client";

import { IconMail } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListPage } from "@/components/ui/data-table/list-page";
import type { Column } from "@/components/ui/data-table/types";
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
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <ListPage<MailRow>
      title="Mail"
      description="E-mails sent by the service. Links in invitations and password resets are hidden."
      label="E-mails"
      name="mails"
      listKey={keys.mails.list}
      path="/v1/mails"
      columns={columns}
      onOpen={({ id }) => setOpened(id)}
      activeId={opened}
      empty={{ icon: IconMail, title: "No e-mails sent yet" }}
    >
      {opened !== null && <MailDialog id={opened} onClose={() => setOpened(null)} />}
    </ListPage>
  );
}

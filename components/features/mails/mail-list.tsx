"use client";

import { IconMail } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { keys } from "@/components/ui/api/keys";
import { columnsOf, naming } from "@/components/ui/data-table/columns";
import { ListPage } from "@/components/ui/data-table/list-page";
import type { Column } from "@/components/ui/data-table/types";
import { Notice } from "@/components/ui/detail/notice";
import { useSession } from "@/components/ui/page/session";
import { terms } from "@/components/ui/terms";
import { labelOf } from "@/lib/platform/client/format";
import type { MailList as Mails } from "@/lib/platform/mail/schemas";
import { mailList as texts } from "./texts";

const MailDialog = dynamic(() => import("./mail-dialog").then((file) => file.MailDialog));

type MailRow = Mails["data"][number];

const column = columnsOf<MailRow>();
const columns: Column<MailRow>[] = [
  column.text("subject", texts.subject, naming),
  column.text("recipient", texts.to, { inCards: "bare" }),
  column.text("template", texts.type, { labelOf: labelOf, inCards: false }),
  column.status("mail", ({ status }) => status),
  column.text("error", texts.error, { isEmpty: ({ error }) => error === null, inCards: "bare" }),
  column.time("createdAt", terms.created, { format: "relative", inCards: "bare" }),
];

/** The e-mails of the service, without the links of invitations and password resets. */
export function MailList() {
  const { sendsMail } = useSession();
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <ListPage<MailRow>
      title={texts.mail}
      description={texts.pageDescription}
      notice={!sendsMail && <Notice {...texts.notSent} />}
      label={texts.emails}
      name="mails"
      listKey={keys.mails.list}
      path="/v1/mails"
      columns={columns}
      onOpen={({ id }) => setOpened(id)}
      activeId={opened}
      empty={{ icon: IconMail, title: texts.noEmailsSentYet }}
    >
      {opened !== null && <MailDialog id={opened} onClose={() => setOpened(null)} />}
    </ListPage>
  );
}

"use client";

import { Notice, type NoticeProps } from "@/components/ui/detail/notice";
import { useSession } from "@/components/ui/page/session";
import { mail as texts } from "@/components/ui/texts";

/** States that e-mails are not sent, if no mail server is configured. For places that mention an e-mail. */
export function MailNotice(space: Pick<NoticeProps, "mt" | "mb">) {
  const { sendsMail } = useSession();
  return sendsMail ? null : <Notice title={texts.notSent} notes={[texts.noMailServer]} {...space} />;
}

"use client";

import type { TextProps } from "@mantine/core";
import { Link } from "@/components/ui/page/link";
import { May, useSession } from "@/components/ui/page/session";
import { mail as texts } from "@/components/ui/texts";
import { Note } from "./note";

/**
 * States that e-mails are not sent, if no mail server is configured. For the fields and settings that lead to an
 * e-mail. The page of the stored e-mails, which only administrators can open, explains it.
 */
export function MailNotice(space: Pick<TextProps, "mt" | "mb">) {
  const { sendsMail } = useSession();
  if (sendsMail) return null;
  return (
    <Note {...space}>
      {texts.notSent}{" "}
      <May permission="admin">
        {/* In a new tab, because the notice is often part of an unsaved form. */}
        <Link href="/settings/mail" target="_blank">
          {texts.viewStored}
        </Link>
      </May>
    </Note>
  );
}

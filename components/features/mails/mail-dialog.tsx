"use client";

import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { QueryState } from "@/components/ui/feedback/states";
import { Dialog } from "@/components/ui/overlay/dialog";
import type { Mail } from "@/lib/platform/mail/schemas";
import styles from "./mails.module.css";
import { mailDialog as texts } from "./texts";

/** An e-mail as plain text. */
export function MailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useRead<Mail>(keys.mails.one(id), `/v1/mails/${id}`);
  return (
    <Dialog onClose={onClose} size="xl" title={query.data?.subject ?? texts.email}>
      <QueryState query={query} label={texts.theEmail}>
        {({ body, status }) => (
          <>
            <p className={styles.text}>{withLinks(body.text)}</p>
            {body.text.includes(hiddenToken) && (
              <p className={styles.hint}>
                {texts.linkHidden}
                {status === "STORED" && texts.noMailServer}
              </p>
            )}
          </>
        )}
      </QueryState>
    </Dialog>
  );
}

const hiddenToken = "#token=[hidden]";

/** Links only complete URLs of this service: other URLs can come from anyone. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    part.startsWith(`${location.origin}/`) && !part.includes(hiddenToken) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change.
      <a key={index} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}

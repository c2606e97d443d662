"use client";

import { Modal } from "@mantine/core";
import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import { QueryState } from "@/components/ui/feedback/states";
import type { Mail } from "@/lib/platform/mail/schemas";
import styles from "./mails.module.css";

/** A mail as text. Links in invitations and password resets are hidden. */
export function MailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useRead<Mail>(keys.mails.one(id), `/v1/mails/${id}`);
  return (
    <Modal opened onClose={onClose} size="xl" title={query.data?.subject ?? "Mail"}>
      <QueryState query={query} label="the mail">
        {({ body, status }) => (
          <>
            <p className={styles.text}>{withLinks(body.text)}</p>
            {body.text.includes(hiddenToken) && (
              <p className={styles.hint}>
                Only the recipient can use the link in this mail, so its token is hidden here.
                {status === "STORED" &&
                  " No mail server is configured: the operator can read the link on the server's command line with npm run mail."}
              </p>
            )}
          </>
        )}
      </QueryState>
    </Modal>
  );
}

const hiddenToken = "#token=[hidden]";

/** Only addresses of this service are links, and only complete ones: other addresses can come from anyone. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    part.startsWith(`${location.origin}/`) && !part.includes(hiddenToken) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text that does not change.
      <a key={index} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}

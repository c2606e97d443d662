"use client";

import { Modal } from "@mantine/core";
import { keys } from "@/components/api/keys";
import { useRead } from "@/components/api/queries";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import type { Mail } from "@/lib/mail/schemas";
import styles from "./mails.module.css";

/** A mail as text. Links in invitations and password resets are hidden. */
export function MailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useRead<Mail>(keys.mails.one(id), `/v1/mails/${id}`);
  return (
    <Modal opened onClose={onClose} size="xl" title={query.data?.subject ?? "Mail"}>
      {query.isPending && <Skeletons.Rows label="the mail" />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && (
        <>
          <p className={styles.text}>{withLinks(query.data.body.text)}</p>
          {query.data.body.text.includes(hiddenToken) && (
            <p className={styles.hint}>
              Only the recipient can use the link in this mail, so its token is hidden here.
              {query.data.status === "STORED" &&
                " No mail server is configured: the operator can read the link on the server's command line with npm run mail."}
            </p>
          )}
        </>
      )}
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

"use client";

import { Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import type { Mail } from "@/lib/mail/schemas";
import styles from "./mails.module.css";

/** A mail as text, its links to be followed. */
export function MailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: keys.mails.one(id),
    queryFn: ({ signal }) => api.get<Mail>(`/v1/mails/${id}`, undefined, { signal }),
  });
  return (
    <Modal opened onClose={onClose} size="xl" title={query.data?.subject ?? "Mail"}>
      {query.isPending && <Skeletons.Rows label="the mail" />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data &&
        (query.data.body ? (
          <p className={styles.text}>{withLinks(query.data.body.text)}</p>
        ) : (
          <p>It went out by the SMTP server: what it says is for {query.data.recipient} alone.</p>
        ))}
    </Modal>
  );
}

/** Only addresses of this service are links: what else stands in a mail may be anybody's. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    part.startsWith(`${location.origin}/`) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text that does not change.
      <a key={index} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { Link } from "@/components/app/link";
import { actorName } from "@/components/audit/actor-name";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import { Hash } from "@/components/values/hash";
import { Time } from "@/components/values/time";
import type { AuditEvent, EventList } from "@/lib/audit-chain/schemas";
import styles from "./detail.module.css";
import { eventSentence } from "./event-sentence";
import { VerifyEvent } from "./verify-event";

const limit = 100;

/** What happened to it, step by step: each is an event on the audit chain, and each can be verified on its own. */
export function Timeline({ id }: { id: string }) {
  const filters = { tags: id, limit };
  const query = useQuery({
    queryKey: keys.audit.list(filters),
    queryFn: ({ signal }) => api.get<EventList>("/v1/audit", filters, { signal }),
  });
  return (
    <section className={styles.section} aria-labelledby="timeline">
      <h2 id="timeline" className={styles.heading}>
        On the chain
      </h2>
      {query.isPending && <Skeletons.Rows count={4} label="the timeline" />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      <ol className={styles.timeline}>
        {query.data?.data.map((event) => (
          <Step key={event.id} event={event} />
        ))}
      </ol>
      {query.data?.pagination.hasMore && <Link href={`/audit?tags=${id}`}>All in the audit trail</Link>}
    </section>
  );
}

function Step({ event }: { event: AuditEvent }) {
  const { id, chainPosition, blockHash, timestamp } = event;
  return (
    <li>
      <p className={styles.step}>{eventSentence(event)}</p>
      <p className={styles.quiet}>
        {actorName(event)}, <Time value={timestamp} />
      </p>
      <p className={styles.evidence}>
        <Link href={`/audit/${id}`}>#{chainPosition}</Link>
        <Hash value={blockHash} />
        <VerifyEvent id={id} expectedHash={blockHash} />
      </p>
    </li>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { Link } from "@/components/app/link";
import { ErrorState } from "@/components/feedback/error-state";
import type { AuditEvent, EventNeighbours } from "@/lib/audit-chain/schemas";
import { shortHash, wordsOf } from "@/lib/client/format";
import styles from "./audit.module.css";

/** The event between the one before and the one after it, and whether the hashes that link them agree. */
export function Neighbours({ event }: { event: AuditEvent }) {
  const query = useQuery({
    queryKey: keys.audit.neighbours(event.id),
    queryFn: ({ signal }) => api.get<EventNeighbours>(`/v1/audit/${event.id}/neighbours`, undefined, { signal }),
  });
  const { previous, next } = query.data ?? {};
  return (
    <section className={styles.section} aria-labelledby="neighbours">
      <h2 id="neighbours">In the chain</h2>
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      <ol className={styles.chain}>
        {previous && <Block event={previous} isLinked={previous.blockHash === event.previousHash} />}
        {previous === null && event.chainPosition === 1 && <li className={styles.end}>The chain begins here</li>}
        {previous === null && event.chainPosition > 1 && (
          <li className={styles.end} data-broken>
            The event before it is missing
          </li>
        )}
        <Block event={event} isCurrent isLinked={next ? event.blockHash === next.previousHash : true} />
        {next && <Block event={next} isLinked />}
        {next === null && <li className={styles.end}>Nothing was recorded after it</li>}
      </ol>
    </section>
  );
}

interface BlockProps {
  event: AuditEvent;
  /** Whether its hash is what the event after it names. */
  isLinked: boolean;
  isCurrent?: boolean;
}

function Block({ event, isLinked, isCurrent = false }: BlockProps) {
  const { id, chainPosition, eventType, blockHash, verified } = event;
  const name = `#${chainPosition} ${wordsOf(eventType)}`;
  return (
    <li
      className={styles.block}
      data-current={isCurrent || undefined}
      data-broken={!verified || !isLinked || undefined}
      aria-current={isCurrent || undefined}
    >
      {isCurrent ? <strong>{name}</strong> : <Link href={`/audit/${id}`}>{name}</Link>}
      <code>{shortHash(blockHash)}</code>
      {!verified && <span>Its content is not what was hashed</span>}
      {verified && !isLinked && <span>The event after it names another hash</span>}
    </li>
  );
}

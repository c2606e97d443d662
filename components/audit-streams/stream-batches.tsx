"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import { Bytes, Count, Duration } from "@/components/values/figures";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import type { AuditStream, StreamBatch, StreamBatchList } from "@/lib/audit-streams/schemas";
import { failureText } from "./stream-words";
import styles from "./streams.module.css";

/** The last attempts to deliver, newest first. */
export function StreamBatches({ stream: { id } }: { stream: AuditStream }) {
  const query = useQuery({
    queryKey: keys.streams.batches(id),
    queryFn: ({ signal }) => api.get<StreamBatchList>(`/v1/audit-streams/${id}/batches`, undefined, { signal }),
  });
  return (
    <section className={styles.section} aria-labelledby="stream-batches">
      <h2 id="stream-batches">Last batches</h2>
      <Batches batches={query.data?.data} error={query.error} onRetry={() => void query.refetch()} />
    </section>
  );
}

interface BatchesProps {
  batches: StreamBatch[] | undefined;
  error: Error | null;
  onRetry: () => void;
}

function Batches({ batches, error, onRetry }: BatchesProps) {
  if (!batches)
    return error ? <ErrorState error={error} onRetry={onRetry} /> : <Skeletons.Card height={160} label="the batches" />;
  if (batches.length === 0) return <p className={styles.quiet}>Nothing was sent yet.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={styles.scroll} aria-label="Attempts" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Outcome</th>
            <th scope="col">Positions</th>
            <th scope="col" className={styles.number}>
              Events
            </th>
            <th scope="col" className={styles.number}>
              Size
            </th>
            <th scope="col" className={styles.number}>
              Took
            </th>
          </tr>
        </thead>
        <tbody>
          {batches.map((batch) => (
            <tr key={batch.number}>
              <td>
                <Time value={batch.startedAt} format="relative" />
              </td>
              <td>
                <StatusBadge kind="delivery" value={batch.outcome ?? "PENDING"} />{" "}
                {failureText(batch.error, batch.statusCode)}
              </td>
              <td>
                <Count value={batch.fromPosition + 1} />–<Count value={batch.toPosition} />
              </td>
              <td className={styles.number}>
                <Count value={batch.events} />
              </td>
              <td className={styles.number}>
                <Bytes value={batch.bytes} />
              </td>
              <td className={styles.number}>{batch.durationMs === null ? "–" : <Duration ms={batch.durationMs} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

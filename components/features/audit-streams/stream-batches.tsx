"use client";

import { keys } from "@/components/ui/api/keys";
import { useRead } from "@/components/ui/api/queries";
import styles from "@/components/ui/detail/detail.module.css";
import { Section } from "@/components/ui/detail/section";
import { QueryState } from "@/components/ui/feedback/states";
import { Bytes, Count, Duration } from "@/components/ui/values/figures";
import { StatusBadge } from "@/components/ui/values/status-badge";
import { Time } from "@/components/ui/values/time";
import type { AuditStream, StreamBatch, StreamBatchList } from "@/lib/domains/audit-streams/schemas";
import { failureText } from "./labels";

/** The last attempts to deliver, newest first. */
export function StreamBatches({ stream: { id } }: { stream: AuditStream }) {
  const query = useRead<StreamBatchList>(keys.streams.batches(id), `/v1/audit-streams/${id}/batches`);
  return (
    <Section title="Last batches">
      <QueryState query={query} label="the batches" height={160}>
        {({ data }) => <Batches batches={data} />}
      </QueryState>
    </Section>
  );
}

function Batches({ batches }: { batches: StreamBatch[] }) {
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
            <th scope="col" data-numeric>
              Events
            </th>
            <th scope="col" data-numeric>
              Size
            </th>
            <th scope="col" data-numeric>
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
              <td data-numeric>
                <Count value={batch.events} />
              </td>
              <td data-numeric>
                <Bytes value={batch.bytes} />
              </td>
              <td data-numeric>{batch.durationMs === null ? "–" : <Duration ms={batch.durationMs} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/components/api/client";
import { keys } from "@/components/api/keys";
import { Link } from "@/components/app/link";
import { ErrorState } from "@/components/feedback/error-state";
import { Skeletons } from "@/components/feedback/skeletons";
import { Severity } from "@/components/values/severity";
import { StatusBadge } from "@/components/values/status-badge";
import { Time } from "@/components/values/time";
import type { ShadowAiDetection } from "@/lib/shadow-ai/schemas";
import styles from "./detail.module.css";

/** Earlier detections of the same use, and others of the same provider or department. */
export function SimilarDetections({ id }: { id: string }) {
  const query = useQuery({
    queryKey: keys.detections.similar(id),
    queryFn: ({ signal }) =>
      api.get<{ data: ShadowAiDetection[] }>(`/v1/shadow-ai/${id}/similar`, undefined, { signal }),
  });
  return (
    <section className={styles.section} aria-labelledby="similar">
      <h2 id="similar" className={styles.heading}>
        Similar and earlier
      </h2>
      {query.isPending && <Skeletons.Rows count={3} label="similar detections" />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.data.length === 0 && <p className={styles.quiet}>Nothing like it was found before.</p>}
      <ul className={styles.rows}>
        {query.data?.data.map(({ id: other, details, severity, status, detectedAt }) => (
          <li key={other}>
            <Severity value={severity} compact />
            <Link href={`/shadow-ai/${other}`}>{details.endpoint}</Link>
            <span className={styles.quiet}>{details.departmentHint}</span>
            <StatusBadge kind="detection" value={status} />
            <Time value={detectedAt} format="relative" />
          </li>
        ))}
      </ul>
    </section>
  );
}

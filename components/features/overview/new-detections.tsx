"use client";

import { IconRadar2 } from "@tabler/icons-react";
import detail from "@/components/ui/detail/detail.module.css";
import { Section } from "@/components/ui/detail/section";
import { EmptyState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { Count, Money } from "@/components/ui/values/figures";
import { Severity } from "@/components/ui/values/severity";
import { Time } from "@/components/ui/values/time";
import type { Overview } from "@/lib/domains/overview/schemas";
import { countText } from "@/lib/platform/client/format";
import { changeText } from "./chain-banner";
import styles from "./overview.module.css";

/** New detections, and the most severe unresolved ones. */
export function NewDetections({ detections }: { detections: NonNullable<Overview["detections"]> }) {
  const { new24h, new7d, previous7d, open, investigating, top } = detections;
  return (
    <Section
      title="Shadow AI"
      action={
        <span className={detail.quiet}>
          <strong className={styles.count}>{countText(new24h)}</strong> new in 24 hours,{" "}
          <strong className={styles.count}>{countText(new7d)}</strong> in 7 days ({changeText(new7d, previous7d)}).{" "}
          <Link href="/shadow-ai">{countText(open)} open</Link>,{" "}
          <Link href="/shadow-ai?status=INVESTIGATING">{countText(investigating)} under investigation</Link>
        </span>
      }
      panel
    >
      {top.length === 0 ? (
        <EmptyState
          icon={<IconRadar2 size={26} />}
          title="No unresolved detections"
          text="The most severe unresolved detections appear here."
          action={<Link href="/shadow-ai?status=all">View all detections</Link>}
        />
      ) : (
        <div className={styles.scroll}>
          <table className={`${detail.table} ${styles.table}`}>
            <caption className="visually-hidden">Most severe unresolved detections</caption>
            <thead>
              <tr>
                <th scope="col">Severity</th>
                <th scope="col">Service</th>
                <th scope="col">Department</th>
                <th scope="col" data-numeric>
                  Calls
                </th>
                <th scope="col" data-numeric>
                  Est. cost
                </th>
                <th scope="col">Detected</th>
                <th scope="col">Due</th>
              </tr>
            </thead>
            <tbody>
              {top.map(({ id, severity, details, detectedAt, dueAt }) => (
                <tr key={id}>
                  <td>
                    <Severity value={severity} />
                  </td>
                  <th scope="row">
                    <Link href={`/shadow-ai/${id}`}>{details.aiProvider}</Link>
                    <span className={styles.below}>{details.endpoint}</span>
                  </th>
                  <td>{details.departmentHint ?? "–"}</td>
                  <td data-numeric>
                    <Count value={details.estimatedCallVolume} />
                  </td>
                  <td data-numeric>
                    <Money usd={details.estimatedCostUSD} />
                  </td>
                  <td>
                    <Time value={detectedAt} format="relative" />
                  </td>
                  <td>
                    <Time value={dueAt} format="relative" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

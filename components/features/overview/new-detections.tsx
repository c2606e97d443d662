"use client";

import { IconRadar2 } from "@tabler/icons-react";
import { EmptyState } from "@/components/ui/feedback/states";
import { Link } from "@/components/ui/page/link";
import { Count, Money } from "@/components/ui/values/figures";
import { Severity } from "@/components/ui/values/severity";
import { Time } from "@/components/ui/values/time";
import type { Overview } from "@/lib/domains/overview/schemas";
import { countText } from "@/lib/platform/client/format";
import { changeText } from "./chain-banner";
import styles from "./overview.module.css";

/** What was found lately, and the worst of what nobody has decided on. */
export function NewDetections({ detections }: { detections: NonNullable<Overview["detections"]> }) {
  const { new24h, new7d, previous7d, open, investigating, top } = detections;
  return (
    <section className={styles.panel} aria-labelledby="new-detections">
      <div className={styles.heading}>
        <h2 id="new-detections">Shadow AI</h2>
        <p>
          <strong className={styles.count}>{countText(new24h)}</strong> new in 24 h,{" "}
          <strong className={styles.count}>{countText(new7d)}</strong> in 7 days ({changeText(new7d, previous7d)}).{" "}
          <Link href="/shadow-ai">{countText(open)} open</Link>,{" "}
          <Link href="/shadow-ai?status=INVESTIGATING">{countText(investigating)} under investigation</Link>
        </p>
      </div>
      {top.length === 0 ? (
        <EmptyState
          icon={<IconRadar2 size={26} />}
          title="Nothing waits for a decision"
          text="Detections that nobody has decided on stand here, the most severe first."
          action={<Link href="/shadow-ai?status=all">All detections</Link>}
        />
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <caption className="visually-hidden">The most severe undecided detections</caption>
            <thead>
              <tr>
                <th scope="col">Severity</th>
                <th scope="col">Service</th>
                <th scope="col">Department</th>
                <th scope="col" data-align="right">
                  Calls
                </th>
                <th scope="col" data-align="right">
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
                  <td data-align="right">
                    <Count value={details.estimatedCallVolume} />
                  </td>
                  <td data-align="right">
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
    </section>
  );
}

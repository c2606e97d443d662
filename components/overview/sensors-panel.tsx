"use client";

import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { Link } from "@/components/app/link";
import { Percent } from "@/components/values/figures";
import { Time } from "@/components/values/time";
import type { Overview } from "@/lib/overview/schemas";
import styles from "./overview.module.css";

/** Whether logs still come in: a source that fell silent finds nothing, which looks like good news. */
export function SensorsPanel({ sensors: { sources, silent } }: { sensors: NonNullable<Overview["sensors"]> }) {
  return (
    <section className={styles.panel} aria-labelledby="sensors">
      <div className={styles.heading}>
        <h2 id="sensors">Log sources</h2>
        <Link href="/shadow-ai/sources">All</Link>
      </div>
      {sources.length === 0 ? (
        <p className={styles.quiet}>No logs have come in yet. Without them nothing is found.</p>
      ) : (
        <ul className={styles.lines}>
          {sources.map((source) => (
            <li key={source.id} data-tone={source.silent ? "doubt" : undefined}>
              {source.silent ? (
                <IconAlertTriangle size={15} aria-hidden="true" />
              ) : (
                <IconCircleCheck size={15} aria-hidden="true" />
              )}
              <span className={styles.name}>{source.name}</span>
              <span>
                {source.silent && "Silent, last "}
                <Time value={source.lastRecordAt} format="relative" none="nothing yet" />
              </span>
              {source.errorRate > 0 && (
                <span className={styles.quiet}>
                  <Percent value={source.errorRate} /> unreadable
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {silent > sources.length && <p className={styles.quiet}>{silent} sources are silent in all.</p>}
    </section>
  );
}

"use client";

import { TimeSeries } from "@/components/charts/time-series";
import { bytesText, countText } from "@/lib/client/format";
import type { ShadowAiDetectionDetail } from "@/lib/shadow-ai/schemas";
import styles from "./detail.module.css";

/** The use's traffic of the last 30 days. */
export function Activity({ detection: { activity } }: { detection: ShadowAiDetectionDetail }) {
  const calls = activity.reduce((sum, day) => sum + day.calls, 0);
  const bytes = activity.reduce((sum, day) => sum + day.bytesOut, 0);
  return (
    <div className={styles.section}>
      <TimeSeries
        title="Calls, last 30 days"
        summary={`${countText(calls)} calls, which sent ${bytesText(bytes)} out.`}
        kind="bar"
        series={[{ name: "Calls", points: activity.map(({ date, calls: value }) => ({ at: date, value })) }]}
      />
    </div>
  );
}

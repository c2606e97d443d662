import styles from "./charts.module.css";
import { sparklinePath } from "./sparkline-path";

interface SparklineProps {
  values: readonly (number | null)[];
  /** What it shows, in words: "Calls of the last 30 days, rising". */
  label: string;
  width?: number;
  height?: number;
}

/** The course of a value, small enough for a line of text or a cell. */
export function Sparkline({ values, label, width = 72, height = 20 }: SparklineProps) {
  return (
    <svg className={styles.sparkline} width={width} height={height} role="img" aria-label={label}>
      <path d={sparklinePath(values, width, height)} />
    </svg>
  );
}

import styles from "./charts.module.css";

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

const edge = 2;

/** The path of values from zero to the highest; where nothing is known it breaks, and a value alone is a dot. */
export function sparklinePath(values: readonly (number | null)[], width: number, height: number): string {
  const highest = Math.max(0, ...values.map((value) => value ?? 0));
  const step = values.length > 1 ? (width - 2 * edge) / (values.length - 1) : 0;
  const y = (value: number) => round(height - edge - (highest > 0 ? value / highest : 0) * (height - 2 * edge));
  return values
    .map((value, at) => {
      if (value === null) return "";
      const place = `${round(edge + at * step)} ${y(value)}`;
      const follows = at > 0 && values[at - 1] !== null;
      const isAlone = !follows && (values[at + 1] ?? null) === null;
      return follows ? `L${place}` : isAlone ? `M${place}h0.01` : `M${place}`;
    })
    .join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

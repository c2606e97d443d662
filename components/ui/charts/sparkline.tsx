import styles from "./charts.module.css";

interface SparklineProps {
  values: readonly number[];
  /** The text alternative: "Calls of the last 30 days". */
  label: string;
}

const [width, height] = [72, 20];

/** A small line chart for a line of text or a cell. */
export function Sparkline({ values, label }: SparklineProps) {
  return (
    <svg className={styles.sparkline} width={width} height={height} role="img" aria-label={label}>
      <path d={sparklinePath(values, width, height)} />
    </svg>
  );
}

const edge = 2;

/** The path of the values, on a scale from zero to the highest. */
export function sparklinePath(values: readonly number[], width: number, height: number): string {
  const highest = Math.max(0, ...values);
  const step = values.length > 1 ? (width - 2 * edge) / (values.length - 1) : 0;
  const x = (at: number) => round(edge + at * step);
  const y = (value: number) => round(height - edge - (highest > 0 ? value / highest : 0) * (height - 2 * edge));
  return values.map((value, at) => `${at === 0 ? "M" : "L"}${x(at)} ${y(value)}`).join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

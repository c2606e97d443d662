import type { ChartModel } from "./chart-data";
import styles from "./charts.module.css";
import { dashesOf } from "./dashes";
import { patternFill } from "./patterns";

interface LegendProps {
  id: string;
  series: ChartModel["series"];
  kind: "line" | "bar" | "stacked";
}

/** What the series are called, beside how they look. */
export function Legend({ id, series, kind }: LegendProps) {
  return (
    <ul className={styles.legend}>
      {series.map(({ key, name, colour, pattern }) => (
        <li key={key}>
          <svg width="18" height="12" aria-hidden="true" focusable="false">
            {kind === "line" ? (
              <path d="M0 6h18" stroke={colour} strokeWidth="2" strokeDasharray={dashesOf(pattern)} />
            ) : (
              <rect x="3" y="0.5" width="11" height="11" rx="1" fill={patternFill(id, key)} stroke={colour} />
            )}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

import type { ChartModel } from "./chart-data";
import styles from "./charts.module.css";

interface LegendProps {
  id: string;
  series: ChartModel["series"];
  kind: "line" | "bar" | "stacked";
}

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

/** The fill of each series: the first is solid, the others are hatched. */
export function PatternFills({ id, series }: Omit<LegendProps, "kind">) {
  return (
    <svg width="0" height="0" aria-hidden="true" focusable="false" style={{ position: "absolute" }}>
      <defs>
        {series.map(({ key, colour, pattern }) => (
          <pattern key={key} id={patternId(id, key)} width="6" height="6" patternUnits="userSpaceOnUse">
            <rect width="6" height="6" fill={colour} fillOpacity={pattern % shapes.length === 0 ? 1 : 0.45} />
            <path d={shapes[pattern % shapes.length] ?? ""} stroke={colour} strokeWidth="1.5" fill="none" />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

/** Solid, two diagonals, crosses, horizontal lines. */
const shapes = ["", "M-1 1l2-2M0 6l6-6M5 7l2-2", "M-1 5l2 2M0 0l6 6M5-1l2 2", "M0 3h6M3 0v6", "M0 3h6"];

export function patternFill(id: string, key: string): string {
  return `url(#${patternId(id, key)})`;
}

function patternId(id: string, key: string): string {
  return `${id.replaceAll(/[^a-zA-Z0-9_-]/g, "")}-${key}`;
}

const dashes = ["", "6 3", "2 3", "8 3 2 3"];

/** Lines differ by dash as well as by colour. */
export function dashesOf(pattern: number): string {
  return dashes[pattern % dashes.length] ?? "";
}

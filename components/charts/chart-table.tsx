import styles from "./charts.module.css";

interface ChartTableProps {
  title: string;
  /** What the rows are: "Week", "Provider". */
  head: string;
  columns: readonly string[];
  rows: readonly { label: string; values: readonly string[] }[];
}

/** The values of a chart. */
export function ChartTable({ title, head, columns, rows }: ChartTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard.
    <section className={styles.tableFrame} tabIndex={0} aria-label={`${title}, values`}>
      <table className={styles.table}>
        <caption className={styles.hidden}>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className={styles.number}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {values.map((value, index) => (
                <td key={columns[index]} className={styles.number}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

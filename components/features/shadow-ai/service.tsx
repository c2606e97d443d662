import type { Column } from "@/components/ui/data-table/types";
import { breakable } from "@/components/ui/values/key-value";
import type { ShadowAiDetection } from "@/lib/domains/shadow-ai/schemas";
import styles from "./detection-values.module.css";
import { hostAndProvider } from "./texts/service";

type Service = Pick<ShadowAiDetection["details"], "aiProvider" | "endpoint">;

/** The column that names a detection by its host and provider. */
export function serviceColumn<Row>(of: (row: Row) => Service): Column<Row> {
  return {
    id: "service",
    header: hostAndProvider,
    rowHeader: true,
    inCards: true,
    cell: (row) => <Host endpoint={of(row).endpoint} more={of(row).aiProvider} />,
    csv: (row) => of(row).endpoint,
  };
}

interface HostProps {
  endpoint: string;
  /** The provider, shown below. */
  more: string;
  /** Replaces the provider. */
  note?: string | undefined;
}

export function Host({ endpoint, more, note }: HostProps) {
  return (
    <span className={styles.host} title={endpoint}>
      <span>{breakable(endpoint)}</span>
      <span className={note === undefined ? styles.provider : styles.note}>{note ?? more}</span>
    </span>
  );
}

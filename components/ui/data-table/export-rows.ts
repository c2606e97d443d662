import type { Column } from "@/components/ui/data-table/types";
import { csvRecord } from "@/lib/platform/client/csv";

export const exportRowsMax = 10_000;

export type ExportFormat = "csv" | "ndjson";

export interface ExportedPage<Row> {
  rows: readonly Row[];
  nextCursor?: string | undefined;
}

interface CollectOptions<Row> {
  fetchPage: (cursor: string | undefined) => Promise<ExportedPage<Row>>;
  onProgress: (rows: number) => void;
  max?: number;
}

/** Reads all pages in order. `isCut` is true if there are more than `max` rows. */
export async function collectRows<Row>({
  fetchPage,
  onProgress,
  max = exportRowsMax,
}: CollectOptions<Row>): Promise<{ rows: Row[]; isCut: boolean }> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await fetchPage(cursor);
    rows.push(...page.rows);
    onProgress(Math.min(rows.length, max));
    cursor = page.nextCursor;
  } while (cursor !== undefined && rows.length < max);
  return { rows: rows.slice(0, max), isCut: cursor !== undefined || rows.length > max };
}

/** CSV contains the columns with a `csv` value; NDJSON contains the rows as the API returns them. */
export function exportText<Row>(format: ExportFormat, columns: readonly Column<Row>[], rows: readonly Row[]): string {
  if (format === "ndjson") return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  const exported = columns.flatMap(({ header, csv }) => (csv ? [{ header, csv }] : []));
  const head = csvRecord(exported.map(({ header }) => header));
  return head + rows.map((row) => csvRecord(exported.map(({ csv }) => csv(row)))).join("");
}

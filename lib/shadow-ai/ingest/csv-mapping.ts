import { z } from "zod";
import { fieldsOf, isEnough } from "@/lib/shadow-ai/ingest/field-names";
import { splitDelimited } from "@/lib/shadow-ai/ingest/text/delimited";

const delimiters = [",", ";", "\t", "|"] as const;

/** What a column can be. Times, addresses and URLs are understood in whichever usual form they are written. */
const csvFields = [
  "time",
  "date",
  "client",
  "host",
  "address",
  "port",
  "url",
  "method",
  "status",
  "bytesOut",
  "bytesIn",
  "packetsOut",
  "packetsIn",
  "durationMs",
  "durationSeconds",
  "transport",
  "userAgent",
  "tlsFingerprint",
  "action",
  "calls",
  "department",
] as const;
export type CsvField = (typeof csvFields)[number];

/** Which column of a CSV file is what. Columns that are not named are not read. */
export const CsvMapping = z
  .strictObject({
    columns: z
      .record(z.string().min(1).max(200), z.enum(csvFields))
      .meta({ description: "Name of a column in the header, or its number from 1 where there is none → what it is" }),
    delimiter: z.enum(delimiters).default(","),
    header: z.boolean().default(true).meta({ description: "Whether the first line names the columns" }),
  })
  .meta({ id: "CsvMapping" });
export type CsvMapping = z.infer<typeof CsvMapping>;

/**
 * A mapping for a file whose header is this line, from what columns are usually called; null where the names do not tell when
 * something happened and who was reached.
 */
export function suggestMapping(header: string): CsvMapping | null {
  const delimiter = delimiterOf(header);
  const columns = splitDelimited(header, delimiter)?.map((column) => column.trim()) ?? [];
  const fields = fieldsOf(columns);
  if (columns.length < 2 || !isEnough(fields)) return null;
  const mapped = [...fields].map(([field, column]) => [column, field] as const);
  return { columns: Object.fromEntries(mapped), delimiter, header: true };
}

function delimiterOf(header: string): (typeof delimiters)[number] {
  const counts = delimiters.map((delimiter) => ({ delimiter, count: splitDelimited(header, delimiter)?.length ?? 0 }));
  return counts.reduce((best, other) => (other.count > best.count ? other : best)).delimiter;
}

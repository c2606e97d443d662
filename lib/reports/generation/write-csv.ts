import { csvRecord } from "@/lib/client/csv";
import type { ReportDocument } from "@/lib/reports/schemas-document";

/**
 * A document as CSV (RFC 4180) in the long form, one value a record, because its tables differ in their columns: which part,
 * which row of it, which column, and the value. A spreadsheet makes each table of it again with a pivot.
 */
export function writeCsv(document: ReportDocument): string {
  const { id, kind, title, organisation, period, generatedAt, chain } = document;
  const about = {
    ...{ id, kind, title, organisation: organisation.name, organisationId: organisation.id },
    ...{ from: period.from, to: period.to, generatedAt, chainLength: chain.length, chainHeadHash: chain.headHash },
    ...{ checkpointRootHash: chain.checkpoint?.rootHash, checkpointKeyId: chain.checkpoint?.keyId },
    checkpointSignature: chain.checkpoint?.signature,
  };
  return [
    csvRecord(["part", "row", "column", "value"]),
    ...Object.entries(about).map(([name, value]) => csvRecord(["about", 1, name, value])),
    ...document.figures.map(({ key, value }) => csvRecord(["figures", 1, key, value])),
    ...document.tables.flatMap(({ key, columns, rows }) =>
      rows.flatMap((cells, row) => columns.map((column, i) => csvRecord([key, row + 1, column.key, cells[i]]))),
    ),
  ].join("");
}

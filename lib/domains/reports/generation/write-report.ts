import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ReportFormat } from "@/lib/domains/reports/enums";
import { collect } from "@/lib/domains/reports/generation/collect";
import type { ReportDocument } from "@/lib/domains/reports/schemas";
import { findReport, keepDocument, type ReportKey, readDocument } from "@/lib/domains/reports/store";
import { csvRecord } from "@/lib/platform/client/csv";
import { type Clock, systemClock } from "@/lib/platform/core/clock";
import { withTemporaryDirectory } from "@/lib/platform/documents/temporary-directory";
import { storage } from "@/lib/platform/storage";

/** The finished file. */
export interface WrittenReport {
  /** `sha256:` and hex, of the file's bytes. */
  fileHash: string;
  sizeBytes: number;
  /** null unless it is a PDF. */
  pages: number | null;
  storageKey: string;
  /** As the document says it. */
  generatedAt: string;
}

/** How much of the work is done when the document is collected. */
const collected = 0.6;

/**
 * Collects a report once and writes its file; a repeat writes the same file. Undefined if it is not being generated.
 * Throws `GenerationFailed`, and errors that are worth another attempt.
 */
export async function writeReport(
  key: ReportKey,
  {
    clock = systemClock,
    onProgress = () => undefined,
  }: { clock?: Clock; onProgress?: (fraction: number) => void } = {},
): Promise<WrittenReport | undefined> {
  const stored = await findReport(undefined, key.organisationId, key.reportId);
  if (stored?.status !== "GENERATING") return undefined;
  onProgress(0.1);
  const text =
    (await readDocument(key)) ??
    (await keepDocument(key, JSON.stringify(await collect(stored, clock, () => onProgress(0.3)))));
  const document = JSON.parse(text) as ReportDocument;
  onProgress(collected);
  const format = stored.format as ReportFormat;
  const { bytes, pages } = await writers[format](document);
  const storageKey = `reports/${key.organisationId}/${key.reportId}.${format.toLowerCase()}`;
  await withTemporaryDirectory(async (directory) => {
    const path = join(directory, "report");
    await writeFile(path, bytes, { mode: 0o600 });
    await storage().putFile(storageKey, path);
  });
  onProgress(1);
  const fileHash = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  return { fileHash, sizeBytes: bytes.length, pages, storageKey, generatedAt: document.generatedAt };
}

const writers: Record<
  ReportFormat,
  (document: ReportDocument) => Promise<{ bytes: Uint8Array; pages: number | null }>
> = {
  JSON: async (document) => ({ bytes: Buffer.from(`${JSON.stringify(document, null, 2)}\n`), pages: null }),
  CSV: async (document) => ({ bytes: Buffer.from(writeCsv(document)), pages: null }),
  // Loaded when it is needed: what sets pages is large, and takes its time.
  PDF: async (document) => (await import("@/lib/domains/reports/pdf/render-pdf")).renderPdf(document),
};

/** A document as CSV (RFC 4180) with one value per record, because its tables have different columns. */
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

import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, systemClock } from "@/lib/clock";
import { collect } from "@/lib/reports/generation/collect";
import { writeCsv } from "@/lib/reports/generation/write-csv";
import type { ReportDocument } from "@/lib/reports/schemas-document";
import { findReport, keepDocument, type ReportKey, readDocument } from "@/lib/reports/store";
import type { ReportFormat } from "@/lib/reports/vocabulary";
import { storage } from "@/lib/storage";
import { withScratch } from "@/lib/workshop/scratch";

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
 * Collects what a report says, once, and writes its file of it; a repeat writes the same file. Undefined where the report is
 * not to be made (any more). Throws `GenerationFailed` where it cannot be, and whatever else is worth another try.
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
  await withScratch(async (directory) => {
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
  PDF: async (document) => (await import("@/lib/reports/pdf/render-pdf")).renderPdf(document),
};

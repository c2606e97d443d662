import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { verifiableTimestamper } from "@/lib/domains/evidence";
import type { ReportFormat } from "@/lib/domains/reports/enums";
import { collect } from "@/lib/domains/reports/generation/collect";
import type { ReportDocument } from "@/lib/domains/reports/schemas";
import { findReport, type ReportKey, saveFile } from "@/lib/domains/reports/store";
import { csvRecord } from "@/lib/platform/client/csv";
import { type Clock, isoMilliseconds, systemClock } from "@/lib/platform/core/clock";
import { withDocumentLock } from "@/lib/platform/documents/lock-store";
import { withTemporaryDirectory } from "@/lib/platform/documents/temporary-directory";
import { currentEvidenceSigner } from "@/lib/platform/signing/evidence-keys";
import { gatherValidationData } from "@/lib/platform/signing/validation-data";
import { storage } from "@/lib/platform/storage";

/** `written`: now or before. `ended`: the report is no longer being generated. `busy`: another process works on it. */
export type WriteOutcome = "written" | "ended" | "busy";

interface WriteOptions {
  clock?: Clock;
  onProgress?: (fraction: number) => void;
}

/** Progress when the document is collected. */
const collected = 0.6;

/**
 * Collects a report, writes its file and saves the file's hash. A repeat keeps the saved file, so published bytes never
 * change. Throws `GenerationFailed`, and errors that can be retried.
 */
export async function writeReport(key: ReportKey, options: WriteOptions = {}): Promise<WriteOutcome> {
  const name = `report ${key.organisationId} ${key.reportId}`;
  return (await withDocumentLock(name, () => writeLocked(key, options))) ?? "busy";
}

async function writeLocked(
  key: ReportKey,
  { clock = systemClock, onProgress = () => undefined }: WriteOptions,
): Promise<WriteOutcome> {
  const stored = await findReport(undefined, key.organisationId, key.reportId);
  if (stored?.status !== "GENERATING") return "ended";
  if (stored.fileHash !== null) return "written";
  onProgress(0.1);
  const unsigned = await collect(stored, clock, () => onProgress(0.3));
  onProgress(collected);
  const format = stored.format as ReportFormat;
  const { bytes, pages, document } = await writers[format](unsigned, clock);
  const storageKey = `reports/${key.organisationId}/${key.reportId}.${format.toLowerCase()}`;
  // Another process can have published the report while this one had lost its lock.
  if ((await findReport(undefined, key.organisationId, key.reportId))?.fileHash !== null) return "written";
  await withTemporaryDirectory(async (directory) => {
    const path = join(directory, "report");
    await writeFile(path, bytes, { mode: 0o600 });
    await storage().putFile(storageKey, path);
  });
  await saveFile(key, {
    document: JSON.stringify(document),
    fileHash: `sha256:${createHash("sha256").update(bytes).digest("hex")}`,
    sizeBytes: BigInt(bytes.length),
    pages,
    storageKey,
    generatedAt: new Date(document.generatedAt),
  });
  onProgress(1);
  return "written";
}

/** A file, and the document as it is stored with it. */
interface Written {
  bytes: Uint8Array;
  /** null unless it is a PDF. */
  pages: number | null;
  document: ReportDocument;
}

const writers: Record<ReportFormat, (document: ReportDocument, clock: Clock) => Promise<Written>> = {
  JSON: async (document) => ({
    bytes: Buffer.from(`${JSON.stringify(document, null, 2)}\n`),
    pages: null,
    document,
  }),
  CSV: async (document) => ({ bytes: Buffer.from(writeCsv(document)), pages: null, document }),
  PDF: async (document, clock) => {
    // Loaded on demand, because they are large.
    const { renderPdf } = await import("@/lib/domains/reports/pdf/render-pdf");
    const { signPdf } = await import("@/lib/platform/signing/sign-pdf");
    const signer = await currentEvidenceSigner();
    const signature = { keyId: signer.id, signedBy: signer.name };
    const rendered = await renderPdf({ ...document, signature });
    const signedAt = isoMilliseconds(clock.now());
    const [timestamp, validation] = [verifiableTimestamper(), await gatherValidationData(signer)];
    const about = { signedAt, reason: "Seal of the report", reportId: document.id, timestamp, validation };
    const { timestampedAt, ...signed } = await signPdf(rendered, signer, about);
    const times = { signedAt, ...(timestampedAt && { timestampedAt: isoMilliseconds(timestampedAt.getTime()) }) };
    return { ...signed, document: { ...document, signature: { ...signature, ...times } } };
  },
};

/** A document as CSV (RFC 4180) with one value per record, because its tables have different columns. */
export function writeCsv(document: ReportDocument): string {
  const { id, kind, title, organisation, period, generatedAt, chain, data } = document;
  const about = {
    ...{ id, kind, title, organisation: organisation.name, organisationId: organisation.id },
    ...{ from: period.from, to: period.to, generatedAt, chainLength: chain.length, chainHeadHash: chain.headHash },
    ...{ checkpointRootHash: chain.checkpoint?.rootHash, checkpointKeyId: chain.checkpoint?.keyId },
    ...{ checkpointSignature: chain.checkpoint?.signature, dataUntil: data?.until, firstRecordAt: data?.firstRecordAt },
    ...{ verification: data?.verification, notices: data?.notices.map(({ code }) => code).join(" ") },
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

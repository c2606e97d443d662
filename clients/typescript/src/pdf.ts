// Imported eagerly, so that a missing library is reported on import and not at the first file.
import "@libpdf/core";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { verifyFile } from "@/lib/domains/evidence/verification/verify-file";
import type { BundleReport, VerifyBundleOptions } from "./bundle";

/**
 * Verifies a PDF package: its embedded signature over all pages and attachments, its attached evidence like `verifyBundle`, and that
 * both belong together. `packageHash` is the hash of the whole PDF. Never throws because of the content of a file.
 */
export async function verifyPdf(file: Uint8Array, options: VerifyBundleOptions = {}): Promise<BundleReport> {
  const { keys = [], ...further } = options;
  const packageHash = `sha256:${bytesToHex((options.sha256 ?? sha256)(file))}`;
  const { format: _format, ...report } = await verifyFile(file, { ...further, publicKeys: keys });
  return { ...(report as Omit<BundleReport, "packageHash">), packageHash };
}

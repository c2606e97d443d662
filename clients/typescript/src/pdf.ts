// Where the library is not installed, that is said when this is loaded rather than at the first file.
import "@libpdf/core";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { attachedEvidence, attachmentName } from "@/lib/domains/evidence/verification/attached-evidence";
import { type BundleReport, type VerifyBundleOptions, verifyBundle } from "./bundle";

/**
 * Verifies the evidence that is attached to a package in PDF, as `verifyBundle` does one in JSON; `packageHash` is that of
 * the whole PDF. The pages are made of the attached evidence, and checked by their own signature, which readers of PDF
 * show. Never throws for the content of a file.
 */
export async function verifyPdf(file: Uint8Array, options: VerifyBundleOptions = {}): Promise<BundleReport> {
  const packageHash = `sha256:${bytesToHex((options.sha256 ?? sha256)(file))}`;
  const unusable = (problem: string): BundleReport => ({ status: "unusable", problem, checks: [], packageHash });
  let evidence: Uint8Array | undefined;
  try {
    evidence = await attachedEvidence(file);
  } catch (error) {
    return unusable(`It cannot be taken apart as a PDF: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!evidence) return unusable(`It is a PDF without an attached ${attachmentName}: it is no evidence package.`);
  return { ...(await verifyBundle(evidence, options)), packageHash };
}

import type { Clock } from "@/lib/clock";
import { inTransaction } from "@/lib/db";
import { readToken } from "@/lib/download-token";
import { ServiceError } from "@/lib/errors";
import { checkFile, checkSignature, failureSentences } from "@/lib/evidence/check-package";
import { isHeldPast } from "@/lib/evidence/held-packages";
import { asIssued } from "@/lib/evidence/issued-package";
import { statusAt } from "@/lib/evidence/package-status";
import { recordPackageChange } from "@/lib/evidence/record-change";
import { findPackageOfToken, type StoredPackage } from "@/lib/evidence/store";
import type { GivenFile } from "@/lib/http/file-reply";
import { log } from "@/lib/log";
import { findOrganisation } from "@/lib/organisations";
import { storage } from "@/lib/storage";

/** How long the check of a file counts, so that a reader of many ranges does not have it read each time. */
const lookMs = 5_000;

const mediaTypes: Readonly<Record<string, string>> = { PDF: "application/pdf", JSON: "application/json" };

/**
 * The file that a download URL leads to, for whoever holds the URL. That it is taken is written onto the chain before its
 * first byte leaves; a part without that byte goes on with a download that was told of. Throws `not_found`: alike for every
 * token that this service did not write for the package, with its reason for one that it did. Throws `conflict` for a file
 * that is not what was signed.
 */
export async function openDownload(
  { clock }: { clock: Clock },
  { packageId, token = "" }: { packageId: string; token: string | undefined },
): Promise<GivenFile> {
  // Looked at first: whoever guesses costs no query.
  const expiresAtMs = readToken(packageId, token);
  if (expiresAtMs === undefined) throw gone("This is no download URL of this service.");
  if (expiresAtMs <= clock.now()) {
    throw gone(`The download URL has expired. Get a new one with POST /v1/evidence/${packageId}/download-url.`);
  }
  const stored = await findPackageOfToken(packageId);
  const issued = stored && asIssued(stored);
  if (!issued) throw gone("This is no download URL of this service.");
  const { storageKey, format, packageHash } = issued;
  const nowMs = clock.now();
  if (storageKey === null || statusAt(issued, nowMs, await isHeldPast(undefined, issued, nowMs)) !== "READY") {
    throw gone("The package has expired: its file is kept no longer.");
  }
  const refusal = checkSignature(issued) ?? (await checkFile(issued, clock, lookMs));
  if (refusal === "file_changed" || refusal === "key_unknown" || refusal === "signature_invalid") {
    log().error({ packageId, refusal }, "the file of an evidence package is not what was signed");
    throw new ServiceError("conflict", `The download was refused. ${failureSentences[refusal]}`);
  }
  const size = await storage().sizeOf(storageKey);
  if (size === undefined) {
    log().error({ packageId }, "the file of an evidence package is missing from the storage");
    throw gone("The file of the package is missing. Request another package.");
  }
  return {
    size,
    type: mediaTypes[format] ?? "application/octet-stream",
    name: `evidence-${packageId}.${format.toLowerCase()}`,
    sha256: Buffer.from(packageHash.slice("sha256:".length), "hex"),
    open: async (range) => {
      const bytes = await storage().read(storageKey, range);
      if (range === undefined || range.start === 0) await recordDownload(issued, clock, bytes);
      return bytes;
    },
  };
}

/** A download that cannot be told of does not happen. */
async function recordDownload(stored: StoredPackage, clock: Clock, bytes: ReadableStream): Promise<void> {
  try {
    const organisation = await findOrganisation(stored.organisationId);
    if (!organisation) throw new Error(`there is no organisation ${stored.organisationId}`);
    const ctx = { organisation, actor: { kind: "system" as const, id: "download-url" }, clock };
    const more = { packageHash: stored.packageHash };
    await inTransaction(undefined, (tx) => recordPackageChange(ctx, tx, { kind: "EVIDENCE_DOWNLOADED", stored, more }));
  } catch (error) {
    await bytes.cancel();
    throw error;
  }
}

function gone(message: string): ServiceError {
  return new ServiceError("not_found", message);
}

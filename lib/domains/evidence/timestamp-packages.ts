import { createHash, X509Certificate } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { changeLocked, recordPackageChange } from "@/lib/domains/evidence/package-changes";
import { findTimestampedPackages, type PackageKey } from "@/lib/domains/evidence/store";
import { readCertificates } from "@/lib/domains/evidence/verification/certificate-chain";
import { checkUpdates, splitUpdates } from "@/lib/domains/evidence/verification/updates";
import { env } from "@/lib/platform/config/env";
import type { Clock } from "@/lib/platform/core/clock";
import { withTemporaryDirectory } from "@/lib/platform/documents/temporary-directory";
import { failureText } from "@/lib/platform/outgoing/post";
import { requestToken, trustedAuthorities } from "@/lib/platform/signing/timestamp";
import { certificatesOf, gatherValidationData } from "@/lib/platform/signing/validation-data";
import { FileMissing, storage } from "@/lib/platform/storage";

/** The copy of a package with document timestamps, next to the file that was issued. */
export function archiveOf(storageKey: string): string {
  return storageKey.replace(/\.pdf$/, ".archive.pdf");
}

/**
 * Adds a document timestamp (PAdES level B-LTA) to copies of stored PDF packages: to those that have none, and to those
 * whose newest one has a certificate that expires before a time. The issued files are unchanged. Handles some packages
 * after an id, and returns the number of packages that failed and the id to continue from.
 */
export async function timestampPackages(
  { clock, expiryMs, after = "" }: { clock: Clock; expiryMs: number; after?: string },
  note: (line: string) => void,
): Promise<{ failed: number; after?: string | undefined }> {
  const { TSA_URL: url } = env();
  if (url === undefined) throw new Error("TSA_URL is not set. Document timestamps require a timestamp authority.");
  let failed = 0;
  const packages = await findTimestampedPackages(after, packagesMax);
  for (const { organisationId, packageId, storageKey, packageHash } of packages) {
    try {
      const outcome = await timestampPackage(
        { organisationId, packageId },
        { storageKey, packageHash, expiryMs, clock, url },
      );
      note(`${packageId}: ${outcome}`);
    } catch (error) {
      failed += 1;
      note(`${packageId}: failed: ${failureText(error)}`);
    }
  }
  return { failed, after: packages.length < packagesMax ? undefined : packages.at(-1)?.packageId };
}

const packagesMax = 20;

interface Renewal {
  storageKey: string;
  packageHash: string;
  expiryMs: number;
  clock: Clock;
  url: string;
}

async function timestampPackage(
  key: PackageKey,
  { storageKey, packageHash, expiryMs, clock, url }: Renewal,
): Promise<string> {
  const archive = archiveOf(storageKey);
  return withTemporaryDirectory(async (directory) => {
    const path = join(directory, "package.pdf");
    await storage()
      .fetchFile(archive, path)
      .catch((error: unknown) => {
        if (error instanceof FileMissing) return storage().fetchFile(storageKey, path);
        throw error;
      });
    const before = await readFile(path);
    const { signed, updates } = splitUpdates(before);
    if (hashOf(signed) !== packageHash) throw new Error("the stored file is not the one that was issued");
    const newest = updates.at(-1);
    const expires = newest && earliestExpiry(newest.token);
    if (expires && expires.getTime() > expiryMs) return `timestamped, certificate valid until ${expires.toISOString()}`;
    const { addDocumentTimestamp } = await import("@/lib/platform/signing/add-document-timestamp");
    const after = await addDocumentTimestamp(
      before,
      async ([certificate = Buffer.alloc(0), ...chain]) =>
        (await gatherValidationData({ certificate, chain })) ?? { Certs: [], OCSPs: [], CRLs: [] },
      async (digest) => (await requestToken(url, digest)).token,
    );
    const read = splitUpdates(after);
    const authorities = trustedAuthorities().flatMap((one) => readCertificates(one.toString()));
    const { status, detail } = await checkUpdates(after, read.updates, authorities);
    const isAdded = read.updates.length === updates.length + 1 && read.signed.length === signed.length;
    if (!isAdded || status !== (authorities.length > 0 ? "ok" : "not_checked"))
      throw new Error(`verifiers would not accept the document timestamp: ${detail}`);
    await writeFile(path, after);
    const archiveHash = hashOf(after);
    await changeLocked(key, { clock }, async ({ tx, ctx, stored }) => {
      if (stored.status !== "READY") throw new Error("the package has expired");
      await storage().putFile(archive, path);
      const more = { packageHash, archiveHash, documentTimestamps: read.updates.length };
      await recordPackageChange(ctx, tx, { kind: "EVIDENCE_TIMESTAMPED", stored, more });
    });
    return `document timestamp ${read.updates.length} added to ${archive}, ${archiveHash}`;
  });
}

function hashOf(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

function earliestExpiry(token: Uint8Array): Date {
  const expiries = certificatesOf(token).map((der) => Date.parse(new X509Certificate(der).validTo));
  return new Date(Math.min(...expiries));
}

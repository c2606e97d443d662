import { checkFile, checkSignature, failureSentences } from "@/lib/domains/evidence/check-package";
import type { PackageFormat } from "@/lib/domains/evidence/enums";
import { recordPackageChange } from "@/lib/domains/evidence/package-changes";
import { asIssued, downloadUrlExpiry, isHeldPast, notIssued, statusAt } from "@/lib/domains/evidence/packages";
import type { DownloadUrl } from "@/lib/domains/evidence/schemas";
import { changePackage, findPackageOfToken, lockPackage, type StoredPackage } from "@/lib/domains/evidence/store";
import { systemContext } from "@/lib/domains/organisations";
import type { Clock } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { inTransaction } from "@/lib/platform/database/db";
import { downloadUrl, gone, openStoredFile, requireToken, unknownUrl } from "@/lib/platform/documents/download";
import type { GivenFile } from "@/lib/platform/http/file-reply";
import { log } from "@/lib/platform/telemetry/log";

/** How long the check of a file is valid, so that a download in many ranges does not repeat it each time. */
const lookMs = 5_000;

/** Opens the file of a download URL. Throws `not_found`, and `conflict` if the file differs from the signed file. */
export async function openDownload(
  { clock }: { clock: Clock },
  { packageId, token = "" }: { packageId: string; token: string | undefined },
): Promise<GivenFile> {
  requireToken(packageId, token, { clock, renewal: `POST /v1/evidence/${packageId}/download-url` });
  const stored = await findPackageOfToken(packageId);
  const issued = stored && asIssued(stored);
  if (!issued) throw unknownUrl();
  const { organisationId, storageKey, format, packageHash } = issued;
  const nowMs = clock.now();
  if (storageKey === null || statusAt(issued, nowMs, await isHeldPast(undefined, issued, nowMs)) !== "READY") {
    throw gone("The package has expired, and its file was deleted.");
  }
  const refusal = checkSignature(issued) ?? (await checkFile(issued, clock, lookMs));
  if (refusal === "file_changed" || refusal === "key_unknown" || refusal === "signature_invalid") {
    log().error({ packageId, refusal }, "the file of an evidence package does not match its signature");
    throw new ServiceError("conflict", `The download was refused. ${failureSentences[refusal]}`);
  }
  return openStoredFile({
    ...{ id: packageId, noun: "package", storageKey, hash: packageHash },
    format: format as PackageFormat,
    name: `evidence-${packageId}`,
    record: async () => {
      const ctx = await systemContext(organisationId, "download-url", clock);
      const change = { kind: "EVIDENCE_DOWNLOADED", stored: issued, more: { packageHash } } as const;
      await inTransaction(undefined, (tx) => recordPackageChange(ctx, tx, change));
    },
  });
}

/**
 * Issues a download URL for the next 24 hours; earlier URLs stay valid. Throws `not_found`, and `conflict` unless
 * READY.
 */
export async function renewDownloadUrl(ctx: Context, id: string): Promise<DownloadUrl> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    const stored = await lockPackage(tx, organisationId, id);
    if (!stored) throw notFound("evidence package");
    const nowMs = ctx.clock.now();
    const isHeld = await isHeldPast(tx, stored, nowMs);
    const downloadUrlExpiresAt = downloadUrlExpiry(nowMs, readyUntil(stored, nowMs, isHeld));
    const changed = await changePackage(tx, organisationId, id, { downloadUrlExpiresAt });
    await recordPackageChange(ctx, tx, {
      kind: "EVIDENCE_URL_ISSUED",
      stored: changed,
      more: { downloadUrlExpiresAt: downloadUrlExpiresAt.toISOString() },
    });
    return {
      packageId: id,
      downloadUrl: downloadUrl("evidence", id, downloadUrlExpiresAt.getTime()),
      downloadUrlExpiresAt: downloadUrlExpiresAt.toISOString(),
    };
  });
}

/** Null if unknown, because a legal hold keeps the file. */
function readyUntil(stored: StoredPackage, nowMs: number, isHeld: boolean): Date | null {
  if (isHeld) return null;
  const status = statusAt(stored, nowMs, false);
  if (status === "READY" && stored.expiresAt) return stored.expiresAt;
  if (status !== "EXPIRED") throw notIssued(stored);
  throw new ServiceError("conflict", "The package has expired, and its file was deleted. Request a new package.");
}

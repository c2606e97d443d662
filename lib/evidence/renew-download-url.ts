import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound, ServiceError } from "@/lib/errors";
import { downloadUrl } from "@/lib/evidence/download-token";
import { downloadUrlExpiry } from "@/lib/evidence/download-url-expiry";
import { isHeldPast } from "@/lib/evidence/held-packages";
import { notIssued } from "@/lib/evidence/not-issued";
import { statusAt } from "@/lib/evidence/package-status";
import { recordPackageChange } from "@/lib/evidence/record-change";
import type { DownloadUrl } from "@/lib/evidence/schemas";
import { changePackage, lockPackage, type StoredPackage } from "@/lib/evidence/store";

/**
 * Issues a download URL that works for the next 24 hours, whether or not the one before still does. Throws `not_found`, and
 * `conflict` for a package that is not READY.
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
      downloadUrl: downloadUrl(id, downloadUrlExpiresAt.getTime()),
      downloadUrlExpiresAt: downloadUrlExpiresAt.toISOString(),
    };
  });
}

/** Null: nobody knows, because a legal hold keeps it. */
function readyUntil(stored: StoredPackage, nowMs: number, isHeld: boolean): Date | null {
  if (isHeld) return null;
  const status = statusAt(stored, nowMs, false);
  if (status === "READY" && stored.expiresAt) return stored.expiresAt;
  if (status !== "EXPIRED") throw notIssued(stored);
  throw new ServiceError("conflict", "The package has expired: its file is kept no longer. Request another one.");
}

import { prisma } from "@/lib/db";
import type { PackageKey } from "@/lib/evidence/store";

/**
 * Maintenance over all organisations: packages whose download URL has stopped working and is not told of, the earliest
 * first. What was told is in no index of theirs, so that this costs nothing however many packages there are.
 */
export async function findUntoldExpiries(now: Date, limit: number): Promise<PackageKey[]> {
  return prisma().$queryRaw<PackageKey[]>`
    SELECT organisation_id AS "organisationId", id AS "packageId" FROM evidence_packages
    WHERE status = 'READY' AND expiry_told_for IS DISTINCT FROM download_url_expires_at
      AND download_url_expires_at <= ${now}
    ORDER BY download_url_expires_at LIMIT ${limit}`;
}

/** A package whose time has come, with where its file is. */
export interface DuePackage extends PackageKey {
  storageKey: string;
  expiresAt: Date;
}

/**
 * Maintenance over all organisations: packages whose time has come, the earliest first; those behind one of them where it is
 * given.
 */
export async function findDuePackages(
  now: Date,
  { behind, limit }: { behind?: DuePackage | undefined; limit: number },
): Promise<DuePackage[]> {
  const from = behind?.expiresAt ?? new Date(0);
  return prisma().$queryRaw<DuePackage[]>`
    SELECT organisation_id AS "organisationId", id AS "packageId", storage_key AS "storageKey",
      expires_at AS "expiresAt" FROM evidence_packages
    WHERE status = 'READY' AND expires_at <= ${now} AND (expires_at, id) > (${from}, ${behind?.packageId ?? ""})
    ORDER BY expires_at, id LIMIT ${limit}`;
}

import type { StoredPackage } from "@/lib/evidence/store";

/** What is known of every package that came to be READY, for ever. */
export type IssuedPackage = StoredPackage & {
  packageHash: string;
  packageSignature: string;
  keyId: string;
  signedBy: string;
  generatedAt: Date;
};

/** The package as one that was issued; undefined for one that was not, or not yet. */
export function asIssued(stored: StoredPackage): IssuedPackage | undefined {
  const { packageHash, packageSignature, keyId, signedBy, generatedAt } = stored;
  if (packageHash === null || packageSignature === null || keyId === null) return undefined;
  if (signedBy === null || generatedAt === null) return undefined;
  return { ...stored, packageHash, packageSignature, keyId, signedBy, generatedAt };
}

import { isoMilliseconds } from "@/lib/clock";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { checkFile, checkSignature, failureSentences } from "@/lib/evidence/check-package";
import { asIssued, type IssuedPackage } from "@/lib/evidence/issued-package";
import { notIssued } from "@/lib/evidence/not-issued";
import type { FailedCheck, PackageVerification, VerifyPackage } from "@/lib/evidence/schemas";
import { findPackage } from "@/lib/evidence/store";

/**
 * Whether a package is unaltered since its generation: the given hash is the recorded one, the stored file, read anew, still
 * has it, and the signature verifies under a published key. Throws `not_found`, and `conflict` for a package that was not
 * issued.
 */
export async function verifyPackage(
  ctx: Context,
  id: string,
  { packageHash }: VerifyPackage,
): Promise<PackageVerification> {
  const stored = await findPackage(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("evidence package");
  const issued = asIssued(stored);
  if (!issued) throw notIssued(stored);
  const failedCheck = await firstFailure(ctx, issued, packageHash);
  return {
    packageId: issued.id,
    authentic: failedCheck === null,
    message: failedCheck === null ? authentic : failureSentences[failedCheck],
    failedCheck,
    generatedAt: issued.generatedAt.toISOString(),
    signedBy: issued.signedBy,
    keyId: issued.keyId,
    verifiedAt: isoMilliseconds(ctx.clock.now()),
  };
}

const authentic = "The package is authentic: the given hash, the stored file and the signature agree.";

async function firstFailure(ctx: Context, issued: IssuedPackage, packageHash: string): Promise<FailedCheck | null> {
  if (packageHash !== issued.packageHash) return "hash_mismatch";
  return (await checkFile(issued, ctx.clock)) ?? checkSignature(issued);
}

import { isoMilliseconds } from "@/lib/clock";
import type { Context } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { authenticSentence, checkPackage, failureSentences } from "@/lib/evidence/check-package";
import { asIssued } from "@/lib/evidence/issued-package";
import { notIssued } from "@/lib/evidence/not-issued";
import type { PackageVerification, VerifyPackage } from "@/lib/evidence/schemas";
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
  const { failed: failedCheck, fileChecked } =
    packageHash === issued.packageHash
      ? await checkPackage(issued, ctx.clock)
      : { failed: "hash_mismatch" as const, fileChecked: false };
  return {
    packageId: issued.id,
    authentic: failedCheck === null,
    message: failedCheck === null ? authenticSentence(fileChecked) : failureSentences[failedCheck],
    failedCheck,
    fileChecked,
    generatedAt: issued.generatedAt.toISOString(),
    signedBy: issued.signedBy,
    keyId: issued.keyId,
    verifiedAt: isoMilliseconds(ctx.clock.now()),
  };
}

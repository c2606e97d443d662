import { isoMilliseconds } from "@/lib/clock";
import type { Context } from "@/lib/context";
import { notFound, ServiceError } from "@/lib/errors";
import { authenticSentence, failureSentences } from "@/lib/evidence/check-package";
import { asIssued } from "@/lib/evidence/issued-package";
import { notIssued } from "@/lib/evidence/not-issued";
import type { PackageVerification, VerifyPackage } from "@/lib/evidence/schemas";
import { examinePackage } from "@/lib/evidence/signed-facts";
import { findPackage } from "@/lib/evidence/store";

/**
 * Whether a package is unaltered since its generation: the given hash is the recorded one, the stored file, read again, still
 * has it, the signature verifies under a published key, and what was signed is this package. What it says of the package is
 * what was signed, never the row. Throws `not_found`, and `conflict` for a package that was not
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
  const { facts, failed, fileChecked } = await examinePackage(issued, ctx.clock);
  if (!facts) {
    const message = "The signed data of this package cannot be read from its file or from the audit chain.";
    throw new ServiceError("conflict", message);
  }
  const { framework, modelId, dateRange, generatedAt } = facts;
  const failedCheck = packageHash === issued.packageHash ? failed : "hash_mismatch";
  return {
    packageId: issued.id,
    authentic: failedCheck === null,
    message: failedCheck === null ? authenticSentence(fileChecked) : failureSentences[failedCheck],
    failedCheck,
    fileChecked,
    ...{ framework, modelId, dateRange, generatedAt },
    signedBy: issued.signedBy,
    keyId: issued.keyId,
    verifiedAt: isoMilliseconds(ctx.clock.now()),
  };
}

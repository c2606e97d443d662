import { isoMilliseconds } from "@/lib/clock";
import type { Context } from "@/lib/context";
import { notFound, ServiceError } from "@/lib/errors";
import { checkFile, checkSignature, failureSentences } from "@/lib/evidence/check-package";
import { asIssued, type IssuedPackage } from "@/lib/evidence/issued-package";
import { notIssued } from "@/lib/evidence/not-issued";
import type { FailedCheck, PackageVerification, VerifyPackage } from "@/lib/evidence/schemas";
import { isOfPackage, readSignedFacts, type SignedFacts } from "@/lib/evidence/signed-facts";
import { findPackage } from "@/lib/evidence/store";

/**
 * Whether a package is unaltered since its generation: the given hash is the recorded one, the stored file, read anew, still
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
  const file = await checkFile(issued, ctx.clock);
  const facts = await readSignedFacts(issued, file === null);
  if (!facts) {
    const message =
      "Nothing that was signed about this package can be read: neither its file nor its event on the chain.";
    throw new ServiceError("conflict", message);
  }
  const { framework, modelId, dateRange, generatedAt } = facts;
  const failedCheck = firstFailure(issued, packageHash, file, facts);
  return {
    packageId: issued.id,
    authentic: failedCheck === null,
    message: failedCheck === null ? authentic : failureSentences[failedCheck],
    failedCheck,
    ...{ framework, modelId, dateRange, generatedAt },
    signedBy: issued.signedBy,
    keyId: issued.keyId,
    verifiedAt: isoMilliseconds(ctx.clock.now()),
  };
}

const authentic = "The package is authentic: the given hash, the stored file and the signature agree.";

function firstFailure(
  issued: IssuedPackage,
  packageHash: string,
  file: FailedCheck | null,
  facts: SignedFacts,
): FailedCheck | null {
  if (packageHash !== issued.packageHash) return "hash_mismatch";
  const failed = file ?? checkSignature(issued);
  if (failed) return failed;
  // The row names the hash of another package.
  return isOfPackage(facts, issued) ? null : "hash_mismatch";
}

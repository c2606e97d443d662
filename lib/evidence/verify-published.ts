import { isoMilliseconds } from "@/lib/clock";
import type { Context } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import { authenticSentence, checkPackage, failureSentences } from "@/lib/evidence/check-package";
import { asIssued, type IssuedPackage } from "@/lib/evidence/issued-package";
import type { PublicPackageVerification } from "@/lib/evidence/schemas";
import { findPackageOfHash } from "@/lib/evidence/store";
import type { FrameworkId, PackageFormat } from "@/lib/evidence/vocabulary";

/** How long a look at a stored file answers whoever asks for it. */
const lookMs = 60_000;

/**
 * What anybody may know of a package whose hash they have: whether this service issued it, and still stands by it. Throws `not_found` for a hash that no package ever had.
 */
export async function verifyPublished(ctx: Pick<Context, "clock">, hash: string): Promise<PublicPackageVerification> {
  const issued = await findIssued(hash);
  if (!issued) {
    throw new ServiceError(
      "not_found",
      "No package with this hash was issued here: what has it was not, or was changed.",
    );
  }
  const { failed, fileChecked } = await checkPackage(issued, ctx.clock, lookMs);
  return {
    packageId: issued.id,
    authentic: failed === null,
    framework: issued.framework as FrameworkId,
    format: issued.format as PackageFormat,
    generatedAt: issued.generatedAt.toISOString(),
    signedBy: issued.signedBy,
    keyId: issued.keyId,
    verifiedAt: isoMilliseconds(ctx.clock.now()),
    packageSignature: issued.packageSignature,
    fileChecked,
    message: failed ? failureSentences[failed] : authenticSentence(fileChecked),
  };
}

/** Upper case, and the digits without their prefix as `sha256sum` prints them, name the same hash; a path may encode its colon. */
async function findIssued(hash: string): Promise<IssuedPackage | undefined> {
  const digits = /^(?:sha256(?::|%3A))?([0-9a-f]{64})$/i.exec(hash)?.[1];
  const stored = digits === undefined ? null : await findPackageOfHash(`sha256:${digits.toLowerCase()}`);
  return stored ? asIssued(stored) : undefined;
}

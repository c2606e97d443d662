import { isoMilliseconds } from "@/lib/clock";
import type { Context } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import { authenticSentence, failureSentences } from "@/lib/evidence/check-package";
import { asIssued, type IssuedPackage } from "@/lib/evidence/issued-package";
import type { PublicPackageVerification } from "@/lib/evidence/schemas";
import { examinePackage } from "@/lib/evidence/signed-facts";
import { findPackageOfHash } from "@/lib/evidence/store";

/** How long a look at a stored file answers whoever asks for it. */
const lookMs = 60_000;

/**
 * What anybody may know of a package whose hash they have: whether this service issued it, and still stands by it. What it says
 * of the package is what was signed or recorded on the chain, never the row. Throws `not_found` for a hash that no package ever
 * had.
 */
export async function verifyPublished(ctx: Pick<Context, "clock">, hash: string): Promise<PublicPackageVerification> {
  const issued = await findIssued(hash);
  if (!issued) throw unknownHash();
  const { facts, failed, fileChecked } = await examinePackage(issued, ctx.clock, lookMs);
  if (!facts) throw unknownHash();
  const { packageId, framework, format, generatedAt } = facts;
  return {
    packageId,
    authentic: failed === null,
    ...{ framework, format, generatedAt },
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

function unknownHash(): ServiceError {
  return new ServiceError(
    "not_found",
    "This service has no package with this hash. The file was not issued here, or it was changed.",
  );
}

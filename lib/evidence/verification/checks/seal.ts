import type { Keyring } from "@/lib/evidence/verification/keyring";
import { originNote } from "@/lib/evidence/verification/keyring";
import type { OpenBundle } from "@/lib/evidence/verification/open-bundle";
import { bitsOf, canVerifyRsa, isRsaSignature } from "@/lib/evidence/verification/public-keys";
import { type Check, Finder } from "@/lib/evidence/verification/report";

/** Whether the seal is a signature of the very bytes of the evidence. */
export async function checkSeal({ seal, evidenceBytes }: OpenBundle, keyring: Keyring): Promise<Check> {
  const finder = new Finder("seal");
  const found = keyring.find("rsa", seal.keyId);
  if ("problem" in found) {
    finder.fail(`The seal cannot be verified. ${found.problem}`);
    return finder.conclude("");
  }
  if (!canVerifyRsa()) {
    return finder.concludeUnchecked(
      "This page was not loaded over HTTPS, and browsers verify no RSA signatures for such a page. Open it over HTTPS, or use the command line.",
    );
  }
  const { key, used } = found;
  const isSealed = await isRsaSignature(key, evidenceBytes, seal.signature);
  if (!isSealed) finder.fail(`The seal is no signature of this evidence by the key ${key.id}: something was changed.`);
  return finder.conclude(
    `An RSA signature of ${bitsOf(key)} bits over all of the evidence verifies.${originNote(used)}`,
  );
}

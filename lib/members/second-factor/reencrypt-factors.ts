import { isUnderCurrentKey } from "@/lib/encryption";
import {
  findSealedFactors,
  replaceSealedFactor,
  type SealedFactor,
} from "@/lib/members/second-factor/second-factor-store";
import { openTotpSecret, sealTotpSecret } from "@/lib/members/second-factor/totp";
import { type Reencryption, reencryptRows } from "@/lib/reencryption";

/** Encrypts the secrets of all second factors anew that are not under the current key, while the service runs. */
export function reencryptSecondFactors(tell: (soFar: Reencryption) => void): Promise<Reencryption> {
  return reencryptRows({ find: findSealedFactors, idOf: ({ memberId }) => memberId, reencrypt }, tell);
}

async function reencrypt(factor: SealedFactor): Promise<boolean> {
  if (isUnderCurrentKey(factor.totpSecret)) return false;
  return replaceSealedFactor(factor, sealTotpSecret(openTotpSecret(factor.totpSecret, factor), factor));
}

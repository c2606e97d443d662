import {
  type BundleKey,
  isRsaSignature,
  keyOfJwk,
  type RsaKey,
  readPublicKeys,
} from "@/lib/domains/evidence/verification/public-keys";
import type { BundleFacts } from "@/lib/domains/evidence/verification/verify-bundle";

export interface SignatureCheck {
  id: "signature";
  title: string;
  status: "ok" | "failed";
  detail: string;
}

/**
 * Whether a base64 text is the signature of all bytes of a file, by one of the given RSA keys, or where there is none by the
 * one in the package that sealed it.
 */
export async function checkSignature(
  file: Uint8Array,
  signature: string,
  { publicKeys, facts }: { publicKeys: string[]; facts: BundleFacts | undefined },
): Promise<SignatureCheck> {
  const given = publicKeys.flatMap(readPublicKeys).filter(isRsa);
  const keys = given.length > 0 ? given : sealingKeys(facts);
  const check = { id: "signature", title: "The file is the one that was issued" } as const;
  for (const key of keys) {
    if (!(await isRsaSignature(key, file, signature))) continue;
    const origin = given.length > 0 ? "which was given" : "which came from the file: compare it with the published one";
    return {
      ...check,
      status: "ok",
      detail: `The signature is one over all bytes of the file by the key ${key.id}, ${origin}.`,
    };
  }
  const whose = keys.length === 0 ? "any key: there is none" : `the key ${keys.map(({ id }) => id).join(", ")}`;
  return { ...check, status: "failed", detail: `The signature is none over the bytes of this file by ${whose}.` };
}

function isRsa(key: BundleKey): key is RsaKey {
  return key.kind === "rsa";
}

function sealingKeys(facts: BundleFacts | undefined): RsaKey[] {
  const jwks = facts?.keys.inFile.filter(({ kid }) => kid === facts.keys.seal.id) ?? [];
  return jwks.flatMap((jwk) => keyOfJwk(jwk) ?? []).filter(isRsa);
}

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
  status: "ok" | "failed" | "not_checked";
  detail: string;
}

/** Verifies a base64 signature over the whole file with the given RSA keys, or with the sealing key in the package. */
export async function checkSignature(
  file: Uint8Array,
  signature: string,
  { publicKeys, facts }: { publicKeys: string[]; facts: BundleFacts | undefined },
): Promise<SignatureCheck> {
  const given = publicKeys.flatMap(readPublicKeys).filter(isRsa);
  const isKnown = facts ? ["given", "published"].includes(facts.keys.seal.origin) : given.length > 0;
  const keys = isKnown ? given : [...given, ...sealingKeys(facts)];
  const check = { id: "signature", title: "The package signature is valid" } as const;
  for (const key of keys) {
    if (!(await isRsaSignature(key, file, signature))) continue;
    const origin = given.includes(key)
      ? "which you provided"
      : "which is taken from the file: compare it with the published key";
    return {
      ...check,
      status: "ok",
      detail: `The signature over the whole file is valid for the key ${key.id}, ${origin}.`,
    };
  }
  if (keys.length === 0)
    return { ...check, status: "not_checked", detail: "No RSA key is available to verify the signature." };
  const detail = `The signature is not valid for this file with the key ${keys.map(({ id }) => id).join(", ")}.`;
  return { ...check, status: "failed", detail };
}

function isRsa(key: BundleKey): key is RsaKey {
  return key.kind === "rsa";
}

function sealingKeys(facts: BundleFacts | undefined): RsaKey[] {
  const jwks = facts?.keys.inFile.filter(({ kid }) => kid === facts.keys.seal.id) ?? [];
  return jwks.flatMap((jwk) => keyOfJwk(jwk) ?? []).filter(isRsa);
}

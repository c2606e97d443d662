import { bitsOf, canVerifyRsa, isRsaSignature, keyOfJwk, type RsaKey } from "@/lib/evidence/verification/public-keys";
import type { Outcome, StepResult } from "./protocol";
import type { Answer, KeySet, PackageRecord } from "./service";

/**
 * Whether the signature on record of a package is the service's over exactly these bytes (specification, "Evidence
 * package"). The record only says which signature and which key to try; that the key is published is looked up.
 */
export async function checkPackageSignature(
  bytes: Uint8Array,
  record: PackageRecord,
  published: Answer<KeySet>,
): Promise<StepResult> {
  const { keyId, packageSignature } = record;
  const result = (outcome: Outcome, sentence: string, key?: RsaKey): StepResult => ({
    id: "signature",
    outcome,
    sentence,
    facts: [
      { name: "Algorithm", value: `RSA${key ? `, ${bitsOf(key)} bits` : ""}, PKCS #1 v1.5, with SHA-256` },
      { name: "Key", value: keyId },
      { name: "Signature", value: packageSignature },
    ],
  });
  if (published.outcome !== "answered") return result("not_checked", keysMissing(published));
  const key = rsaKey(published.value, keyId);
  if (!key) return result("failed", `The key ${keyId} is not among those that the service publishes.`);
  if (!canVerifyRsa()) return result("not_checked", withoutCrypto);
  return (await isRsaSignature(key, bytes, packageSignature))
    ? result("passed", `The service's published key ${keyId} signed exactly these bytes.`, key)
    : result("failed", `The signature on record is not one of the key ${keyId} over these bytes.`, key);
}

/** Why there is no published key to check with. */
export function keysMissing(published: Answer<KeySet>): string {
  if (published.outcome === "answered") return "The service publishes no such key.";
  return `The service's public keys could not be fetched. ${published.outcome === "failed" ? published.reason : ""}`.trim();
}

const withoutCrypto =
  "This page was not loaded over HTTPS, and browsers check no signatures on such a page. Open it under its https address.";

/** Ids are computed from the keys, so that a wrong `kid` deceives nobody. */
function rsaKey({ keys }: KeySet, keyId: string): RsaKey | undefined {
  return keys.map(keyOfJwk).find((key): key is RsaKey => key?.kind === "rsa" && key.id === keyId);
}

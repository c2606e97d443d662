import { ServiceError } from "@/lib/platform/core/errors";
import { findCheckpointKey, publishedCheckpointKeys } from "@/lib/platform/signing/checkpoint-keys";
import { type PublicKey, publicKeyPem } from "@/lib/platform/signing/ed25519";
import { findEvidenceKey, publishedEvidenceKeys } from "@/lib/platform/signing/evidence-keys";
import type { RsaPublicKey } from "@/lib/platform/signing/rsa";
import type { PublicJwk, PublicKeySet } from "@/lib/platform/signing/schemas";

/**
 * Every public key that something of this service verifies under, as a JWK set (RFC 7517): keys of checkpoints, then
 * of evidence packages.
 */
export function listPublicKeys(): PublicKeySet {
  return { keys: [...publishedCheckpointKeys().map(ed25519Jwk), ...publishedEvidenceKeys().map(rsaJwk)] };
}

/** The public key of a file name, `<key id>.pem`, as SPKI in PEM. Throws `not_found`. */
export function readPublicKeyFile(file: string): string {
  const [, keyId = ""] = /^([0-9a-f]{1,64})\.pem$/.exec(file) ?? [];
  const checkpointKey = findCheckpointKey(keyId);
  if (checkpointKey) return publicKeyPem(checkpointKey);
  const evidenceKey = findEvidenceKey(keyId);
  if (evidenceKey) return evidenceKey.pem;
  throw new ServiceError("not_found", "There is no such key.");
}

function ed25519Jwk({ id, raw }: PublicKey): PublicJwk {
  return { kty: "OKP", crv: "Ed25519", x: raw.toString("base64url"), kid: id, use: "sig", alg: "EdDSA" };
}

/** A public key of evidence packages as a JSON Web Key (RFC 7517, RFC 7518). */
function rsaJwk({ id, key }: RsaPublicKey): PublicJwk {
  const { n = "", e = "" } = key.export({ format: "jwk" });
  return { kty: "RSA", n, e, kid: id, use: "sig", alg: "RS256" };
}

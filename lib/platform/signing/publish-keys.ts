import { createHash, createPublicKey } from "node:crypto";
import { ServiceError } from "@/lib/platform/core/errors";
import { findCheckpointKey, publishedCheckpointKeys } from "@/lib/platform/signing/checkpoint-keys";
import { type PublicKey, publicKeyPem } from "@/lib/platform/signing/ed25519";
import { findEvidenceKey, publishedEvidenceKeys } from "@/lib/platform/signing/evidence-keys";
import type { RsaPublicKey } from "@/lib/platform/signing/rsa";
import type { PublicJwk, PublicKeySet } from "@/lib/platform/signing/schemas";

/** The service's public keys as a JWK set (RFC 7517): keys for checkpoints, then for evidence packages. */
export function listPublicKeys(): PublicKeySet {
  return { keys: [...publishedCheckpointKeys().map(ed25519Jwk), ...publishedEvidenceKeys().map(rsaJwk)] };
}

/** The public key of `<key id>.pem`, as SPKI in PEM. @throws `not_found`. */
export function readPublicKeyFile(file: string): string {
  const [, keyId = ""] = /^([0-9a-f]{1,64})\.pem$/.exec(file) ?? [];
  const checkpointKey = findCheckpointKey(keyId);
  if (checkpointKey) return publicKeyPem(checkpointKey);
  const evidenceKey = findEvidenceKey(keyId);
  if (evidenceKey) return evidenceKey.pem;
  throw new ServiceError("not_found", "Key not found.");
}

/** The SHA-256 hash of a key's SubjectPublicKeyInfo in DER, in hexadecimal. */
export function fingerprintOf(jwk: PublicJwk): string {
  const key = createPublicKey({ key: { ...jwk }, format: "jwk" });
  return createHash("sha256")
    .update(key.export({ format: "der", type: "spki" }))
    .digest("hex");
}

function ed25519Jwk({ id, raw }: PublicKey): PublicJwk {
  return { kty: "OKP", crv: "Ed25519", x: raw.toString("base64url"), kid: id, use: "sig", alg: "EdDSA" };
}

function rsaJwk({ id, key }: RsaPublicKey): PublicJwk {
  const { n = "", e = "" } = key.export({ format: "jwk" });
  return { kty: "RSA", n, e, kid: id, use: "sig", alg: "RS256" };
}

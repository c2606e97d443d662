import { ServiceError } from "@/lib/errors";
import { findCheckpointKey, publishedCheckpointKeys } from "@/lib/signing/checkpoint-keys";
import { publicKeyPem } from "@/lib/signing/ed25519";
import type { PublicKeySet } from "@/lib/signing/schemas";

/** Every public key that something of this service verifies under, as a JWK set (RFC 7517, RFC 8037). */
export function listPublicKeys(): PublicKeySet {
  return {
    keys: publishedCheckpointKeys().map(({ id, raw }) => ({
      kty: "OKP",
      crv: "Ed25519",
      x: raw.toString("base64url"),
      kid: id,
      use: "sig",
      alg: "EdDSA",
    })),
  };
}

/** The public key of a file name, `<key id>.pem`, as SPKI in PEM. Throws `not_found`. */
export function readPublicKeyFile(file: string): string {
  const [, keyId] = /^([0-9a-f]{1,64})\.pem$/.exec(file) ?? [];
  const key = keyId === undefined ? undefined : findCheckpointKey(keyId);
  if (!key) throw new ServiceError("not_found", "There is no such key.");
  return publicKeyPem(key);
}

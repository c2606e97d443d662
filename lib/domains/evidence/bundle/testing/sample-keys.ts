import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readSigningKey, type SigningKey } from "@/lib/platform/signing/ed25519";
import { signSha256Digest } from "@/lib/platform/signing/rsa";
import { keptRsaKey } from "@/lib/platform/signing/testing/kept-rsa-key";

/** A sealing key with its signing function. */
export interface SampleSealKey {
  id: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  pem: string;
  jwk: { kid: string; kty: string };
  signDigest(digest: Uint8Array): Promise<Buffer>;
}

/** An RSA key used by no other test. 2048 bits by default, because longer keys take long to generate. */
export function newSealKey(modulusLength = 2048): SampleSealKey {
  return sealKeyOf(generateKeyPairSync("rsa", { modulusLength }).privateKey);
}

/** An RSA key with this name, generated only once: see {@link keptRsaKey}. */
export function keptSealKey(name: string, modulusLength = 2048): SampleSealKey {
  return sealKeyOf(createPrivateKey(keptRsaKey(name, modulusLength)));
}

function sealKeyOf(privateKey: KeyObject): SampleSealKey {
  const publicKey = createPublicKey(privateKey);
  const spki = publicKey.export({ format: "der", type: "spki" });
  const id = createHash("sha256").update(spki).digest("hex").slice(0, 16);
  const { n, e } = publicKey.export({ format: "jwk" });
  return {
    id,
    privateKey,
    publicKey,
    pem: publicKey.export({ format: "pem", type: "spki" }).toString(),
    jwk: { kid: id, kty: "RSA", ...{ n, e, use: "sig", alg: "RS256" } },
    signDigest: async (digest) => signSha256Digest(privateKey, digest),
  };
}

export function newCheckpointKey(): SigningKey {
  const { privateKey } = generateKeyPairSync("ed25519");
  return readSigningKey(privateKey.export({ format: "pem", type: "pkcs8" }).toString());
}

export function checkpointJwk({ id, raw }: SigningKey): { kid: string; kty: string } {
  return { kid: id, kty: "OKP", ...{ crv: "Ed25519", x: raw.toString("base64url"), use: "sig", alg: "EdDSA" } };
}

let defaultKeys: { sealKey: SampleSealKey; checkpointKey: SigningKey } | undefined;

/** The default signing keys for all samples in a process. */
export function sampleKeys(): { sealKey: SampleSealKey; checkpointKey: SigningKey } {
  defaultKeys ??= { sealKey: keptSealKey("seal"), checkpointKey: newCheckpointKey() };
  return defaultKeys;
}

import { z } from "zod";

const exampleKey = {
  kty: "OKP" as const,
  crv: "Ed25519" as const,
  x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  kid: "21fe31dfa154a261",
  use: "sig" as const,
  alg: "EdDSA" as const,
};

/** A public key as a JSON Web Key: Ed25519 (RFC 8037) for checkpoints. */
const PublicJwk = z
  .object({
    kty: z.literal("OKP"),
    crv: z.literal("Ed25519"),
    x: z.string().meta({ description: "The 32 bytes of the key in base64url" }),
    kid: z.string().meta({ description: "`keyId` of what it signs" }),
    use: z.literal("sig"),
    alg: z.literal("EdDSA"),
  })
  .meta({ id: "PublicJwk", examples: [exampleKey] });

/** The answer of `GET /v1/verify/keys`: a JWK set (RFC 7517), the keys that sign now first. */
export const PublicKeySet = z.object({ keys: z.array(PublicJwk) }).meta({
  id: "PublicKeySet",
  examples: [{ keys: [exampleKey] }],
});
export type PublicKeySet = z.infer<typeof PublicKeySet>;

/** `{ file }` of a path: the key's id and `.pem`. Whatever is none of ours is not found. */
export const PublicKeyFileParams = z.strictObject({
  file: z
    .string()
    .max(128)
    .meta({ description: "The key's id and `.pem`", examples: [`${exampleKey.kid}.pem`] }),
});

/** For documentation: the example's key in PEM. */
export const examplePem = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
-----END PUBLIC KEY-----
`;

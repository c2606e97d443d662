import { z } from "zod";

const exampleEd25519 = {
  kty: "OKP" as const,
  crv: "Ed25519" as const,
  x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  kid: "21fe31dfa154a261",
  use: "sig" as const,
  alg: "EdDSA" as const,
};

const exampleRsa = {
  kty: "RSA" as const,
  n: [
    "q9WUsM7nIG2HyCWi_zt56kyQcVNfZxlo_AOlwo5XZG7OYZ07F3tv-yh3dxFjijFdsxvXHRLg6jqL5SFi_KP9Fo06NYiknXGl",
    "L-4HnsskWYUg8Czo-7s7rEHdV2JJfmBL3jPbkH2xe_Lfv69eTplJpobERykopMMzK_WlfeaKYUPie7LgZhv4a_N4NEtfVIOg",
    "NNTlrSEHpGTPxDpdSim_pQMEZShzicrQ1z7GpDDZmMhNHz1zh5K3c_CueE5LUTpUhTzEV2NgQYtWC0TMDpHjRXcMCuCs7Jo9",
    "H0wqyEv_Ezf9NLuRlUxxuAVFifLfPSp5G8a1rOe1d5mQEQUAF9v1GKwaN7stFcECqWILnnFeuZwDB1ILWnX0VvNyUVaRHiUE",
    "bREqqGTKFIAwn8VtkOxyyN-ZJ4gPHfXcQ__p9oy4G5gcA0D9DE2poxd97DaFUquQ26ia6FtM1BsyAkI6kfjg8RDr-uoA1naQ",
    "vwSz4czTiDaBe3jKY7pTfAj0SmATfBpWI9T74svg6Ti88f06DaC7wh_6wWtX9aB7LVU8_RuyqPr5N8Xxl3s6OilFXPkLxCia",
    "OpEz2wTivBocS40MqRGEW6uDX_zKbJvJqGfgPVLLgoSFvYABuoq3TUqFL_CJNZyCTjjU9r2Q0Rp8K7AjuipoHKGwiFeZrWdv",
    "34LGlRfBjvs",
  ].join(""),
  e: "AQAB",
  kid: "8a4d2e53bb19372f",
  use: "sig" as const,
  alg: "RS256" as const,
};

const signing = {
  kid: z.string().meta({ description: "ID of the key. Signatures made with the key have this `keyId`." }),
  use: z.literal("sig"),
};

/** A key that signs checkpoints (RFC 8037). */
const Ed25519Jwk = z
  .object({
    kty: z.literal("OKP"),
    crv: z.literal("Ed25519"),
    x: z.string().meta({ description: "The public key: 32 bytes, encoded in base64url" }),
    ...signing,
    alg: z.literal("EdDSA"),
  })
  .meta({ id: "Ed25519Jwk", description: "A public key for checkpoints (RFC 8037)", examples: [exampleEd25519] });

/** A key that signs evidence packages (RFC 7518). */
const RsaJwk = z
  .object({
    kty: z.literal("RSA"),
    n: z.string().meta({ description: "The modulus: 512 bytes, encoded in base64url" }),
    e: z.string().meta({ description: "The public exponent, encoded in base64url" }),
    ...signing,
    alg: z.literal("RS256"),
  })
  .meta({
    id: "RsaJwk",
    description:
      "A public key that verifies the signatures of evidence packages, as an RSA JSON Web Key (RFC 7517 and RFC 7518)",
    examples: [exampleRsa],
  });

const PublicJwk = z
  .discriminatedUnion("kty", [Ed25519Jwk, RsaJwk])
  .meta({ id: "PublicJwk", description: "A public key as a JSON Web Key. `kty` is the key type." });
export type PublicJwk = z.infer<typeof PublicJwk>;

/** The response of `GET /v1/verify/keys`: a JWK set (RFC 7517), with the current key of each type first. */
export const PublicKeySet = z.object({ keys: z.array(PublicJwk) }).meta({
  id: "PublicKeySet",
  examples: [{ keys: [exampleEd25519, exampleRsa] }],
});
export type PublicKeySet = z.infer<typeof PublicKeySet>;

/** `{ file }` of a path. */
export const PublicKeyFileParams = z.strictObject({
  file: z
    .string()
    .max(128)
    .meta({ description: "The key's ID, followed by `.pem`", examples: [`${exampleEd25519.kid}.pem`] }),
});

/** The example key in PEM. */
export const examplePem = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
-----END PUBLIC KEY-----
`;

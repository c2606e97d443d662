import { verifyPublished } from "@/lib/domains/evidence";
import { PackageHashParams, PublicPackageVerification } from "@/lib/domains/evidence/schemas";
import { verifyPublishedReport } from "@/lib/domains/reports";
import { Reply, resources, route } from "@/lib/platform/http";
import { listPublicKeys, readPublicKeyFile } from "@/lib/platform/signing/publish-keys";
import { examplePem, PublicKeyFileParams, PublicKeySet } from "@/lib/platform/signing/schemas";

const open = { scope: "public", limit: "unlimited" } as const;

const pemType = "application/x-pem-file";

export const verify = resources({
  "/v1/verify/{packageHash}": {
    GET: route({
      ...open,
      summary: "Look up a package or report by its hash",
      description:
        "Anyone who has an evidence package or a report PDF can use this operation. Returns whether and when this service issued a file with this SHA-256 hash, and whether the file is still valid. The response does not disclose the organisation, the model or the content. Returns 404 if the file was not issued by this service or has been changed.",
      params: PackageHashParams,
      response: PublicPackageVerification,
      errors: ["not_found"],
      handler: async (ctx, { params: { packageHash } }) =>
        (await verifyPublishedReport(ctx, packageHash)) ?? verifyPublished(ctx, packageHash),
    }),
  },
  "/v1/verify/keys": {
    GET: route({
      ...open,
      summary: "Get the public keys",
      description:
        "Returns all public keys of this service as a JWK set: Ed25519 keys for checkpoints and RSA keys for evidence packages. Retired keys are included. The `kid` of a key matches the `keyId` of the signatures made with it.",
      response: PublicKeySet,
      responseHeaders: { "Cache-Control": "How long the response can be cached." },
      handler: () => Reply.data(listPublicKeys(), { headers: { "Cache-Control": "public, max-age=300" } }),
    }),
  },
  "/v1/verify/keys/{file}": {
    GET: route({
      ...open,
      summary: "Get a public key as PEM",
      description:
        "Returns the public key in PEM format for tools such as OpenSSL. The path ends with the key's ID and `.pem`.",
      params: PublicKeyFileParams,
      response: { stream: [pemType], examples: { [pemType]: examplePem } },
      responseHeaders: { "Cache-Control": "How long the response can be cached." },
      errors: ["not_found"],
      handler: (_ctx, { params }) =>
        Reply.text(readPublicKeyFile(params.file), pemType, { headers: { "Cache-Control": "public, max-age=300" } }),
    }),
  },
});

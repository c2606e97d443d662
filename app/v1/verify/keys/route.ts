import { Reply, resource, route } from "@/lib/platform/http";
import { listPublicKeys } from "@/lib/platform/signing/publish-keys";
import { PublicKeySet } from "@/lib/platform/signing/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/verify/keys", {
  GET: route(
    {
      summary: "Get the public keys",
      description:
        "Returns all public keys for signatures of this service as a JWK set: Ed25519 keys for checkpoints and RSA keys for evidence packages. Retired keys are included. `kid` is the `keyId` of the signed object.",
      scope: "public",
      limit: "unlimited",
      response: PublicKeySet,
      responseHeaders: { "Cache-Control": "`public, max-age=300`" },
    },
    () => Reply.data(listPublicKeys(), { headers: { "Cache-Control": "public, max-age=300" } }),
  ),
});

import { Reply, resource, route } from "@/lib/platform/http";
import { listPublicKeys } from "@/lib/platform/signing/publish-keys";
import { PublicKeySet } from "@/lib/platform/signing/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/verify/keys", {
  GET: route(
    {
      summary: "Read the public keys",
      description:
        "Every key that a signature of this service verifies under, as a JWK set: Ed25519 keys of checkpoints and RSA keys of evidence packages. Keys that sign no more stay in it. `kid` is the `keyId` of what a key signed.",
      scope: "public",
      limit: "unlimited",
      response: PublicKeySet,
      responseHeaders: { "Cache-Control": "`public, max-age=300`" },
    },
    () => Reply.data(listPublicKeys(), { headers: { "Cache-Control": "public, max-age=300" } }),
  ),
});

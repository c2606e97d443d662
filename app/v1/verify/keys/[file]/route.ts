import { Reply, resource, route } from "@/lib/platform/http";
import { readPublicKeyFile } from "@/lib/platform/signing/publish-keys";
import { examplePem, PublicKeyFileParams } from "@/lib/platform/signing/schemas";

export const dynamic = "force-dynamic";

const pemType = "application/x-pem-file";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/verify/keys/{file}", {
  GET: route(
    {
      summary: "Get a public key as PEM",
      description: "`GET /v1/verify/keys/{keyId}.pem`: the public key for tools such as openssl.",
      scope: "public",
      limit: "unlimited",
      params: PublicKeyFileParams,
      response: { stream: [pemType], examples: { [pemType]: examplePem } },
      responseHeaders: { "Cache-Control": "`public, max-age=300`" },
      errors: ["not_found"],
    },
    (_ctx, { params }) =>
      Reply.text(readPublicKeyFile(params.file), pemType, { headers: { "Cache-Control": "public, max-age=300" } }),
  ),
});

import { getPackage } from "@/lib/domains/evidence";
import { EvidencePackage } from "@/lib/domains/evidence/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/evidence/{id}", {
  GET: route(
    {
      summary: "Read an evidence package",
      description:
        "While `status` is GENERATING, `progress` says how far it is. Once READY, `downloadUrl` gives the file to whoever has the URL, for 24 hours; `packageHash` and `packageSignature` are those of the file's bytes, so that `sha256sum` and `openssl dgst -sha256 -verify` check it.",
      scope: "evidence:read",
      limit: "evidence.read",
      params: IdParams,
      response: EvidencePackage,
      errors: ["not_found"],
    },
    (ctx, { params }) => getPackage(ctx, params.id),
  ),
});

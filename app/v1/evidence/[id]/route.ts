import { getPackage } from "@/lib/domains/evidence";
import { EvidencePackage } from "@/lib/domains/evidence/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/evidence/{id}", {
  GET: route(
    {
      summary: "Get an evidence package",
      description:
        "`progress` shows the current step while `status` is GENERATING. When it is READY, anyone with `downloadUrl` can download the file for 24 hours. `packageHash` and `packageSignature` cover the bytes of the file: check them with `sha256sum` and `openssl dgst -sha256 -verify`.",
      scope: "evidence:read",
      limit: "evidence.read",
      params: IdParams,
      response: EvidencePackage,
      errors: ["not_found"],
    },
    (ctx, { params }) => getPackage(ctx, params.id),
  ),
});

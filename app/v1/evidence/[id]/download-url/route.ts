import { renewDownloadUrl } from "@/lib/domains/evidence";
import { DownloadUrl } from "@/lib/domains/evidence/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/evidence/{id}/download-url", {
  POST: route(
    {
      summary: "Issue a new download URL of an evidence package",
      description:
        "It works for 24 hours, and no longer than the package itself; one that was issued before works until its own time. A package that is not READY is 409.",
      scope: "evidence:read",
      limit: "evidence.write",
      params: IdParams,
      response: DownloadUrl,
      errors: ["not_found", "conflict"],
    },
    (ctx, { params }) => renewDownloadUrl(ctx, params.id),
  ),
});

import { findSimilarDetections } from "@/lib/domains/shadow-ai";
import { SimilarDetections } from "@/lib/domains/shadow-ai/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/{id}/similar", {
  GET: route(
    {
      summary: "List similar shadow AI detections",
      description:
        "Returns up to ten detections of any status: those of the same use first, then those with the same host, provider and department, each group newest first.",
      scope: "shadow_ai:read",
      limit: "shadow-ai.read",
      params: IdParams,
      response: SimilarDetections,
      errors: ["not_found"],
    },
    (ctx, { params }) => findSimilarDetections(ctx, params.id),
  ),
});

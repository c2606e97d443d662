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
        "At most ten detections, whatever their status, that have most in common with this one: others of the same use first, then those of its host, of its provider and of its department, each newest first.",
      scope: "shadow_ai:read",
      limit: "shadow-ai.read",
      params: IdParams,
      response: SimilarDetections,
      errors: ["not_found"],
    },
    (ctx, { params }) => findSimilarDetections(ctx, params.id),
  ),
});

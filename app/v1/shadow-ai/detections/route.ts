import { listDetections } from "@/lib/domains/shadow-ai";
import { ListDetections, ShadowAiDetectionList } from "@/lib/domains/shadow-ai/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/detections", {
  GET: route(
    {
      summary: "List shadow AI detections",
      description:
        "Returns the organisation's detections, newest first unless `sort` is given. Detections created while you page through the default order do not appear on later pages. In any order, each detection appears once unless its sort value changes between two pages. A cursor is valid only for its filters and order. `summary` counts detections by status under all filters except the status.",
      scope: "shadow_ai:read",
      limit: "shadow-ai.read",
      query: ListDetections,
      response: ShadowAiDetectionList,
    },
    (ctx, { query }) => listDetections(ctx, query),
  ),
});

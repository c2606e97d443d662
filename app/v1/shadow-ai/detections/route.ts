import { listDetections } from "@/lib/domains/shadow-ai";
import { ListDetections, ShadowAiDetectionList } from "@/lib/domains/shadow-ai/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/detections", {
  GET: route(
    {
      summary: "List shadow AI detections",
      description:
        "The organisation's detections, newest first unless `sort` says otherwise. Newest first, detections made while you page through show on no later page; in every order each shows once, unless what it is sorted by changes meanwhile. A cursor is good for its filters and order alone. `summary` counts by status under all filters but that of the status.",
      scope: "shadow_ai:read",
      limit: "shadow-ai.read",
      query: ListDetections,
      response: ShadowAiDetectionList,
    },
    (ctx, { query }) => listDetections(ctx, query),
  ),
});

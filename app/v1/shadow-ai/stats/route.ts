import { readStats } from "@/lib/domains/shadow-ai";
import { ShadowAiStats } from "@/lib/domains/shadow-ai/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/stats", {
  GET: route(
    {
      summary: "Get shadow AI statistics",
      description:
        "Statistics of all detections at one point in time. The description of `estimatedPiiExposureRisk` explains how the exposure risk is calculated.",
      scope: "shadow_ai:read",
      limit: "shadow-ai.read",
      response: ShadowAiStats,
    },
    (ctx) => readStats(ctx),
  ),
});

import { readStats } from "@/lib/domains/shadow-ai";
import { ShadowAiStats } from "@/lib/domains/shadow-ai/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/stats", {
  GET: route(
    {
      summary: "Read statistics about shadow AI",
      description:
        "Over all detections, as of one moment. How the exposure risk is found is said in the description of `estimatedPiiExposureRisk`.",
      scope: "shadow_ai:read",
      limit: "shadow-ai.read",
      response: ShadowAiStats,
    },
    (ctx) => readStats(ctx),
  ),
});

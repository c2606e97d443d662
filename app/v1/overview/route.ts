import { readOverview } from "@/lib/domains/overview";
import { Overview } from "@/lib/domains/overview/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/overview", {
  GET: route(
    {
      summary: "Get the overview",
      description:
        "Chain integrity, items needing attention, new detections, log freshness and evidence status. Values are at most 30 seconds old and are refreshed as soon as `GET /v1/activity` reports a change. Sections that the caller cannot access are null.",
      scope: "audit:read",
      background: true,
      limit: "other.read",
      response: Overview,
    },
    (ctx) => readOverview(ctx),
  ),
});

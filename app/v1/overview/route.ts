import { readOverview } from "@/lib/domains/overview";
import { Overview } from "@/lib/domains/overview/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/overview", {
  GET: route(
    {
      summary: "Read the overview",
      description:
        "Whether the chain is intact, what is to be decided, what is new, whether sensors still send, and which evidence is ready. Figures are at most half a minute old, and made anew once `GET /v1/activity` says that something has changed. A section that the caller may not see is null.",
      scope: "audit:read",
      background: true,
      limit: "other.read",
      response: Overview,
    },
    (ctx) => readOverview(ctx),
  ),
});

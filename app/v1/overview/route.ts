import { resource, route } from "@/lib/http";
import { readOverview } from "@/lib/overview";
import { Overview } from "@/lib/overview/schemas";

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

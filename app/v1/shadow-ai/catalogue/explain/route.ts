import { explainHost } from "@/lib/domains/shadow-ai";
import { ExplainHost, HostExplanation } from "@/lib/domains/shadow-ai/schemas-catalogue";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/catalogue/explain", {
  GET: route(
    {
      summary: "Explain how a host is classified",
      description: "Returns the catalogue entry or override that matches the host, and the reason.",
      scope: "shadow_ai:read",
      limit: "shadow-ai.read",
      query: ExplainHost,
      response: HostExplanation,
    },
    (ctx, { query }) => explainHost(ctx, query.host),
  ),
});

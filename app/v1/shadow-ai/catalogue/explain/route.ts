import { explainHost } from "@/lib/domains/shadow-ai";
import { ExplainHost, HostExplanation } from "@/lib/domains/shadow-ai/schemas-catalogue";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/catalogue/explain", {
  GET: route(
    {
      summary: "Explain why a host is one of an AI service",
      description: "Which rule matches the host, the organisation's overrides among them, and why.",
      scope: "shadow_ai:read",
      limit: "shadow-ai.read",
      query: ExplainHost,
      response: HostExplanation,
    },
    (ctx, { query }) => explainHost(ctx, query.host),
  ),
});

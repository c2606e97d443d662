import { getCatalogue } from "@/lib/domains/shadow-ai";
import { CatalogueDocument } from "@/lib/domains/shadow-ai/schemas-catalogue";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/catalogue", {
  GET: route(
    {
      summary: "Get the catalogue of AI services",
      description:
        "Returns the known hosts and the organisation's overrides. Properties of providers are `UNKNOWN` until they are recorded.",
      scope: "shadow_ai:read",
      limit: "shadow-ai.read",
      response: CatalogueDocument,
    },
    (ctx) => getCatalogue(ctx),
  ),
});

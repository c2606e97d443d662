import { getCatalogue } from "@/lib/domains/shadow-ai";
import { CatalogueDocument } from "@/lib/domains/shadow-ai/schemas-catalogue";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/catalogue", {
  GET: route(
    {
      summary: "Read the catalogue of AI services",
      description:
        "The hosts that the service knows, and beside them what the organisation knows better. Properties of providers are `UNKNOWN` until somebody records them.",
      scope: "shadow_ai:read",
      limit: "shadow-ai.read",
      response: CatalogueDocument,
    },
    (ctx) => getCatalogue(ctx),
  ),
});

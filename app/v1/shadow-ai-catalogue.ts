import { deleteOverride, explainHost, getCatalogue, putOverride } from "@/lib/domains/shadow-ai";
import {
  CatalogueDocument,
  ExplainHost,
  HostExplanation,
  HostParams,
  OverrideDocument,
  StoredOverride,
} from "@/lib/domains/shadow-ai/schemas-catalogue";
import { resources, route } from "@/lib/platform/http";

export const shadowAiCatalogue = resources({
  "/v1/shadow-ai/catalogue": {
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
  },
  "/v1/shadow-ai/catalogue/explain": {
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
  },
  "/v1/shadow-ai/catalogue/overrides/{host}": {
    PUT: route(
      {
        summary: "Set a catalogue override",
        description:
          "`{host}` is a host name, or `*.` and a domain for all its subdomains; anything else returns 404. Replaces the existing override of the host. New traffic is matched against the override, and existing detections of the host are reassessed. `ignore: true` ignores traffic to the host. Every change is recorded on the audit chain. Limited to 1,000 overrides (409).",
        scope: "shadow_ai:write",
        permission: "shadow_ai:configure",
        limit: "shadow-ai.write",
        params: HostParams,
        body: OverrideDocument,
        response: StoredOverride,
        errors: ["not_found", "conflict"],
      },
      (ctx, { params, body }) => putOverride(ctx, params.host, body),
    ),

    DELETE: route(
      {
        summary: "Remove a catalogue override",
        description: "The catalogue applies to the host again.",
        scope: "shadow_ai:write",
        permission: "shadow_ai:configure",
        limit: "shadow-ai.write",
        params: HostParams,
        response: "empty",
        status: 204,
        errors: ["not_found"],
      },
      (ctx, { params }) => deleteOverride(ctx, params.host),
    ),
  },
});

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

const configure = { scope: "shadow_ai:write", permission: "shadow_ai:configure", limit: "shadow-ai.write" } as const;
const read = { scope: "shadow_ai:read", limit: "shadow-ai.read" } as const;

export const shadowAiCatalogue = resources({
  "/v1/shadow-ai/catalogue": {
    GET: route({
      ...read,
      summary: "Get the catalogue of AI services",
      description:
        "Returns the known hosts and the organisation's overrides. Provider properties without a recorded value are `UNKNOWN`.",
      response: CatalogueDocument,
      handler: (ctx) => getCatalogue(ctx),
    }),
  },
  "/v1/shadow-ai/catalogue/explain": {
    GET: route({
      ...read,
      summary: "Explain how a host is classified",
      description: "Returns the catalogue entry or override that matches the host, and explains the match.",
      query: ExplainHost,
      response: HostExplanation,
      handler: (ctx, { query }) => explainHost(ctx, query.host),
    }),
  },
  "/v1/shadow-ai/catalogue/overrides/{host}": {
    PUT: route({
      ...configure,
      summary: "Set a catalogue override",
      description:
        "`{host}` is a host name, or `*.` followed by a domain for all its subdomains; any other value returns 404. Replaces the existing override of the host. New traffic is matched against the override, and existing detections of the host are reassessed. `ignore: true` ignores traffic to the host. Every change is recorded on the audit chain. Returns 409 if the organisation already has 1,000 overrides.",
      params: HostParams,
      body: OverrideDocument,
      response: StoredOverride,
      errors: ["not_found", "conflict"],
      handler: (ctx, { params, body }) => putOverride(ctx, params.host, body),
    }),

    DELETE: route({
      ...configure,
      summary: "Remove a catalogue override",
      description: "The catalogue applies to the host again.",
      params: HostParams,
      errors: ["not_found"],
      handler: (ctx, { params }) => deleteOverride(ctx, params.host),
    }),
  },
});

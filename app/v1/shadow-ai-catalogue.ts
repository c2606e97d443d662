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
        "Creates or replaces the override for a host. `{host}` is a host name, or `*.` followed by a domain to match all its subdomains. Any other value returns 404. The override applies to new traffic, and existing detections of the host are reassessed. With `ignore: true`, traffic to the host is ignored. Every change is recorded on the audit chain. Returns 409 if the organisation already has 1,000 overrides.",
      params: HostParams,
      body: OverrideDocument,
      response: StoredOverride,
      errors: ["not_found", "conflict"],
      handler: (ctx, { params, body }) => putOverride(ctx, params.host, body),
    }),

    DELETE: route({
      ...configure,
      summary: "Remove a catalogue override",
      description: "Removes the override for a host. The catalogue entry for the host applies again.",
      params: HostParams,
      errors: ["not_found"],
      handler: (ctx, { params }) => deleteOverride(ctx, params.host),
    }),
  },
});

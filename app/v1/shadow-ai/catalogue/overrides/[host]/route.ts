import { deleteOverride, putOverride } from "@/lib/domains/shadow-ai";
import { HostParams, OverrideDocument, StoredOverride } from "@/lib/domains/shadow-ai/schemas-catalogue";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/catalogue/overrides/{host}", {
  PUT: route(
    {
      summary: "Override what the catalogue says of a host",
      description:
        "`{host}` is a host name, or `*.` and a domain for every host below it; 404 for anything else. What was said of it before is replaced. Traffic is matched by it from now on, and what is known of the host's uses is judged anew. `ignore: true` has the host's traffic passed over. Every change is an event on the audit chain. At most 1,000 hosts (409).",
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
      summary: "Take back an override of the catalogue",
      description: "The host is again what the catalogue says of it.",
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
});

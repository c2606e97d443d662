import { deleteOverride, putOverride } from "@/lib/domains/shadow-ai";
import { HostParams, OverrideDocument, StoredOverride } from "@/lib/domains/shadow-ai/schemas-catalogue";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/catalogue/overrides/{host}", {
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
});

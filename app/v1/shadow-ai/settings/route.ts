import { getSettings, updateSettings } from "@/lib/domains/shadow-ai";
import { SettingsDocument } from "@/lib/domains/shadow-ai/schemas-settings";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

const version = { noun: "settings" };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/settings", {
  GET: route(
    {
      summary: "Get the detection settings",
      description: "Returns the defaults if the organisation has not changed its settings.",
      scope: "shadow_ai:read",
      limit: "shadow-ai.read",
      response: SettingsDocument,
      version,
    },
    (ctx) => getSettings(ctx),
  ),

  PUT: route(
    {
      summary: "Replace the detection settings",
      description:
        "Replaces all settings; omitted members get their defaults. Departments and their ranges apply to logs imported from now on. All other settings also apply to existing data. With `If-Match`, the update is rejected (412) if the settings have changed since they were read. Every change is recorded on the audit chain.",
      scope: "shadow_ai:write",
      permission: "shadow_ai:configure",
      limit: "shadow-ai.write",
      body: SettingsDocument,
      response: SettingsDocument,
      version,
      errors: ["precondition_failed"],
    },
    (ctx, { body, expectedVersion }) => updateSettings(ctx, body, expectedVersion),
  ),
});

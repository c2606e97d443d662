import { getSettings, updateSettings } from "@/lib/domains/shadow-ai";
import { SettingsDocument } from "@/lib/domains/shadow-ai/schemas-settings";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

const version = { noun: "settings" };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/settings", {
  GET: route(
    {
      summary: "Read the settings of shadow AI detection",
      description: "The defaults, for an organisation that has decided nothing.",
      scope: "shadow_ai:read",
      limit: "shadow-ai.read",
      response: SettingsDocument,
      version,
    },
    (ctx) => getSettings(ctx),
  ),

  PUT: route(
    {
      summary: "Replace the settings of shadow AI detection",
      description:
        "As a whole: what the body leaves out has its default. Departments and their ranges hold for logs that are read from now on; everything else is applied to what is known, too. With `If-Match` the change is refused (412) when the settings have changed since they were read. Every change is an event on the audit chain.",
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

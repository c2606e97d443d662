import { createHash } from "node:crypto";
import { appendInTransaction } from "@/lib/audit-chain";
import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { jcs } from "@/lib/jcs";
import { entityTag, matches, preconditionFailed } from "@/lib/resource/entity-tag";
import { lockDetections } from "@/lib/shadow-ai/detections/detection-store";
import { findSettings, lockSettings, saveSettings } from "@/lib/shadow-ai/organisation/settings-store";
import type { ShadowAiSettings } from "@/lib/shadow-ai/schemas-settings";
import { askForAnalysis, markAllUses } from "@/lib/shadow-ai/uses/use-store";

/** What the organisation decided about the detection of shadow AI; the defaults for what it did not. */
export async function getSettings(ctx: Context): Promise<ShadowAiSettings> {
  return findSettings(ctx.tx, ctx.organisation.id);
}

/**
 * Replaces the organisation's settings as a whole; what the body left out has its default. The change is an event on the
 * chain, and every use is looked at again under the new settings. `ifMatch` is the request's `If-Match` header. Settings
 * that are already so change nothing and are no event. Throws `precondition_failed`.
 */
export async function updateSettings(
  ctx: Context,
  settings: ShadowAiSettings,
  ifMatch?: string,
): Promise<ShadowAiSettings> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockSettings(tx, organisationId);
    const before = await findSettings(tx, organisationId);
    if (ifMatch !== undefined && !matches(ifMatch, before)) {
      throw preconditionFailed("settings of shadow AI detection", before);
    }
    if (entityTag(before) === entityTag(settings)) return before;
    const now = new Date(ctx.clock.now());
    await lockDetections(tx, organisationId);
    await saveSettings(tx, organisationId, settings, now);
    await markAllUses(tx, organisationId, now);
    await askForAnalysis(tx, organisationId);
    const records = [{ table: "shadow_ai_settings" as const, id: organisationId }];
    await appendInTransaction(ctx, tx, [{ eventType: "CONFIG_CHANGE", payload: changeOf(before, settings), records }]);
    return settings;
  });
}

/** What the chain is told. Departments may be many: they are told of by their number and by what proves them. */
function changeOf(before: ShadowAiSettings, after: ShadowAiSettings): Record<string, unknown> {
  const names = Object.keys(after) as (keyof ShadowAiSettings)[];
  const changed = names.filter((name) => jcs(before[name]) !== jcs(after[name]));
  return {
    kind: "SHADOW_AI_SETTINGS",
    changed: changed.map((name) => ({ setting: name, before: toldOf(name, before), after: toldOf(name, after) })),
    settingsHash: hashOf(after),
  };
}

function toldOf(name: keyof ShadowAiSettings, settings: ShadowAiSettings): unknown {
  const value = settings[name];
  return name === "departments" ? { departments: settings.departments.length, hash: hashOf(value) } : value;
}

function hashOf(value: unknown): string {
  return `sha256:${createHash("sha256").update(jcs(value)).digest("hex")}`;
}

import { createHash } from "node:crypto";
import { recordConfigurationChange } from "@/lib/domains/audit-chain";
import { lockDetections } from "@/lib/domains/shadow-ai/detections/detection-store";
import { findSettings, lockSettings, saveSettings } from "@/lib/domains/shadow-ai/organisation/settings-store";
import type { ShadowAiSettings } from "@/lib/domains/shadow-ai/schemas-settings";
import { markAllUses, requestAnalysis } from "@/lib/domains/shadow-ai/uses/use-store";
import type { Context } from "@/lib/platform/core/context";
import { jcs } from "@/lib/platform/crypto/jcs";
import { inTransaction } from "@/lib/platform/database/db";
import { entityTag, matches, preconditionFailed } from "@/lib/platform/resource/entity-tag";

/** The organisation's settings for detection, with defaults. */
export async function getSettings(ctx: Context): Promise<ShadowAiSettings> {
  return findSettings(ctx.tx, ctx.organisation.id);
}

/**
 * Replaces all settings of the organisation. Records the change on the chain and analyses every use again under the new
 * settings. Identical settings change nothing and are not recorded.
 *
 * @throws `precondition_failed`
 */
export async function updateSettings(
  ctx: Context,
  settings: ShadowAiSettings,
  expectedVersion?: string,
): Promise<ShadowAiSettings> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await lockSettings(tx, organisationId);
    const before = await findSettings(tx, organisationId);
    if (expectedVersion !== undefined && !matches(expectedVersion, before)) {
      throw preconditionFailed("shadow AI detection settings", before);
    }
    if (entityTag(before) === entityTag(settings)) return before;
    const now = new Date(ctx.clock.now());
    await lockDetections(tx, organisationId);
    await saveSettings(tx, organisationId, settings, now);
    await markAllUses(tx, organisationId, now);
    await requestAnalysis(tx, organisationId);
    await recordConfigurationChange(ctx, tx, {
      kind: "SHADOW_AI_SETTINGS",
      record: { table: "shadow_ai_settings", id: organisationId },
      payload: changeOf(before, settings),
    });
    return settings;
  });
}

/** Event payload of a change. Departments may be many, so the event contains their number and a hash. */
function changeOf(before: ShadowAiSettings, after: ShadowAiSettings): Record<string, unknown> {
  const names = Object.keys(after) as (keyof ShadowAiSettings)[];
  const changed = names.filter((name) => jcs(before[name]) !== jcs(after[name]));
  return {
    changed: changed.map((name) => ({
      setting: name,
      before: loggedValueOf(name, before),
      after: loggedValueOf(name, after),
    })),
    settingsHash: hashOf(after),
  };
}

function loggedValueOf(name: keyof ShadowAiSettings, settings: ShadowAiSettings): unknown {
  const value = settings[name];
  return name === "departments" ? { departments: settings.departments.length, hash: hashOf(value) } : value;
}

function hashOf(value: unknown): string {
  return `sha256:${createHash("sha256").update(jcs(value)).digest("hex")}`;
}

import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound } from "@/lib/errors";
import { recordIntegrationChange } from "@/lib/integrations/record-change";
import { requireModels } from "@/lib/integrations/require-models";
import type { Integration, UpdateIntegration } from "@/lib/integrations/schemas";
import {
  changeIntegration,
  type IntegrationChange,
  lockIntegration,
  type StoredIntegration,
} from "@/lib/integrations/store";
import { toIntegration } from "@/lib/integrations/to-integration";
import { versionOf } from "@/lib/integrations/version";
import { jcs } from "@/lib/jcs";
import { matches, preconditionFailed } from "@/lib/resource/entity-tag";

/**
 * Sets what `change` names and leaves the rest. One that is enabled again is given its whole time before it counts as
 * silent; one that is disabled counts as disconnected no more. `ifMatch` is the request's `If-Match` header. A change to
 * what is already so changes nothing and is no event. Throws `not_found`, `model_not_registered`, `precondition_failed`.
 */
export async function updateIntegration(
  ctx: Context,
  id: string,
  change: UpdateIntegration,
  ifMatch?: string,
): Promise<Integration> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    const locked = await lockIntegration(tx, organisationId, id);
    if (!locked) throw notFound("integration");
    const before = toIntegration(locked);
    if (ifMatch !== undefined && !matches(ifMatch, versionOf(before))) {
      throw preconditionFailed("integration", versionOf(before));
    }
    await requireModels({ ...ctx, tx }, change);

    const changed = membersThatDiffer(before, change);
    if (changed.length === 0) return before;
    const now = new Date(Math.max(ctx.clock.now(), locked.updatedAt.getTime()));
    const after = await changeIntegration(tx, organisationId, id, columnsOf(locked, change, now));
    await recordIntegrationChange(ctx, tx, { kind: "INTEGRATION_UPDATED", integration: after, more: { changed } });
    return toIntegration(after);
  });
}

function membersThatDiffer(before: Integration, change: UpdateIntegration): string[] {
  return Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .filter(([name, value]) => jcs(value) !== jcs(before[name as keyof UpdateIntegration]))
    .map(([name]) => name);
}

function columnsOf(stored: StoredIntegration, change: UpdateIntegration, now: Date): IntegrationChange {
  const { name, models, defaultModelId, silentAfterHours, enabled } = change;
  return {
    updatedAt: now,
    ...(name === undefined ? {} : { name }),
    ...(models === undefined ? {} : { models }),
    ...(defaultModelId === undefined ? {} : { defaultModelId }),
    ...(silentAfterHours === undefined ? {} : { silentAfterHours }),
    ...(enabled === undefined || enabled === stored.enabled ? {} : { enabled, ...switched(enabled, now) }),
  };
}

function switched(enabled: boolean, now: Date) {
  return { disconnectedAt: null, ...(enabled ? { listeningSince: now } : {}) };
}

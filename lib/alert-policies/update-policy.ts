import { recordPolicyChange } from "@/lib/alert-policies/record-change";
import { requireModels } from "@/lib/alert-policies/require-models";
import type { AlertPolicy, UpdateAlertPolicy } from "@/lib/alert-policies/schemas";
import {
  activatePolicy,
  changePolicy,
  changePolicySet,
  findFigures,
  findPolicy,
  type PolicyChange,
  type StoredPolicy,
} from "@/lib/alert-policies/store";
import { toPolicy, versionOf } from "@/lib/alert-policies/to-policy";
import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound } from "@/lib/errors";
import { jcs } from "@/lib/jcs";
import { matches, preconditionFailed } from "@/lib/resource/entity-tag";

/**
 * Sets what `change` names and leaves the rest. Another rule, and enabling, begin afresh behind the event that records
 * them, with nothing of before counted. `ifMatch` is the request's `If-Match` header. A change to what is already so
 * changes nothing and is no event. Throws `not_found`, `precondition_failed`, `model_not_registered`.
 */
export async function updatePolicy(
  ctx: Context,
  id: string,
  change: UpdateAlertPolicy,
  ifMatch?: string,
): Promise<AlertPolicy> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await changePolicySet(tx, organisationId);
    const stored = await findPolicy(tx, organisationId, id);
    if (!stored) throw notFound("alert policy");
    const figures = (await findFigures(tx, organisationId, [id])).get(id);
    const before = toPolicy(stored, figures);
    const version = versionOf(before);
    if (ifMatch !== undefined && !matches(ifMatch, version)) throw preconditionFailed("alert policy", version);

    const changed = membersThatDiffer(before, change);
    if (changed.length === 0) return before;
    if (change.rule && changed.includes("rule")) await requireModels({ ...ctx, tx }, change.rule);
    const isAfresh = changed.includes("rule") || (changed.includes("enabled") && change.enabled === true);
    const now = new Date(Math.max(ctx.clock.now(), stored.updatedAt.getTime()));
    const after = await changePolicy(tx, organisationId, id, columnsOf(stored, change, { now, isAfresh }));
    const position = await recordPolicyChange(ctx, tx, {
      kind: "ALERT_POLICY_UPDATED",
      policy: after,
      more: { changed },
    });
    if (isAfresh) await activatePolicy(tx, organisationId, id, position);
    return toPolicy(after, figures);
  });
}

function membersThatDiffer(before: AlertPolicy, change: UpdateAlertPolicy): string[] {
  return Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .filter(([name, value]) => jcs(value) !== jcs(before[name as keyof UpdateAlertPolicy]))
    .map(([name]) => name);
}

function columnsOf(
  stored: StoredPolicy,
  { mutedUntil, ...change }: UpdateAlertPolicy,
  { now, isAfresh }: { now: Date; isAfresh: boolean },
): PolicyChange {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return {
    ...given,
    ...(mutedUntil !== undefined && { mutedUntil: mutedUntil === null ? null : new Date(mutedUntil) }),
    ...(isAfresh && { ruleRevision: stored.ruleRevision + 1 }),
    updatedAt: now,
  };
}

import {
  AlertPolicy,
  type AlertPolicyList,
  type AlertRule,
  type CreateAlertPolicy,
  type ListAlertPolicies,
  type UpdateAlertPolicy,
} from "@/lib/domains/alert-policies/schemas";
import { findFigures, type PolicyFigures, policies, type StoredPolicy } from "@/lib/domains/alert-policies/store";
import { followChain, recordConfigurationChange, unfollowChain } from "@/lib/domains/audit-chain";
import { requireRegistered } from "@/lib/domains/models";
import type { Context } from "@/lib/platform/core/context";
import type { Transaction } from "@/lib/platform/database/db";
import { applyChange } from "@/lib/platform/resource/apply-change";
import { withIsoTimes } from "@/lib/platform/resource/record-store";

/**
 * Creates a policy, which evaluates events after the one that records it.
 *
 * @throws `model_not_registered`, `conflict` at the limit.
 */
export async function createPolicy(ctx: Context, input: CreateAlertPolicy): Promise<AlertPolicy> {
  return policies.create(ctx, async (tx, record) => {
    await requireModels({ ...ctx, tx }, input.rule);
    const policy = await policies.insert(tx, { ...input, ...record, mutedUntil: input.mutedUntil ?? null });
    const position = await recordPolicyChange(ctx, tx, { kind: "ALERT_POLICY_CREATED", policy });
    await policies.change(tx, policy, { activeFrom: position });
    return toPolicy(policy, undefined);
  });
}

/** @throws `not_found` */
export async function getPolicy(ctx: Context, id: string): Promise<AlertPolicy> {
  const stored = await policies.require(ctx, id);
  const figures = await findFigures(ctx.tx, ctx.organisation.id, [id]);
  return toPolicy(stored, figures.get(id));
}

/** The organisation's policies, newest first. Throws `invalid_cursor`. */
export async function listPolicies(ctx: Context, query: ListAlertPolicies): Promise<AlertPolicyList> {
  return policies.list(ctx, query, async (rows) => {
    const ids = rows.map(({ id }) => id);
    const figures = await findFigures(ctx.tx, ctx.organisation.id, ids);
    return rows.map((stored) => toPolicy(stored, figures.get(stored.id)));
  });
}

/**
 * Changes the members that `patch` names. A new rule, and enabling, restart the evaluation after the event that records
 * the change.
 *
 * @throws `not_found`, `precondition_failed`, `model_not_registered`.
 */
export async function updatePolicy(
  ctx: Context,
  id: string,
  patch: UpdateAlertPolicy,
  expectedVersion?: string,
): Promise<AlertPolicy> {
  const organisationId = ctx.organisation.id;
  return applyChange(ctx, {
    noun: "alert policy",
    patch,
    expectedVersion,
    async lock(tx) {
      const stored = await policies.lock(tx, organisationId, id);
      return stored && { ...stored, figures: (await findFigures(tx, organisationId, [id])).get(id) };
    },
    view: (stored: StoredPolicy & { figures: PolicyFigures | undefined }) => toPolicy(stored, stored.figures),
    version: versionOf,
    check: (_, { given }, tx) => given.rule && requireModels({ ...ctx, tx }, given.rule),
    async save({ figures, ...before }, { given, names, now }, tx) {
      const restarts = given.rule !== undefined || given.enabled === true;
      const policy = await policies.change(tx, before, {
        ...given,
        ...(restarts && { ruleRevision: { increment: 1 } }),
        updatedAt: now,
      });
      const more = { changed: names };
      const position = await recordPolicyChange(ctx, tx, { kind: "ALERT_POLICY_UPDATED", policy, more });
      if (restarts) await policies.change(tx, policy, { activeFrom: position });
      return { ...policy, figures };
    },
  });
}

/** Deletes a policy. Its row and its alerts are kept. Throws `not_found`. */
export async function deletePolicy(ctx: Context, id: string): Promise<void> {
  await policies.remove(ctx, id, { enabled: false }, (tx, policy) =>
    recordPolicyChange(ctx, tx, { kind: "ALERT_POLICY_DELETED", policy }),
  );
}

/** @throws `model_not_registered` */
export function requireModels(ctx: Context, { modelIds = [] }: AlertRule): Promise<void> {
  const places = modelIds.map((modelId, i) => ({ path: `rule.modelIds[${i}]`, modelId }));
  return requireRegistered(ctx, places, "The rule contains models that are not registered in this organisation.");
}

/**
 * Records a change of a policy, as the last step of its transaction: follows the chain while a policy is enabled, and
 * appends the event. The event has only the number of recipients, because addresses are personal data.
 *
 * @returns the event's position on the chain.
 */
export async function recordPolicyChange(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  { kind, policy, more }: { kind: PolicyChangeKind; policy: StoredPolicy; more?: Record<string, unknown> },
): Promise<number> {
  const organisationId = ctx.organisation.id;
  if (await policies.has(tx, organisationId, { enabled: true }))
    await followChain(tx, organisationId, alertFollower, { gathers: true });
  else await unfollowChain(tx, organisationId, alertFollower);
  const { id: policyId, name, rule, severity, recipients, cooldownMinutes, mutedUntil, enabled } = policy;
  return recordConfigurationChange(ctx, tx, {
    kind,
    record: { table: "alert_policies", id: policyId },
    payload: {
      ...{ policyId, name, rule, severity, recipients: recipients.length, cooldownMinutes },
      mutedUntil: mutedUntil?.toISOString() ?? null,
      enabled,
      ...more,
    },
  });
}

type PolicyChangeKind = "ALERT_POLICY_CREATED" | "ALERT_POLICY_UPDATED" | "ALERT_POLICY_DELETED";

/** The name under which policies follow a chain. */
export const alertFollower = "alert-policies";

export function toPolicy(stored: StoredPolicy, figures: PolicyFigures | undefined): AlertPolicy {
  const { alerts = 0, suppressed = 0, muted = 0, lastFiredAt = null } = figures ?? {};
  return AlertPolicy.parse({
    ...withIsoTimes(stored),
    figures: { alerts, suppressed, muted, lastTriggeredAt: lastFiredAt?.toISOString() ?? null },
  });
}

/** The part of a policy that its entity tag covers: new alerts must not cause conflicts. */
export function versionOf({ figures: _, ...settings }: AlertPolicy): Omit<AlertPolicy, "figures"> {
  return settings;
}

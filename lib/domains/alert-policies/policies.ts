import type {
  AlertPolicy,
  AlertPolicyList,
  AlertRule,
  CreateAlertPolicy,
  ListAlertPolicies,
  UpdateAlertPolicy,
} from "@/lib/domains/alert-policies/schemas";
import {
  activatePolicy,
  changePolicy,
  changePolicySet,
  countPolicies,
  findFigures,
  findPolicies,
  findPolicy,
  hasEnabledPolicy,
  insertPolicy,
  type PolicyFigures,
  type StoredPolicy,
} from "@/lib/domains/alert-policies/store";
import { followChain, recordConfigurationChange, unfollowChain } from "@/lib/domains/audit-chain";
import { requireRegistered } from "@/lib/domains/models";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { applyChange } from "@/lib/platform/resource/apply-change";
import { listPage } from "@/lib/platform/resource/list-page";

/** Policies per organisation, enabled or not. */
export const policiesMax = 1_000;

const noun = "alert policy";

/**
 * Creates a policy, which evaluates events after the one that records it.
 *
 * @throws `model_not_registered`, `conflict` at the limit.
 */
export async function createPolicy(ctx: Context, input: CreateAlertPolicy): Promise<AlertPolicy> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await changePolicySet(tx, organisationId);
    if ((await countPolicies(tx, organisationId)) >= policiesMax)
      throw new ServiceError(
        "conflict",
        `An organisation can have up to ${policiesMax.toLocaleString("en")} alert policies. Delete one first.`,
      );
    await requireModels({ ...ctx, tx }, input.rule);
    const nowMs = ctx.clock.now();
    const { mutedUntil, ...settings } = input;
    const stored = await insertPolicy(tx, {
      ...settings,
      id: newId("alertPolicy", nowMs),
      organisationId,
      mutedUntil: mutedUntil == null ? null : new Date(mutedUntil),
      createdAt: new Date(nowMs),
    });
    const position = await recordPolicyChange(ctx, tx, { kind: "ALERT_POLICY_CREATED", policy: stored });
    await activatePolicy(tx, organisationId, stored.id, position);
    return toPolicy(stored, undefined);
  });
}

/** @throws `not_found` */
export async function getPolicy(ctx: Context, id: string): Promise<AlertPolicy> {
  const stored = await findPolicy(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound(noun);
  const figures = await findFigures(ctx.tx, ctx.organisation.id, [id]);
  return toPolicy(stored, figures.get(id));
}

/** The organisation's policies, newest first. Throws `invalid_cursor`. */
export async function listPolicies(ctx: Context, query: ListAlertPolicies): Promise<AlertPolicyList> {
  const organisationId = ctx.organisation.id;
  const { rows, pagination } = await listPage(ctx, {
    name: "alert-policies",
    query,
    rows: (slice, reader) => findPolicies(reader, organisationId, query, slice),
    count: (reader) => countPolicies(reader, organisationId, query),
  });
  const ids = rows.map(({ id }) => id);
  const figures = await findFigures(ctx.tx, organisationId, ids);
  return { data: rows.map((stored) => toPolicy(stored, figures.get(stored.id))), pagination };
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
    noun,
    patch,
    expectedVersion,
    async lock(tx) {
      await changePolicySet(tx, organisationId);
      const stored = await findPolicy(tx, organisationId, id);
      if (!stored) return null;
      const figures = (await findFigures(tx, organisationId, [id])).get(id);
      return { ...stored, figures };
    },
    view: (stored: StoredPolicy & { figures: PolicyFigures | undefined }) => toPolicy(stored, stored.figures),
    version: versionOf,
    check: (_, { given }, tx) => given.rule && requireModels({ ...ctx, tx }, given.rule),
    async save({ ruleRevision, figures }, { given, names, now }, tx) {
      const { mutedUntil, ...settings } = given;
      const restarts = given.rule !== undefined || given.enabled === true;
      const policy = await changePolicy(tx, organisationId, id, {
        ...settings,
        ...(mutedUntil !== undefined && { mutedUntil: mutedUntil === null ? null : new Date(mutedUntil) }),
        ...(restarts && { ruleRevision: ruleRevision + 1 }),
        updatedAt: now,
      });
      const more = { changed: names };
      const position = await recordPolicyChange(ctx, tx, { kind: "ALERT_POLICY_UPDATED", policy, more });
      if (restarts) await activatePolicy(tx, organisationId, id, position);
      return { ...policy, figures };
    },
  });
}

/** Deletes a policy. Its row and its alerts are kept. Throws `not_found`. */
export async function deletePolicy(ctx: Context, id: string): Promise<void> {
  const organisationId = ctx.organisation.id;
  await inTransaction(ctx.tx, async (tx) => {
    await changePolicySet(tx, organisationId);
    const stored = await findPolicy(tx, organisationId, id);
    if (!stored) throw notFound(noun);
    const now = new Date(Math.max(ctx.clock.now(), stored.updatedAt.getTime()));
    const policy = await changePolicy(tx, organisationId, id, { enabled: false, deletedAt: now, updatedAt: now });
    await recordPolicyChange(ctx, tx, { kind: "ALERT_POLICY_DELETED", policy });
  });
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
  if (await hasEnabledPolicy(tx, organisationId))
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
  return {
    id: stored.id,
    name: stored.name,
    description: stored.description,
    rule: stored.rule,
    severity: stored.severity,
    recipients: stored.recipients,
    cooldownMinutes: stored.cooldownMinutes,
    mutedUntil: stored.mutedUntil?.toISOString() ?? null,
    enabled: stored.enabled,
    figures: {
      alerts: figures?.alerts ?? 0,
      suppressed: figures?.suppressed ?? 0,
      muted: figures?.muted ?? 0,
      lastTriggeredAt: figures?.lastFiredAt?.toISOString() ?? null,
    },
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
  };
}

/** The part of a policy that its entity tag covers: new alerts must not cause conflicts. */
export function versionOf({ figures: _, ...settings }: AlertPolicy): Omit<AlertPolicy, "figures"> {
  return settings;
}

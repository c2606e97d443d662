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
  findFirstPolicies,
  findPolicies,
  findPolicy,
  hasEnabledPolicy,
  insertPolicy,
  type PolicyChange,
  type PolicyFigures,
  type PolicyFilter,
  type StoredPolicy,
} from "@/lib/domains/alert-policies/store";
import { appendInTransaction, followChain, unfollowChain } from "@/lib/domains/audit-chain";
import { requireRegistered } from "@/lib/domains/models";
import type { Context } from "@/lib/platform/core/context";
import { notFound, ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { jcs } from "@/lib/platform/crypto/jcs";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { matches, preconditionFailed } from "@/lib/platform/resource/entity-tag";
import { type Place, paginate, readPlace } from "@/lib/platform/resource/list-page";

/** Policies an organisation may have, enabled or not. */
export const policiesMax = 1_000;

/**
 * Makes a policy, which is about events behind the one that records it. Throws `model_not_registered` for a rule about a
 * model that there is not, `conflict` when the organisation has as many policies as it may.
 */
export async function createPolicy(ctx: Context, input: CreateAlertPolicy): Promise<AlertPolicy> {
  const organisationId = ctx.organisation.id;
  return inTransaction(ctx.tx, async (tx) => {
    await changePolicySet(tx, organisationId);
    if ((await countPolicies(tx, organisationId)) >= policiesMax) {
      throw new ServiceError(
        "conflict",
        `The organisation has ${policiesMax} alert policies, which is the most it may have. Delete one first.`,
      );
    }
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

/** A policy of the organisation, enabled or not; throws `not_found`, also for one that was deleted. */
export async function getPolicy(ctx: Context, id: string): Promise<AlertPolicy> {
  const stored = await findPolicy(ctx.tx, ctx.organisation.id, id);
  if (!stored) throw notFound("alert policy");
  const figures = await findFigures(ctx.tx, ctx.organisation.id, [id]);
  return toPolicy(stored, figures.get(id));
}

/**
 * The organisation's policies, newest first, without those that were deleted. Policies made between two pages show on
 * neither; `total` is that of the first page. Throws `invalid_cursor` for a cursor of another organisation or filter.
 */
export async function listPolicies(ctx: Context, query: ListAlertPolicies): Promise<AlertPolicyList> {
  const { limit, cursor, ...filter } = query;
  const organisationId = ctx.organisation.id;
  const binding = ["alert-policies", organisationId, filter];
  const place = readPlace(cursor, binding);
  const { policies, total } = await findPage(organisationId, filter, place, limit + 1);
  const { rows, pagination } = paginate(policies, { limit, place, total, binding, before: ({ id }) => id });
  const figures = await findFigures(
    ctx.tx,
    organisationId,
    rows.map(({ id }) => id),
  );
  return { data: rows.map((stored) => toPolicy(stored, figures.get(stored.id))), pagination };
}

async function findPage(organisationId: string, filter: PolicyFilter, place: Place | undefined, take: number) {
  if (!place) return findFirstPolicies(organisationId, filter, take);
  const policies = await findPolicies(organisationId, filter, { beforeId: place.before, take });
  return { policies, total: place.total };
}

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

/**
 * Ends a policy for good: it raises no more alerts and is not found any more, by a second deletion neither. Its row, and the
 * alerts that it raised, stay. Throws `not_found`.
 */
export async function deletePolicy(ctx: Context, id: string): Promise<void> {
  const organisationId = ctx.organisation.id;
  await inTransaction(ctx.tx, async (tx) => {
    await changePolicySet(tx, organisationId);
    const stored = await findPolicy(tx, organisationId, id);
    if (!stored) throw notFound("alert policy");
    const now = new Date(Math.max(ctx.clock.now(), stored.updatedAt.getTime()));
    const policy = await changePolicy(tx, organisationId, id, { enabled: false, deletedAt: now, updatedAt: now });
    await recordPolicyChange(ctx, tx, { kind: "ALERT_POLICY_DELETED", policy });
  });
}

/** Refuses a rule about models that the organisation has not registered. */
export function requireModels(ctx: Context, { modelIds = [] }: AlertRule): Promise<void> {
  const places = modelIds.map((modelId, i) => ({ path: `rule.modelIds[${i}]`, modelId }));
  return requireRegistered(
    ctx,
    places,
    (count) => `The rule names ${count === 1 ? "a model" : "models"} that this organisation has not registered.`,
  );
}

/**
 * Ends a change of an organisation's policies, as the last thing in its transaction: the chain is followed exactly while a
 * policy is enabled, and the change is an event on the chain, by whoever made it. Of the recipients the event has their
 * number, because nothing is ever taken off a chain. Answers the event's position.
 */
export async function recordPolicyChange(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  { kind, policy, more = {} }: { kind: PolicyChangeKind; policy: StoredPolicy; more?: Record<string, unknown> },
): Promise<number> {
  const organisationId = ctx.organisation.id;
  if (await hasEnabledPolicy(tx, organisationId)) {
    await followChain(tx, organisationId, alertFollower, { gathers: true });
  } else await unfollowChain(tx, organisationId, alertFollower);
  const { id: policyId, name, rule, severity, recipients, cooldownMinutes, mutedUntil, enabled } = policy;
  const [appended] = await appendInTransaction(ctx, tx, [
    {
      eventType: "CONFIG_CHANGE",
      payload: {
        kind,
        policyId,
        name,
        rule,
        severity,
        recipients: recipients.length,
        cooldownMinutes,
        mutedUntil: mutedUntil?.toISOString() ?? null,
        enabled,
        ...more,
      },
      records: [{ table: "alert_policies", id: policyId }],
    },
  ]);
  if (!appended) throw new Error("a change has no event");
  return appended.chainPosition;
}

type PolicyChangeKind = "ALERT_POLICY_CREATED" | "ALERT_POLICY_UPDATED" | "ALERT_POLICY_DELETED";

/** The name under which policies follow a chain. */
export const alertFollower = "alert-policies";

/** A stored policy as callers see it. */
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

/** What an entity tag names: figures move by themselves, and must not keep anybody from changing what they read. */
export function versionOf({ figures: _, ...settings }: AlertPolicy): Omit<AlertPolicy, "figures"> {
  return settings;
}

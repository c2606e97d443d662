import { alertFollower } from "@/lib/alert-policies/alert-follower";
import { hasEnabledPolicy, type StoredPolicy } from "@/lib/alert-policies/store";
import { appendInTransaction, followChain, unfollowChain } from "@/lib/audit-chain";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db";

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

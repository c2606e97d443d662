import { recordPolicyChange } from "@/lib/alert-policies/record-change";
import { requireModels } from "@/lib/alert-policies/require-models";
import type { AlertPolicy, CreateAlertPolicy } from "@/lib/alert-policies/schemas";
import { activatePolicy, changePolicySet, countPolicies, insertPolicy } from "@/lib/alert-policies/store";
import { toPolicy } from "@/lib/alert-policies/to-policy";
import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { newId } from "@/lib/ids";

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

import { recordPolicyChange } from "@/lib/alert-policies/record-change";
import { changePolicy, changePolicySet, findPolicy } from "@/lib/alert-policies/store";
import type { Context } from "@/lib/context";
import { inTransaction } from "@/lib/db";
import { notFound } from "@/lib/errors";

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

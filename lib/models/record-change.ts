import { appendInTransaction } from "@/lib/audit-chain";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db";
import type { StoredModel } from "@/lib/models/store";

/**
 * Records a change of a model on the chain, as the last step of its transaction. The owner's address and the description,
 * which may name people, are covered by the sealed state only.
 */
export async function recordModelChange(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  kind: "MODEL_REGISTERED" | "MODEL_CHANGED",
  { id: modelId, name, version, provider, riskTier, archivedAt }: StoredModel,
): Promise<void> {
  const payload = { kind, modelId, name, version, provider, riskTier, archived: archivedAt !== null };
  await appendInTransaction(ctx, tx, [
    { eventType: "CONFIG_CHANGE", payload, records: [{ table: "models", id: modelId }] },
  ]);
}

import { appendInTransaction } from "@/lib/audit-chain";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db";
import type { StoredHold } from "@/lib/legal-holds/store";

/**
 * Writes a change of a hold to the chain, as the last thing in its transaction. Why it was placed or released is not in the
 * event: such a text may speak of people, and nothing is ever taken off the system model.
 */
export async function recordHoldChange(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  { kind, hold, eventId }: { kind: "LEGAL_HOLD_PLACED" | "LEGAL_HOLD_RELEASED"; hold: RecordedHold; eventId: string },
): Promise<void> {
  const { id: holdId, name, reference, modelIds, dateFrom, dateTo } = hold;
  const dateRange = dateFrom && dateTo ? { from: dateFrom.toISOString(), to: dateTo.toISOString() } : null;
  await appendInTransaction(ctx, tx, [
    {
      id: eventId,
      eventType: "CONFIG_CHANGE",
      payload: { kind, holdId, name, reference, modelIds, dateRange },
      records: [{ table: "legal_holds", id: holdId }],
    },
  ]);
}

type RecordedHold = Pick<StoredHold, "id" | "name" | "reference" | "modelIds" | "dateFrom" | "dateTo">;

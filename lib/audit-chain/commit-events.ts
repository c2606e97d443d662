import { appendLocked, type Outcome } from "@/lib/audit-chain/append";
import { groupCommit } from "@/lib/audit-chain/group-commit";
import type { PreparedEvent } from "@/lib/audit-chain/prepare";
import { sqlInTransaction } from "@/lib/audit-chain/sql";
import type { Context } from "@/lib/context";

/** Appends in the caller's transaction where there is one, else with whatever else is being committed. */
export async function commitEvents(ctx: Context, events: PreparedEvent[], atomic: boolean): Promise<Outcome[]> {
  if (!ctx.tx) return groupCommit().submit(ctx.organisation.id, events, atomic);
  const [outcomes = []] = await appendLocked(sqlInTransaction(ctx.tx), ctx.organisation.id, [{ events, atomic }]);
  return outcomes;
}

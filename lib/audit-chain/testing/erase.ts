import { eraseContent } from "@/lib/audit-chain/erasure/erase-content";
import { findErasable } from "@/lib/audit-chain/erasure/erasure-store";
import { findEventAt } from "@/lib/audit-chain/store";
import type { TestChain } from "@/lib/audit-chain/testing/chain";
import { inTransaction } from "@/lib/db";

/** Erases the contents of the events at some positions, one after the other, whatever a hold or a rule says. */
export async function eraseEvents({ ctx }: Pick<TestChain, "ctx">, ...positions: number[]): Promise<void> {
  const organisationId = ctx.organisation.id;
  for (const position of positions) {
    const { id = "" } = (await findEventAt(organisationId, position)) ?? {};
    await inTransaction(ctx.tx, async (tx) => {
      const event = await findErasable(tx, organisationId, id);
      if (!event) throw new Error("there is no such event");
      await eraseContent(ctx, tx, event, { legalBasis: "GDPR_ART_17", reference: "DSR-1" });
    });
  }
}

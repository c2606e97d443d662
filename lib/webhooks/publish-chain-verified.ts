import { findPassedVerification } from "@/lib/audit-chain";
import type { Clock } from "@/lib/clock";
import { inTransaction } from "@/lib/db";
import { findOrganisation } from "@/lib/organisations";
import { publish } from "@/lib/webhooks/publish";

/** Publishes `chain.verified` for a verification that passed; nothing for any other. A verification is told once. */
export async function publishChainVerified(
  organisationId: string,
  verificationId: string,
  clock: Clock,
): Promise<void> {
  const [organisation, passed] = await Promise.all([
    findOrganisation(organisationId),
    findPassedVerification(organisationId, verificationId),
  ]);
  if (!organisation || !passed) return;
  const { from: fromPosition, to: toPosition, eventsVerified, headHash, checkpoint, verifiedAt } = passed;
  await inTransaction(undefined, (tx) =>
    publish(tx, {
      organisation,
      clock,
      type: "chain.verified",
      data: { fromPosition, toPosition, eventsVerified, headHash, checkpoint, verifiedAt },
      sourceKey: `chain.verified ${verificationId}`,
      occurredAtMs: Date.parse(verifiedAt),
    }),
  );
}

import { countReopened, findFinding } from "@/lib/audit-chain";
import type { Clock } from "@/lib/clock";
import { inTransaction } from "@/lib/db";
import { findOrganisation } from "@/lib/organisations";
import { publish } from "@/lib/webhooks/publish";

/** Publishes `chain.integrity_failure` for a finding; nothing where there is no such finding. A finding is notified once, and again each time it is reopened. */
export async function publishIntegrityFailure(
  organisationId: string,
  eventId: string,
  code: string,
  clock: Clock,
): Promise<void> {
  const [organisation, finding] = await Promise.all([
    findOrganisation(organisationId),
    findFinding(organisationId, eventId, code),
  ]);
  if (!organisation || !finding) return;
  const reopened = await countReopened(organisationId, eventId, code);
  await inTransaction(undefined, (tx) =>
    publish(tx, {
      organisation,
      clock,
      type: "chain.integrity_failure",
      data: { ...finding, error: code },
      sourceKey: `chain.integrity_failure ${eventId} ${code}${reopened > 0 ? ` ${reopened}` : ""}`,
      occurredAtMs: Date.parse(finding.detectedAt),
    }),
  );
}

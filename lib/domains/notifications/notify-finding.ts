import { countReopened, findFinding, findingIdOf } from "@/lib/domains/audit-chain";
import { notifyMembers } from "@/lib/domains/notifications/notify";
import { findOrganisation } from "@/lib/domains/organisations";
import type { Clock } from "@/lib/platform/core/clock";
import { inTransaction } from "@/lib/platform/database/db";

/**
 * Notifies members of an integrity finding, once and again each time it is reopened. Does nothing if the finding does not
 * exist.
 */
export async function notifyFinding(
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
  const subjectId = findingIdOf(organisationId, eventId, code);
  const facts = { code, chainPosition: finding.chainPosition, reopened: reopened > 0 };
  const sourceKey = `finding ${subjectId} ${reopened}`;
  const ctx = { organisation, actor: { kind: "system", id: "audit-chain" } as const, clock };
  await inTransaction(undefined, (tx) =>
    notifyMembers(ctx, tx, [{ kind: "CHAIN_FINDING", subjectId, facts, sourceKey }]),
  );
}

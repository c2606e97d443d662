import { type NotifiedEvent, notifyMembers } from "@/lib/domains/notifications";
import { sweepOrganisations } from "@/lib/domains/organisations";
import { silentAfterMs } from "@/lib/domains/shadow-ai/overview/statistics";
import { findNewlySilent } from "@/lib/domains/shadow-ai/overview/store";
import type { Clock } from "@/lib/platform/core/clock";
import { inTransaction } from "@/lib/platform/database/db";

/**
 * Notifies members of the next `limit` organisations after an ID of log sources that have become silent, once until the
 * source sends records again. Logs that were sent within a single day, such as an uploaded file, are not expected again.
 *
 * @returns the last ID, or undefined at the end. Maintenance over all organisations.
 */
export async function notifySilentSources(
  clock: Clock,
  page: { after: string; limit: number },
): Promise<{ after: string | undefined }> {
  return sweepOrganisations(page, "could not notify members of silent log sources", async (organisation) => {
    const silent = await findNewlySilent(organisation.id, new Date(clock.now() - silentAfterMs));
    const events = silent.map(({ id, name, lastRecordAt }): NotifiedEvent => {
      const facts = { name, lastRecordAt: lastRecordAt.toISOString() };
      return {
        ...{ kind: "LOG_SOURCE_SILENT", subjectId: id, facts },
        sourceKey: `source silent ${id} ${facts.lastRecordAt}`,
      };
    });
    const ctx = { organisation, actor: { kind: "system", id: "shadow-ai" } as const, clock };
    await inTransaction(undefined, (tx) => notifyMembers(ctx, tx, events));
  });
}

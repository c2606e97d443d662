import { findExpiringKeys } from "@/lib/domains/api-keys/store";
import { type NotifiedEvent, notifyMembers } from "@/lib/domains/notifications";
import { sweepOrganisations } from "@/lib/domains/organisations";
import type { Clock } from "@/lib/platform/core/clock";
import { inTransaction } from "@/lib/platform/database/db";

const noticeMs = 14 * 86_400_000;

/**
 * Notifies the administrators of the next `limit` organisations after an ID of API keys that expire within 14 days and
 * were not rotated, once for each key. Keys with a lifetime of less than 28 days are skipped.
 *
 * @returns the last ID, or undefined at the end. Maintenance over all organisations.
 */
export async function notifyExpiringKeys(
  clock: Clock,
  page: { after: string; limit: number },
): Promise<{ after: string | undefined }> {
  return sweepOrganisations(page, "could not notify administrators of expiring API keys", async (organisation) => {
    const found = await findExpiringKeys(organisation.id, clock.now(), noticeMs);
    const events = found.map(({ id, name, hint, expiresAt: expiry }): NotifiedEvent => {
      const expiresAt = expiry.toISOString();
      const facts = { name, hint, expiresAt };
      return { kind: "API_KEY_EXPIRING", subjectId: id, facts, sourceKey: `key expiring ${id} ${expiresAt}` };
    });
    const ctx = { organisation, actor: { kind: "system", id: "api-keys" } as const, clock };
    await inTransaction(undefined, (tx) => notifyMembers(ctx, tx, events));
  });
}

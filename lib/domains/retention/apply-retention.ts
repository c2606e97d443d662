import { appendInTransaction } from "@/lib/domains/audit-chain";
import { heldPeriods } from "@/lib/domains/legal-holds";
import { deleteOldNotifications, notificationDays } from "@/lib/domains/notifications";
import { type Organisation, sweepOrganisations } from "@/lib/domains/organisations";
import { deleteOldReports } from "@/lib/domains/reports";
import { deleteOldTraffic } from "@/lib/domains/shadow-ai";
import { deleteOldDeliveries } from "@/lib/domains/webhooks";
import { type Clock, isoMilliseconds } from "@/lib/platform/core/clock";
import type { Outdated } from "@/lib/platform/core/periods";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { deleteOldMails } from "@/lib/platform/mail";
import { metrics } from "@/lib/platform/telemetry/metrics";

interface Kind {
  /** Null: indefinitely. */
  days(organisation: Organisation): number | null;
  /** Deletes a batch of older rows and returns their number. */
  delete(tx: Transaction, organisationId: string, outdated: Outdated): Promise<number>;
}

/** Data with a retention period. Evidence packages expire separately; the chain is never deleted. */
const kinds = {
  webhookDeliveries: { days: ({ webhookRetentionDays }) => webhookRetentionDays, delete: deleteOldDeliveries },
  observations: { days: ({ observationRetentionDays }) => observationRetentionDays, delete: deleteOldTraffic },
  mails: { days: ({ mailRetentionDays }) => mailRetentionDays, delete: deleteOldMails },
  reports: { days: ({ reportRetentionDays }) => reportRetentionDays, delete: deleteOldReports },
  notifications: { days: () => notificationDays, delete: deleteOldNotifications },
} satisfies Record<string, Kind>;

type RetainedKind = keyof typeof kinds;

const kindNames = Object.keys(kinds) as RetainedKind[];
const dayMs = 24 * 60 * 60_000;

/** Rows per table and transaction, and transactions per organisation and run. */
const rowsAtOnce = 5_000;
const partsMax = 200;

type Counts = Partial<Record<RetainedKind, number>>;

/**
 * Deletes data whose retention period has ended and that is not on hold, in parts. Each part is a transaction with an
 * event that records the counts. Returns the totals.
 */
export async function applyRetention(organisation: Organisation, clock: Clock): Promise<Counts> {
  const totals: Counts = {};
  for (let part = 0; part < partsMax; part++) {
    const counts = await inTransaction(undefined, (tx) => deletePart(tx, organisation, clock));
    for (const kind of kindNames) {
      const count = counts[kind] ?? 0;
      if (count === 0) continue;
      totals[kind] = (totals[kind] ?? 0) + count;
      metrics().retentionDeleted.inc({ kind }, count);
    }
    if (Object.keys(counts).length === 0) break;
  }
  return totals;
}

async function deletePart(tx: Transaction, organisation: Organisation, clock: Clock): Promise<Counts> {
  const { id: organisationId } = organisation;
  const kept = await heldPeriods(tx, organisationId);
  const deleted: Counts = {};
  const before: Partial<Record<RetainedKind, string>> = {};
  for (const kind of kindNames) {
    const days = kinds[kind].days(organisation);
    if (days === null) continue;
    const beforeMs = clock.now() - days * dayMs;
    const outdated = { before: new Date(beforeMs), kept, take: rowsAtOnce };
    const count = await kinds[kind].delete(tx, organisationId, outdated);
    if (count === 0) continue;
    deleted[kind] = count;
    before[kind] = isoMilliseconds(beforeMs);
  }
  if (Object.keys(deleted).length > 0) {
    const ctx = { organisation, actor: { kind: "system" as const, id: "retention" }, clock };
    const payload = { kind: "RETENTION_APPLIED", deleted, before, holds: kept.length };
    await appendInTransaction(ctx, tx, [{ eventType: "CONFIG_CHANGE", payload }]);
  }
  return deleted;
}

/**
 * Applies retention to the next `limit` organisations after an id; a failure of one does not stop the others. @returns
 * the last id, or undefined at the end. Maintenance over all organisations.
 */
export async function applyRetentionToAll(
  clock: Clock,
  page: { after: string; limit: number },
): Promise<{ after: string | undefined }> {
  return sweepOrganisations(page, "could not delete data past its retention period", (organisation) =>
    applyRetention(organisation, clock),
  );
}

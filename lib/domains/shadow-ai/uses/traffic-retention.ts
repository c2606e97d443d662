import { clientKeyDays } from "@/lib/domains/shadow-ai/imports/client-keys";
import { forgetUsersBefore } from "@/lib/domains/shadow-ai/users/identification-store";
import {
  deleteBefore,
  deleteTrafficBefore,
  type KeptTable,
  trafficTables,
} from "@/lib/domains/shadow-ai/uses/traffic-store";
import type { Clock } from "@/lib/platform/core/clock";
import type { Outdated } from "@/lib/platform/core/periods";
import type { Transaction } from "@/lib/platform/database/db";

/** Retention in days. */
export const retentionDays = {
  /** Maximum for statistics by five minutes and by day. An organisation may shorten it. */
  traffic: 400,
  /** Record hashes: longer than the oldest record accepted without backfill (31 days). */
  seenRecords: 35,
} as const;

/** Maximum clock difference of sensors ahead of the service. */
const futureMs = 5 * 60_000;
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** The reason for rejecting a record by its time; null for an accepted record. */
export function timeliness({
  nowMs,
  maxLatenessHours,
  backfill,
}: {
  nowMs: number;
  maxLatenessHours: number;
  backfill: boolean;
}): (atMs: number) => string | null {
  const latestMs = nowMs + futureMs;
  const earliestMs = nowMs - (backfill ? retentionDays.traffic * dayMs : maxLatenessHours * hourMs);
  const tooOld = backfill
    ? `The record is older than ${retentionDays.traffic} days, the retention period for traffic.`
    : `The record is older than ${maxLatenessHours} hours. Send old records as backfill.`;
  return (atMs) => {
    if (atMs < earliestMs) return tooOld;
    return atMs > latestMs ? "The record is in the future. Check the sensor's clock and time zone." : null;
  };
}

/**
 * The start of the retention period of record hashes. Hashes of backfilled records are kept as long as the traffic they
 * were added to.
 */
export function hashesKeptFrom(nowMs: number, backfill: boolean): Date {
  return new Date(nowMs + (backfill ? (retentionDays.traffic - retentionDays.seenRecords) * dayMs : 0));
}

/** Retention in days for all organisations. A client key is destroyed this many days after its day has ended. */
const keptDays: Record<KeptTable, number> = {
  shadow_ai_client_keys: clientKeyDays + 1,
  shadow_ai_seen_records: retentionDays.seenRecords + 1,
  shadow_ai_waiting_connections: 1,
};

/** Maximum number of rows deleted per statement. */
const rowsMax = 20_000;

/** Deletes expired hashes and keys. Returns the number of rows by table. */
export async function pruneTraffic(clock: Clock): Promise<Record<KeptTable, number>> {
  const deleted: [string, number][] = [];
  for (const [table, days] of Object.entries(keptDays)) {
    deleted.push([table, await prune(table as KeptTable, new Date(clock.now() - days * dayMs))]);
  }
  return Object.fromEntries(deleted) as Record<KeptTable, number>;
}

async function prune(table: KeptTable, before: Date): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await deleteBefore(table, before, rowsMax);
    total += count;
    if (count < rowsMax) return total;
  }
}

/**
 * Deletes an organisation's traffic statistics before a time, uses without a detection, import records, and the pseudonyms
 * in requests. Keeps detections. Returns the number of rows.
 */
export async function deleteOldTraffic(tx: Transaction, organisationId: string, outdated: Outdated): Promise<number> {
  let deleted = 0;
  for (const table of trafficTables) deleted += await deleteTrafficBefore(tx, table, organisationId, outdated);
  return deleted + (await forgetUsersBefore(tx, organisationId, outdated));
}

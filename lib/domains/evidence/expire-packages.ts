import { changeLocked, type LockedPackage, recordPackageChange } from "@/lib/domains/evidence/package-changes";
import { isOver } from "@/lib/domains/evidence/packages";
import {
  changePackage,
  type DuePackage,
  findDuePackages,
  findUnannouncedExpiries,
  type PackageKey,
  type StoredPackage,
} from "@/lib/domains/evidence/store";
import { archiveOf } from "@/lib/domains/evidence/timestamp-packages";
import { holdsOver } from "@/lib/domains/legal-holds";
import { publish } from "@/lib/domains/webhooks";
import type { Clock } from "@/lib/platform/core/clock";
import type { Transaction } from "@/lib/platform/database/db";
import { storage } from "@/lib/platform/storage";
import { log } from "@/lib/platform/telemetry/log";

/** Packages that a sweep processes at a time. */
const packagesMax = 500;

/**
 * Publishes `evidence.expired` once for every download URL that has expired without replacement. Returns their number.
 */
export async function publishExpiredUrls(clock: Clock): Promise<number> {
  const unannounced = await findUnannouncedExpiries(new Date(clock.now()), packagesMax);
  return countDone(unannounced, (key) =>
    changeLocked(key, { clock }, async (locked) => {
      if (!isUnannounced(locked.stored, clock)) return false;
      await publishExpiry(locked);
      return true;
    }),
  );
}

/**
 * Expires packages, except under a legal hold. The file is removed before the row changes: an interrupted sweep finds
 * the row again. Returns their number.
 */
export async function expirePackages(clock: Clock): Promise<number> {
  let ended = 0;
  let last: DuePackage | undefined;
  do {
    const due = await findDuePackages(new Date(clock.now()), { behind: last, limit: packagesMax });
    ended += await endPackages(due, clock);
    last = due.length < packagesMax ? undefined : due.at(-1);
  } while (last);
  return ended;
}

async function endPackages(due: DuePackage[], clock: Clock): Promise<number> {
  return countDone(due, ({ storageKey, ...key }) =>
    changeLocked(key, { becomes: "EXPIRED", clock }, async (locked) => {
      const { tx, ctx, stored } = locked;
      if (!isOver(stored, clock.now())) return false;
      if (await isHeld(tx, key.organisationId, stored)) return false;
      for (const file of [storageKey, archiveOf(storageKey)]) await storage().remove(file);
      if (isUnannounced(stored, clock)) await publishExpiry(locked);
      const expired = await changePackage(tx, key.organisationId, key.packageId, {
        status: "EXPIRED",
        storageKey: null,
        work: "{}",
      });
      const more = { packageHash: stored.packageHash };
      await recordPackageChange(ctx, tx, { kind: "EVIDENCE_EXPIRED", stored: expired, more });
      return true;
    }),
  );
}

async function isHeld(tx: Transaction, organisationId: string, stored: StoredPackage): Promise<boolean> {
  const { modelId, dateFrom, dateTo } = stored;
  const period = { fromMs: dateFrom.getTime(), toMs: dateTo.getTime() };
  return (await holdsOver(tx, organisationId, { modelId, period })).length > 0;
}

/** A package that fails, for example because the storage does not respond, does not block the others. */
async function countDone<Key extends PackageKey>(
  keys: Key[],
  work: (key: Key) => Promise<boolean | undefined>,
): Promise<number> {
  let done = 0;
  for (const key of keys) {
    try {
      if (await work(key)) done += 1;
    } catch (error) {
      log().error({ err: error, packageId: key.packageId }, "an evidence package could not be expired");
    }
  }
  return done;
}

function isUnannounced({ status, downloadUrlExpiresAt, expiryToldFor }: StoredPackage, clock: Clock): boolean {
  if (status !== "READY" || !downloadUrlExpiresAt || downloadUrlExpiresAt.getTime() > clock.now()) return false;
  return expiryToldFor?.getTime() !== downloadUrlExpiresAt.getTime();
}

async function publishExpiry({ tx, ctx: { organisation, clock }, stored }: LockedPackage): Promise<void> {
  const { id, modelId, framework, downloadUrlExpiresAt } = stored;
  if (!downloadUrlExpiresAt) return;
  const expiry = downloadUrlExpiresAt.toISOString();
  await publish(tx, {
    organisation,
    clock,
    type: "evidence.expired",
    data: { id, modelId, framework, downloadUrlExpiresAt: expiry },
    sourceKey: `evidence.expired ${id} ${expiry}`,
    occurredAtMs: downloadUrlExpiresAt.getTime(),
  });
  await changePackage(tx, organisation.id, id, { expiryToldFor: downloadUrlExpiresAt });
}

import type { UseTraffic } from "@/lib/domains/shadow-ai/detect";
import { activityDays, lastDays } from "@/lib/domains/shadow-ai/detections/deadlines";
import type { StoredDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import type { DetectionUsers } from "@/lib/domains/shadow-ai/schemas-users";
import type { UserKey } from "@/lib/domains/shadow-ai/users/user-keys";
import {
  addToUserDays,
  findUserFigures,
  findUserKey,
  hasUser,
  type UserDays,
} from "@/lib/domains/shadow-ai/users/user-store";
import { fingerprintsOf } from "@/lib/domains/shadow-ai/uses/detection-traffic";
import type { Transaction } from "@/lib/platform/database/db";

/**
 * Adds the users of traffic, unless the key that hashed their names has been deleted. The caller holds the
 * lock of the organisation's detections.
 */
export async function addUsers(
  tx: Transaction,
  organisationId: string,
  { enabledAt }: UserKey,
  traffic: UseTraffic[],
): Promise<void> {
  const days = traffic.flatMap(({ use: { fingerprint }, users }) => users.map((day) => ({ ...day, fingerprint })));
  if (days.length === 0) return;
  const current = await findUserKey(tx, organisationId);
  if (current?.enabledAt.getTime() !== enabledAt.getTime()) return;
  await addToUserDays(tx, organisationId, days);
}

/** Maximum number of users shown. */
const usersMax = 100;

/**
 * The users whose traffic a detection counts in the last 30 days, most requests first; null without a key. Exact times and
 * bytes would identify the log lines of a user, so the result contains days and rounded bytes.
 */
export async function findUsersOf(
  tx: Transaction,
  stored: StoredDetection,
  nowMs: number,
): Promise<DetectionUsers | null> {
  const { organisationId } = stored;
  if (!(await findUserKey(tx, organisationId))) return null;
  const { count, users } = await findUserFigures(tx, organisationId, await daysOf(tx, stored, nowMs), usersMax);
  return {
    count,
    pseudonyms: users.map((user) => ({ ...user, bytesOut: rounded(user.bytesOut), bytesIn: rounded(user.bytesIn) })),
  };
}

/** To two significant digits. */
function rounded(bytes: number): number {
  return Number(bytes.toPrecision(2));
}

/** Whether a detection counts traffic of a user in the last 30 days. */
export async function isUserOf(
  tx: Transaction,
  stored: StoredDetection,
  { pseudonym, nowMs }: { pseudonym: string; nowMs: number },
): Promise<boolean> {
  return hasUser(tx, stored.organisationId, await daysOf(tx, stored, nowMs), pseudonym);
}

async function daysOf(tx: Transaction, stored: StoredDetection, nowMs: number): Promise<UserDays> {
  const { fingerprints, since } = await fingerprintsOf(tx, stored);
  return { fingerprints, days: lastDays(nowMs, activityDays).filter((day) => day >= since.slice(0, day.length)) };
}

import type { UseTraffic } from "@/lib/domains/shadow-ai/detect";
import type { StoredDetection } from "@/lib/domains/shadow-ai/detections/detection-store";
import type { DetectionUsers } from "@/lib/domains/shadow-ai/schemas-users";
import type { UserKey } from "@/lib/domains/shadow-ai/users/user-keys";
import { addToUserDays, findUserFigures, findUserKey } from "@/lib/domains/shadow-ai/users/user-store";
import { fingerprintsOf } from "@/lib/domains/shadow-ai/uses/detection-traffic";
import type { Transaction } from "@/lib/platform/database/db";

/**
 * Adds the users of traffic, unless the key with which their names were hashed has been deleted since. The caller holds the
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

/** The users whose traffic a detection counts, most requests first; null without a key. */
export async function findUsersOf(tx: Transaction, stored: StoredDetection): Promise<DetectionUsers | null> {
  const { organisationId } = stored;
  if (!(await findUserKey(tx, organisationId))) return null;
  const { fingerprints, since } = await fingerprintsOf(tx, stored);
  const { count, users } = await findUserFigures(tx, organisationId, fingerprints, { since, take: usersMax });
  return {
    count,
    pseudonyms: users.map(({ firstSeenAt, lastSeenAt, ...user }) => ({
      ...user,
      firstSeenAt: firstSeenAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
  };
}

/** Whether a detection counts traffic of a user. */
export async function isUserOf(tx: Transaction, stored: StoredDetection, pseudonym: string): Promise<boolean> {
  const { fingerprints, since } = await fingerprintsOf(tx, stored);
  const only = { since, take: 1, only: pseudonym };
  return (await findUserFigures(tx, stored.organisationId, fingerprints, only)).count > 0;
}

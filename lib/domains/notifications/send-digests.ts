import { findRecipients, type MemberRecipient } from "@/lib/domains/members";
import { describeNotification } from "@/lib/domains/notifications/facts";
import { readChoices } from "@/lib/domains/notifications/preferences";
import { findDigestRecipients, lockRecipient, takeForDigest } from "@/lib/domains/notifications/store";
import { type Organisation, sweepOrganisations } from "@/lib/domains/organisations";
import { publicUrl } from "@/lib/platform/config/public-url";
import type { Clock } from "@/lib/platform/core/clock";
import { inTransaction, isDatabaseUnavailable } from "@/lib/platform/database/db";
import { notificationDigestMail, queueMail } from "@/lib/platform/mail";
import { log } from "@/lib/platform/telemetry/log";

const dayMs = 24 * 60 * 60_000;

/** A digest also includes notifications of days on which no digest could be sent, up to a week. */
const coveredMs = 7 * dayMs;

/**
 * Sends the daily digest to the members of the next `limit` organisations after an ID: at most one e-mail per member and
 * day (UTC), and none without unread notifications. A failure for one member does not stop the others.
 *
 * @returns the last ID, or undefined at the end. Maintenance over all organisations.
 */
export async function sendDigests(
  clock: Clock,
  page: { after: string; limit: number },
): Promise<{ after: string | undefined; sent: number }> {
  let sent = 0;
  const { after } = await sweepOrganisations(page, "could not send notification digests", async (organisation) => {
    sent += await sendDigestsOf(organisation, clock);
  });
  return { after, sent };
}

async function sendDigestsOf(organisation: Organisation, clock: Clock): Promise<number> {
  const now = new Date(clock.now());
  const period = { now, from: new Date(now.getTime() - coveredMs), day: startOfDay(now) };
  const waiting = new Set(await findDigestRecipients(organisation.id, period.from));
  if (waiting.size === 0) return 0;
  const members = (await findRecipients(undefined, organisation.id, now)).filter(({ id }) => waiting.has(id));
  let sent = 0;
  for (const member of members) {
    try {
      if (await sendDigest(organisation, member, period, clock)) sent += 1;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      log().error({ organisationId: organisation.id, memberId: member.id, err: error }, "could not send a digest");
    }
  }
  return sent;
}

/** One transaction for each member, so that the e-mail and its notifications are recorded together. */
function sendDigest(
  organisation: Organisation,
  member: MemberRecipient,
  period: { now: Date; from: Date; day: Date },
  clock: Clock,
): Promise<boolean> {
  const { id: organisationId } = organisation;
  return inTransaction(undefined, async (tx) => {
    await lockRecipient(tx, member.id);
    const choices = (await readChoices(tx, organisationId, [member])).get(member.id) ?? [];
    const kinds = choices.filter(({ email }) => email === "DAILY").map(({ kind }) => kind);
    const taken = await takeForDigest(tx, { organisationId, memberId: member.id, kinds }, period);
    if (taken.length === 0) return false;
    const mail = notificationDigestMail({
      organisation,
      notifications: taken.map((stored) => ({ ...describeNotification(stored), at: stored.createdAt })),
      // Kinds that the member turned off in the dashboard are not listed there.
      notificationsUrl: taken.some(({ inApp }) => inApp) ? publicUrl("/notifications") : null,
      preferencesUrl: publicUrl("/account#notifications"),
    });
    await queueMail(tx, { organisationId, to: member.email, template: "notification-digest", ...mail }, clock);
    return true;
  });
}

function startOfDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / dayMs) * dayMs);
}

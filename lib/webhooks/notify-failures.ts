import type { Clock } from "@/lib/clock";
import { inTransaction, type Transaction } from "@/lib/db";
import { findOrganisation } from "@/lib/organisations";
import { disableEndpoint } from "@/lib/webhooks/disable-endpoint";
import { disableAbovePercent, type HealthFigures, healthWindowDays, judgeHealth } from "@/lib/webhooks/endpoint-health";
import { findFailures, findHealthFigures, findNotices, noteNotice } from "@/lib/webhooks/health-store";
import { type Organisation, queueOwnerMail } from "@/lib/webhooks/owner-mail";
import { lockEndpoint, lockEndpointSet, type StoredEndpoint } from "@/lib/webhooks/store";

const windowMs = healthWindowDays * 24 * 60 * 60 * 1000;

/** Mails about failed deliveries of one endpoint are at least this far apart. */
export const mailGapMs = 60 * 60 * 1000;

/**
 * What failed less than this ago is left to the next look: a transaction that began before may still be writing it, and
 * what a mail has passed over no later one would tell.
 */
export const settleMs = 2_000;

interface EndpointKey {
  organisationId: string;
  endpointId: string;
}

/**
 * Looks at how the deliveries to an endpoint went, warns its owner, or disables it, by the rule of `judgeHealth`. A warning
 * holds as long as the window that it was about. Answers what was done.
 */
export async function evaluateHealth(key: EndpointKey, clock: Clock): Promise<"fine" | "warned" | "disabled"> {
  const done = await withEndpoint(key, async (tx, organisation, endpoint) => {
    const nowMs = clock.now();
    const windowStart = new Date(Math.max(nowMs - windowMs, endpoint.listeningSince.getTime()));
    const figures = await findHealthFigures(tx, key.organisationId, key.endpointId, windowStart);
    const { warnedAt } = (await findNotices(tx, key.organisationId, key.endpointId)) ?? {};
    const isWarned = warnedAt != null && warnedAt.getTime() > nowMs - windowMs;
    const verdict = endpoint.active ? judgeHealth(figures, isWarned) : "fine";
    if (verdict === "fine") return "fine";
    const at = new Date(nowMs);
    const told = { finished: figures.finished, failed: figures.failed, days: healthWindowDays };
    if (verdict === "disable") {
      await disableEndpoint(tx, organisation, endpoint, {
        reason: disabledReason(figures),
        at,
        figures: told,
        recoverSince: windowStart,
      });
      return "disabled";
    }
    await noteNotice(tx, key.organisationId, key.endpointId, { warnedAt: at });
    await queueOwnerMail(
      tx,
      organisation,
      endpoint,
      {
        template: "endpoint-warned",
        told: { figures: told, disableAbovePercent },
      },
      clock,
    );
    return "warned";
  });
  return done ?? "fine";
}

function disabledReason({ finished, failed }: HealthFigures): string {
  return `More than ${disableAbovePercent} % of its deliveries failed in the last ${healthWindowDays} days: ${failed} of ${finished}.`;
}

/**
 * Mails the owner of an endpoint about the deliveries that failed since the mail before, when that was an hour ago. Those of
 * the hour are told by a later call. Answers how many were told.
 */
export async function tellFailures(key: EndpointKey, clock: Clock): Promise<number> {
  const told = await withEndpoint(key, async (tx, organisation, endpoint) => {
    const until = new Date(clock.now() - settleMs);
    const { failureMailedAt } = (await findNotices(tx, key.organisationId, key.endpointId)) ?? {};
    if (failureMailedAt && until.getTime() - failureMailedAt.getTime() < mailGapMs) return 0;
    const after = failureMailedAt ?? endpoint.listeningSince;
    const { count, oldestAt, newest } = await findFailures(tx, key.organisationId, key.endpointId, { after, until });
    if (count === 0 || !oldestAt) return 0;
    await noteNotice(tx, key.organisationId, key.endpointId, { failureMailedAt: until });
    await queueOwnerMail(
      tx,
      organisation,
      endpoint,
      {
        template: "delivery-failed",
        told: { count, failures: newest, recoverSince: oldestAt },
      },
      clock,
    );
    return count;
  });
  return told ?? 0;
}

/** Locks an endpoint that was not deleted. For one that was there is nothing to do. */
async function withEndpoint<T>(
  { organisationId, endpointId }: EndpointKey,
  work: (tx: Transaction, organisation: Organisation, endpoint: StoredEndpoint) => Promise<T>,
): Promise<T | undefined> {
  const organisation = await findOrganisation(organisationId);
  if (!organisation) throw new Error(`no organisation ${organisationId}`);
  return inTransaction(undefined, async (tx) => {
    await lockEndpointSet(tx, organisationId);
    const endpoint = await lockEndpoint(tx, organisationId, endpointId);
    return endpoint ? work(tx, organisation, endpoint) : undefined;
  });
}

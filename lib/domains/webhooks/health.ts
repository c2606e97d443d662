import { notifyMembers } from "@/lib/domains/notifications";
import { findOrganisation } from "@/lib/domains/organisations";
import { recordEndpointChange } from "@/lib/domains/webhooks/endpoints";
import {
  type EndpointKey,
  findFailureStreak,
  findFailures,
  findHealthFigures,
  findUnmailedEndpoints,
} from "@/lib/domains/webhooks/health-store";
import { endpoints, endUndelivered, type StoredEndpoint } from "@/lib/domains/webhooks/store";
import { env } from "@/lib/platform/config/env";
import type { Clock } from "@/lib/platform/core/clock";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { lostAfterMs } from "@/lib/platform/jobs/events";
import { enqueue } from "@/lib/platform/jobs/outbox-store";
import { deliveryFailedMail, endpointDisabledMail, endpointWarnedMail, queueMail } from "@/lib/platform/mail";
import type { RenderedMail } from "@/lib/platform/mail/render";
import type { DeliveryFigures } from "@/lib/platform/mail/templates/endpoint-mails";

/** Number of days of finished deliveries that determine an endpoint's health. */
export const healthWindowDays = 7;

/** Percentages of failed deliveries: the first causes a warning, exceeding the second disables the endpoint. */
const warnAtPercent = 40;
export const disableAbovePercent = 50;

/** With fewer deliveries or a shorter period, no action is taken. */
const finishedMin = 20;
const spanMinMs = 24 * 60 * 60 * 1000;

/** Deliveries that finished in the window after the endpoint was enabled, except those that the owner ended. */
export interface HealthFigures {
  finished: number;
  failed: number;
  /** From the first of them to the last, in milliseconds. */
  spanMs: number;
}

/**
 * The action that an endpoint's failure rate requires (specification, "Webhook delivery": disabled above 50 % failed
 * over 7 days, after an e-mail). A warning always comes first, and the failures it was based on do not also disable the
 * endpoint.
 */
export function judgeHealth(
  { finished, failed, spanMs }: HealthFigures,
  isWarned: boolean,
): "fine" | "warn" | "disable" {
  if (finished < finishedMin || spanMs < spanMinMs) return "fine";
  if (!isWarned) return failed * 100 >= finished * warnAtPercent ? "warn" : "fine";
  return failed * 100 > finished * disableAbovePercent ? "disable" : "fine";
}

const windowMs = healthWindowDays * 24 * 60 * 60 * 1000;

/** Minimum time between e-mails about failed deliveries of one endpoint. */
export const mailGapMs = 60 * 60 * 1000;

/**
 * Failures more recent than this are left to the next check: an open transaction may still be writing one, and a
 * failure that an e-mail skips is not reported by a later e-mail.
 */
export const settleMs = 2_000;

/**
 * Warns the owner of an endpoint whose deliveries fail, or disables the endpoint, by the rule of `judgeHealth`. A
 * warning applies for the length of the window.
 */
export async function evaluateHealth(key: EndpointKey, clock: Clock): Promise<"fine" | "warned" | "disabled"> {
  const done = await withEndpoint(key, async (tx, organisation, endpoint) => {
    const nowMs = clock.now();
    const windowStart = new Date(Math.max(nowMs - windowMs, endpoint.listeningSince.getTime()));
    const found = await findHealthFigures(tx, key, windowStart);
    const isWarned = endpoint.warnedAt !== null && endpoint.warnedAt.getTime() > nowMs - windowMs;
    const verdict = endpoint.active ? judgeHealth(found, isWarned) : "fine";
    if (verdict === "fine") return "fine";
    const at = new Date(nowMs);
    const figures = { finished: found.finished, failed: found.failed, days: healthWindowDays };
    if (verdict === "disable") {
      const reason = `More than ${disableAbovePercent}% of deliveries failed in the last ${healthWindowDays} days (${found.failed} of ${found.finished}).`;
      await disableEndpoint(tx, organisation, endpoint, { reason, at, figures, recoverSince: windowStart });
      return "disabled";
    }
    const warned = await endpoints.change(tx, endpoint, { warnedAt: at });
    await queueOwnerMail(tx, organisation, clock, "endpoint-warned", (notice) =>
      endpointWarnedMail({ ...notice, endpoint: warned, figures, disableAbovePercent }),
    );
    return "warned";
  });
  return done ?? "fine";
}

/**
 * E-mails the owner of an endpoint about the deliveries that failed since the previous e-mail, and notifies members once
 * for each streak of failures. If the previous e-mail was less than an hour ago, a later call reports the failures.
 * Returns their number.
 */
export async function notifyFailures(key: EndpointKey, clock: Clock): Promise<number> {
  const mailed = await withEndpoint(key, async (tx, organisation, endpoint) => {
    const until = new Date(clock.now() - settleMs);
    const { failureMailedAt, listeningSince } = endpoint;
    if (failureMailedAt && until.getTime() - failureMailedAt.getTime() < mailGapMs) return 0;
    const after = failureMailedAt ?? listeningSince;
    const { count, oldestAt, newest: failures } = await findFailures(tx, key, { after, until });
    if (count === 0 || !oldestAt) return 0;
    await endpoints.change(tx, endpoint, { failureMailedAt: until });
    await notifyOfStreak(tx, organisation, endpoint, clock);
    await queueOwnerMail(tx, organisation, clock, "delivery-failed", (notice) =>
      deliveryFailedMail({ ...notice, endpoint, count, failures, recoverSince: oldestAt }),
    );
    return count;
  });
  return mailed ?? 0;
}

/** Notifies members that deliveries have been failing since the last successful one. */
async function notifyOfStreak(
  tx: Transaction,
  organisation: Organisation,
  endpoint: StoredEndpoint,
  clock: Clock,
): Promise<void> {
  const { id, url, description, listeningSince } = endpoint;
  const since = await findFailureStreak(tx, { organisationId: organisation.id, endpointId: id }, listeningSince);
  if (!since || !URL.canParse(url)) return;
  const ctx = { organisation, actor: { kind: "system", id: "webhooks" } as const, clock };
  const facts = { host: new URL(url).host, description: description.trim(), since: since.toISOString() };
  await notifyMembers(ctx, tx, [
    { kind: "DELIVERIES_FAILED", subjectId: id, facts, sourceKey: `deliveries failed ${id} ${facts.since}` },
  ]);
}

/** Locks an endpoint. Does nothing if it was deleted. */
async function withEndpoint<T>(
  { organisationId, endpointId }: EndpointKey,
  work: (tx: Transaction, organisation: Organisation, endpoint: StoredEndpoint) => Promise<T>,
): Promise<T | undefined> {
  const organisation = await findOrganisation(organisationId);
  if (!organisation) throw new Error(`no organisation ${organisationId}`);
  return inTransaction(undefined, async (tx) => {
    const endpoint = await endpoints.lock(tx, organisationId, endpointId);
    return endpoint ? work(tx, organisation, endpoint) : undefined;
  });
}

interface DisableCause {
  /** A sentence for the endpoint's owner. */
  reason: string;
  at: Date;
  /** Null if figures are not the cause. */
  figures: DeliveryFigures | null;
  /** When the oldest delivery that may be worth replaying was created. */
  recoverSince: Date;
}

/**
 * Disables an endpoint by the service, as the last step of a transaction that holds its lock: ends its pending deliveries,
 * mails the owner and records the change on the chain.
 */
export async function disableEndpoint(
  tx: Transaction,
  organisation: Organisation,
  before: StoredEndpoint,
  { reason, at, figures, recoverSince }: DisableCause,
): Promise<void> {
  const clock = { now: () => at.getTime() };
  const updatedAt = new Date(Math.max(at.getTime(), before.updatedAt.getTime()));
  const change = { active: false, disabledAt: at, disabledReason: reason, updatedAt };
  const endpoint = await endpoints.change(tx, before, change);
  await endUndelivered(tx, endpoint, "endpoint_disabled", at);
  await queueOwnerMail(tx, organisation, clock, "endpoint-disabled", (notice) =>
    endpointDisabledMail({ ...notice, endpoint, reason, disabledAt: at, figures, recoverSince }),
  );
  const ctx = { organisation, actor: { kind: "system", id: "webhooks" } as const, clock };
  await recordEndpointChange(ctx, tx, { kind: "WEBHOOK_ENDPOINT_DISABLED", endpoint, more: { reason } });
}

type Organisation = NonNullable<Awaited<ReturnType<typeof findOrganisation>>>;

/** Queues an e-mail to the account's owner, if one is known. */
async function queueOwnerMail(
  tx: Transaction,
  organisation: Organisation,
  clock: Clock,
  template: string,
  render: (notice: { organisation: Organisation; publicUrl: string | undefined }) => RenderedMail,
): Promise<void> {
  const { id: organisationId, ownerEmail: to } = organisation;
  if (to === null) return;
  const mail = render({ organisation, publicUrl: env().PUBLIC_URL });
  await queueMail(tx, { organisationId, to, template, ...mail }, clock);
}

const unmailedMax = 100;

/**
 * Emits the failure event again for endpoints whose owners have not been notified: because of a lost event, or because
 * the failure was within an hour of an e-mail. Returns the number of endpoints.
 */
export async function sweepUnmailedFailures(clock: Clock): Promise<number> {
  const nowMs = clock.now();
  const bounds = {
    failedUntil: new Date(nowMs - settleMs - lostAfterMs),
    mailedUntil: new Date(nowMs - mailGapMs - settleMs),
  };
  const unmailed = await findUnmailedEndpoints(bounds, unmailedMax);
  await inTransaction(undefined, async (tx) => {
    for (const endpoint of unmailed) {
      await enqueue(tx, [{ name: "webhooks/delivery.failed", data: endpoint }], {
        key: `webhooks/delivery.failed ${endpoint.endpointId}`,
      });
    }
  });
  return unmailed.length;
}

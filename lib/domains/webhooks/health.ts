import { findOrganisation } from "@/lib/domains/organisations";
import { enqueueDue } from "@/lib/domains/webhooks/deliveries";
import { takeOverdue } from "@/lib/domains/webhooks/delivery-store";
import { recordEndpointChange } from "@/lib/domains/webhooks/endpoints";
import {
  findFailures,
  findHealthFigures,
  findNotices,
  findUnmailedEndpoints,
  noteNotice,
} from "@/lib/domains/webhooks/health-store";
import {
  changeEndpoint,
  endUndelivered,
  lockEndpoint,
  lockEndpointSet,
  type StoredEndpoint,
} from "@/lib/domains/webhooks/store";
import { env } from "@/lib/platform/config/env";
import type { Clock } from "@/lib/platform/core/clock";
import { inTransaction, type Transaction } from "@/lib/platform/database/db";
import { enqueue } from "@/lib/platform/jobs/outbox-store";
import { deliveryFailedMail, endpointDisabledMail, endpointWarnedMail, queueMail } from "@/lib/platform/mail";
import type {
  DeliveryFailedMail,
  DeliveryFigures,
  EndpointDisabledMail,
  EndpointWarnedMail,
} from "@/lib/platform/mail/templates/endpoint-mails";

/** Days of finished deliveries that an endpoint's health is judged by. */
export const healthWindowDays = 7;

/** At this share of failed deliveries its owner is warned, above the other the endpoint is disabled; in percent. */
const warnAtPercent = 40;
export const disableAbovePercent = 50;

/** With fewer deliveries, or over a shorter time, nothing is concluded. */
const finishedMin = 20;
const spanMinMs = 24 * 60 * 60 * 1000;

/** Deliveries of the window that finished since the endpoint listens, but for those that its owner ended. */
export interface HealthFigures {
  finished: number;
  failed: number;
  /** From the first of them to the last, in milliseconds. */
  spanMs: number;
}

/**
 * What an endpoint's figures call for (specification, "Webhook delivery": disabled above 50 % failed over 7 days, after an
 * e-mail). A warning always comes first, and what was found when it was given does not disable as well.
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
export async function mailFailures(key: EndpointKey, clock: Clock): Promise<number> {
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

export interface DisableCause {
  /** A sentence for the endpoint's owner. */
  reason: string;
  at: Date;
  /** Null where figures are not the cause. */
  figures: DeliveryFigures | null;
  /** When the oldest delivery that may be worth recovering was made. */
  recoverSince: Date;
}

/**
 * Disables an endpoint on the service's own behalf, as the last thing in a transaction that holds the locks of the
 * organisation's endpoints and of this one: what is not delivered yet ends, the owner gets a mail, the chain an event.
 */
export async function disableEndpoint(
  tx: Transaction,
  organisation: Organisation,
  endpoint: StoredEndpoint,
  { reason, at, figures, recoverSince }: DisableCause,
): Promise<void> {
  const clock = { now: () => at.getTime() };
  const disabled = await changeEndpoint(tx, organisation.id, endpoint.id, {
    active: false,
    disabledAt: at,
    disabledReason: reason,
    updatedAt: new Date(Math.max(at.getTime(), endpoint.updatedAt.getTime())),
  });
  await endUndelivered(tx, organisation.id, endpoint.id, { reason: "endpoint_disabled", at });
  await queueOwnerMail(
    tx,
    organisation,
    disabled,
    {
      template: "endpoint-disabled",
      told: { reason, disabledAt: at, figures, recoverSince },
    },
    clock,
  );
  const ctx = { organisation, actor: { kind: "system", id: "webhooks" } as const, clock };
  await recordEndpointChange(ctx, tx, { kind: "WEBHOOK_ENDPOINT_DISABLED", endpoint: disabled, more: { reason } });
}

/** An organisation, with its owner. */
export type Organisation = NonNullable<Awaited<ReturnType<typeof findOrganisation>>>;

type Told<Mail> = Omit<Mail, "organisation" | "endpoint" | "publicUrl">;

/** What the owner of an account can be told of one of its endpoints. */
export type OwnerMail =
  | { template: "delivery-failed"; told: Told<DeliveryFailedMail> }
  | { template: "endpoint-warned"; told: Told<EndpointWarnedMail> }
  | { template: "endpoint-disabled"; told: Told<EndpointDisabledMail> };

/** Puts a mail to the account's owner into the queue, with the transaction. Where no owner is known nobody is told. */
export async function queueOwnerMail(
  tx: Transaction,
  organisation: Organisation,
  endpoint: StoredEndpoint,
  mail: OwnerMail,
  clock: Clock,
): Promise<void> {
  if (organisation.ownerEmail === null) return;
  const { template } = mail;
  const rendered = render(mail, { organisation, endpoint, publicUrl: env().PUBLIC_URL });
  await queueMail(tx, { organisationId: organisation.id, to: organisation.ownerEmail, template, ...rendered }, clock);
}

function render(mail: OwnerMail, about: Pick<DeliveryFailedMail, "organisation" | "endpoint" | "publicUrl">) {
  switch (mail.template) {
    case "delivery-failed":
      return deliveryFailedMail({ ...about, ...mail.told });
    case "endpoint-warned":
      return endpointWarnedMail({ ...about, ...mail.told });
    case "endpoint-disabled":
      return endpointDisabledMail({ ...about, ...mail.told });
  }
}

/** A delivery that is due for this long, and was emitted as long ago, was lost by the job engine. */
const overdueMs = 10 * 60 * 1000;
const deliveriesMax = 1_000;

/** What fails is told at once by the failure's own event; this is for what came within an hour of a mail, or was lost. */
const untoldMs = 60 * 1000;
const endpointsMax = 100;

/**
 * Emits overdue deliveries once more, so that losing the job engine's state loses none; a delivery that is under way after
 * all leaves the second run nothing to do. Answers how many.
 */
export async function sweepDeliveries(clock: Clock): Promise<number> {
  const nowMs = clock.now();
  return inTransaction(undefined, async (tx) => {
    const overdue = { before: new Date(nowMs - overdueMs), now: new Date(nowMs), limit: deliveriesMax };
    const due = await takeOverdue(tx, overdue);
    await enqueueDue(tx, due);
    return due.length;
  });
}

/** Emits a failure's event once more for endpoints whose owner is to be told of failures. Answers how many. */
export async function sweepUnmailedFailures(clock: Clock): Promise<number> {
  const nowMs = clock.now();
  const bounds = { failedUntil: new Date(nowMs - untoldMs), mailedUntil: new Date(nowMs - mailGapMs - settleMs) };
  const endpoints = await findUnmailedEndpoints(bounds, endpointsMax);
  await inTransaction(undefined, async (tx) => {
    for (const endpoint of endpoints) {
      await enqueue(tx, [{ name: "webhooks/delivery.failed", data: endpoint }], {
        key: `webhooks/delivery.failed ${endpoint.endpointId}`,
      });
    }
  });
  return endpoints.length;
}

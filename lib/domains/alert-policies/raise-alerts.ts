import { operatorLabels } from "@/lib/domains/alert-policies/enums";
import type { AlertingPolicy } from "@/lib/domains/alert-policies/evaluate-chain";
import { alertSource } from "@/lib/domains/alert-policies/matching";
import type { AlertRule } from "@/lib/domains/alert-policies/schemas";
import { findPolicyIds } from "@/lib/domains/alert-policies/store";
import {
  appendInTransaction,
  type EventOutline,
  findEventsOfSources,
  findKnownSources,
} from "@/lib/domains/audit-chain";
import { findWritableModels } from "@/lib/domains/models";
import { findOrganisation } from "@/lib/domains/organisations";
import { publishMany } from "@/lib/domains/webhooks";
import { labelOf } from "@/lib/platform/client/format";
import { env } from "@/lib/platform/config/env";
import { isoMilliseconds } from "@/lib/platform/core/clock";
import type { Context } from "@/lib/platform/core/context";
import { newId } from "@/lib/platform/core/ids";
import type { Transaction } from "@/lib/platform/database/db";
import { alertTriggeredMail, queueMail } from "@/lib/platform/mail";

/** A policy triggered by an event. */
export interface Firing {
  policy: AlertingPolicy;
  event: EventOutline;
  /** The payload value that passed the rule's threshold, if it has one. */
  value: number | undefined;
}

/** An alert as it is sent to recipients. */
export interface Alert extends Firing, AlertText {
  /** The ID of the alert's event on the chain. */
  id: string;
}

/**
 * Raises alerts as the last step of the caller's transaction: queues e-mails and webhook deliveries, and appends each
 * alert to the chain of its model. There is at most one alert per event and policy. Returns the number of new alerts.
 */
export async function raiseAlerts(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  firings: Firing[],
): Promise<number> {
  if (firings.length === 0) return 0;
  const organisationId = ctx.organisation.id;
  const known = await findKnownSources(tx, organisationId, firings.map(sourceOf));
  const nowMs = ctx.clock.now();
  const alerts = firings
    .filter((firing) => !known.has(sourceOf(firing)))
    .map((firing): Alert => {
      const words = describeAlert(firing.policy.rule, firing.event, firing.value);
      return { ...firing, ...words, id: newId("auditEvent", nowMs) };
    });
  if (alerts.length === 0) return 0;
  await mailAlerts(ctx, tx, alerts);
  await publishMany(
    tx,
    ctx,
    alerts.map(({ id, policy, event, message, observed, threshold }) => ({
      type: "alert.triggered" as const,
      sourceKey: `alert.triggered ${policy.id} ${event.id}`,
      occurredAtMs: nowMs,
      data: {
        id,
        eventId: event.id,
        policyId: policy.id,
        policyName: policy.name,
        modelId: event.modelId,
        severity: policy.severity,
        message,
        observed,
        threshold,
        triggeredAt: isoMilliseconds(nowMs),
      },
    })),
  );
  await appendAlerts(ctx, tx, alerts);
  return alerts.length;
}

/** Appends alerts. An alert about a model that has been archived since is recorded on the system model. */
async function appendAlerts(
  ctx: Pick<Context, "organisation" | "actor" | "clock">,
  tx: Transaction,
  alerts: Alert[],
): Promise<void> {
  const modelIds = [...new Set(alerts.map(({ event }) => event.modelId))];
  const writable = await findWritableModels(tx, ctx.organisation.id, modelIds);
  await appendInTransaction(
    ctx,
    tx,
    alerts.map((alert) => ({
      id: alert.id,
      sourceKey: sourceOf(alert),
      eventType: "ALERT" as const,
      severity: alert.policy.severity,
      ...(writable.has(alert.event.modelId) && { modelId: alert.event.modelId }),
      tags: ["alert-policy", alert.policy.id],
      payload: payloadOf(alert),
    })),
  );
}

function payloadOf({ policy, event, message, metric, observed, threshold }: Alert): Record<string, unknown> {
  return {
    kind: "ALERT_POLICY_TRIGGERED",
    policyId: policy.id,
    policyName: policy.name,
    eventId: event.id,
    eventPosition: event.chainPosition,
    eventModelId: event.modelId,
    message,
    ...(metric !== null && { metric, value: observed, threshold }),
  };
}

function sourceOf({ policy, event }: Firing): string {
  return `${alertSource}${policy.id} ${event.id}`;
}

/** Texts and measured values of an alert. */
export interface AlertText {
  message: string;
  /** The value compared with the threshold: the event count if the rule counts, otherwise the payload value. */
  observed: number | null;
  threshold: number | null;
  /** Path of the measured value. */
  metric: string | null;
}

/** `value` is the payload value that passed the rule's threshold, if it has one. */
export function describeAlert(
  { payload, count }: AlertRule,
  event: { eventType: string; severity: string },
  value: number | undefined,
): AlertText {
  if (count !== undefined) {
    const { atLeast, withinMinutes, per } = count;
    const events = `${atLeast} ${atLeast === 1 ? "event" : "events"}${per === "MODEL" ? " of the model" : ""}`;
    const time = `within ${withinMinutes} ${withinMinutes === 1 ? "minute" : "minutes"}`;
    const condition = payload ? ` with ${payload.path} ${operatorLabels[payload.operator]} ${payload.threshold}` : "";
    return { message: `${events} ${time}${condition}`, observed: atLeast, threshold: atLeast, metric: "events" };
  }
  if (payload !== undefined && value !== undefined) {
    const message = `${payload.path} was ${value}, ${operatorLabels[payload.operator]} ${payload.threshold}`;
    return { message, observed: value, threshold: payload.threshold, metric: payload.path };
  }
  const message = `${labelOf(event.eventType)} event with ${labelOf(event.severity).toLowerCase()} severity`;
  return { message, observed: null, threshold: null, metric: null };
}

/** E-mails the recipients of alerts: one e-mail each for all alerts raised together. */
export async function mailAlerts(
  { organisation: { id: organisationId }, clock }: Pick<Context, "organisation" | "clock">,
  tx: Transaction,
  alerts: Alert[],
): Promise<void> {
  const byRecipient = new Map<string, { to: string; alerts: Alert[] }>();
  for (const alert of alerts) {
    for (const to of alert.policy.recipients) {
      const known = byRecipient.get(to.toLowerCase());
      if (known) known.alerts.push(alert);
      else byRecipient.set(to.toLowerCase(), { to, alerts: [alert] });
    }
  }
  if (byRecipient.size === 0) return;
  const organisation = await findOrganisation(organisationId);
  if (!organisation) return;
  for (const { to, alerts: raised } of byRecipient.values()) {
    const rendered = alertTriggeredMail({
      organisation,
      publicUrl: env().PUBLIC_URL,
      alerts: raised.map(({ id, policy, event, message }) => ({
        id,
        policyId: policy.id,
        policyName: policy.name,
        severity: policy.severity,
        message,
        modelId: event.modelId,
        eventId: event.id,
        receivedAt: new Date(event.recordedAtMs),
      })),
    });
    await queueMail(tx, { organisationId, to, template: "alert-triggered", ...rendered }, clock);
  }
}

/** The alert events that policies, including deleted ones, raised about an event. */
export async function findAlertsAbout(tx: Transaction, organisationId: string, eventId: string): Promise<string[]> {
  const policyIds = await findPolicyIds(tx, organisationId);
  return findEventsOfSources(
    tx,
    organisationId,
    policyIds.map((id) => `${alertSource}${id} ${eventId}`),
  );
}

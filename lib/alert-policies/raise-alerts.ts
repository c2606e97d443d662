import { alertSource } from "@/lib/alert-policies/compile-policies";
import { type AlertWords, describeAlert } from "@/lib/alert-policies/describe-alert";
import { mailAlerts } from "@/lib/alert-policies/mail-alerts";
import type { AlertingPolicy } from "@/lib/alert-policies/policy-cache";
import { appendInTransaction, type EventOutline, findKnownSources } from "@/lib/audit-chain";
import { isoMilliseconds } from "@/lib/clock";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import { findWritableModels } from "@/lib/models";
import { publishMany } from "@/lib/webhooks";

/** A policy that fires on an event. */
export interface Firing {
  policy: AlertingPolicy;
  event: EventOutline;
  /** The number of the payload that passed the rule's threshold, where it has one. */
  value: number | undefined;
}

/** An alert as it is told. */
export interface Alert extends Firing, AlertWords {
  /** Of its event on the chain. */
  id: string;
}

/**
 * Raises alerts in the caller's transaction, as the last thing in it: mails and envelopes are put on their way, and each
 * alert is an event on the chain of the model that it is about. Of an event and a policy there is one alert, whatever is
 * repeated. Answers how many there are.
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

/** An alert about a model that takes no more events, because it was archived since, stands on the system model. */
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
    eventModelId: event.modelId,
    message,
    ...(metric !== null && { metric, value: observed, threshold }),
  };
}

function sourceOf({ policy, event }: Firing): string {
  return `${alertSource}${policy.id} ${event.id}`;
}

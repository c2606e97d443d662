import type { Alert } from "@/lib/alert-policies/raise-alerts";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { alertTriggeredMail, queueMail } from "@/lib/mail";
import { findOrganisation } from "@/lib/organisations";

/** Tells the recipients of alerts, each by one mail of all that are raised together. */
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
  for (const { to, alerts: told } of byRecipient.values()) {
    const rendered = alertTriggeredMail({
      organisation,
      publicUrl: env().PUBLIC_URL,
      alerts: told.map(({ id, policy, event, message }) => ({
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

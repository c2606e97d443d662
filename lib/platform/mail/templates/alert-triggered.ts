import { type RenderedMail, renderMail } from "@/lib/platform/mail/render";
import { type Notice, nextSteps, records, referenceLink, shownTime } from "@/lib/platform/mail/templates/parts";

interface MailedAlert {
  /** The alert's own event on the chain: `evt_…`. */
  id: string;
  policyId: string;
  policyName: string;
  severity: string;
  message: string;
  modelId: string;
  /** The event that triggered the policy. */
  eventId: string;
  receivedAt: Date;
}

export interface AlertTriggeredMail extends Notice {
  /** All alerts that were raised together; at least one. */
  alerts: MailedAlert[];
}

export function alertTriggeredMail(given: AlertTriggeredMail): RenderedMail {
  const { organisation, alerts } = given;
  const [first] = alerts;
  const isOne = alerts.length === 1;
  return renderMail({
    subject: `Alert: ${isOne && first ? `${first.severity}: ${first.policyName}` : `${alerts.length} alerts`}`,
    preheader: first === undefined ? "" : `${first.policyName}: ${first.message}.`,
    title: isOne ? "An alert policy was triggered" : `Alert policies raised ${alerts.length} alerts`,
    blocks: [
      `${isOne ? "An alert policy" : "Alert policies"} of ${organisation.name} matched recent events. Each alert is recorded on the audit chain.`,
      records(alerts, (alert) => ({
        title: alert.policyName,
        problem: `${alert.severity}: ${alert.message}`,
        details: [
          `Model ${alert.modelId}, event ${alert.eventId}, received ${shownTime(alert.receivedAt)}.`,
          `GET /v1/audit/${alert.id}`,
        ],
      })),
      ...nextSteps(
        { text: "Review the event:", call: `GET /v1/audit/${first?.eventId}` },
        {
          text: "The policy raises no further alerts until its cooldown ends. To pause it for longer, mute it:",
          call: `PATCH /v1/alert-policies/${first?.policyId} {"mutedUntil":"…"}`,
        },
      ),
      ...referenceLink(given),
    ],
    reason: `You are receiving this e-mail because you are a recipient of an alert policy of ${organisation.name} (${organisation.id}).`,
  });
}

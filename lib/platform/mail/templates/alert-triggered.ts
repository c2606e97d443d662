import { type Block, type RenderedMail, referenceLink, renderMail } from "@/lib/platform/mail/render";
import { shownTime } from "@/lib/platform/mail/templates/endpoint-mails";

export interface MailedAlert {
  /** Of its event on the chain: `evt_…`. */
  id: string;
  policyId: string;
  policyName: string;
  severity: string;
  message: string;
  modelId: string;
  /** The event that the policy fired on. */
  eventId: string;
  receivedAt: Date;
}

export interface AlertTriggeredMail {
  organisation: { id: string; name: string };
  /** At least one: all that were raised together. */
  alerts: MailedAlert[];
  /** `PUBLIC_URL`; without it the mail has no link. */
  publicUrl: string | undefined;
}

const shownMax = 10;

export function alertTriggeredMail({ organisation, alerts, publicUrl }: AlertTriggeredMail): RenderedMail {
  const [first] = alerts;
  const isOne = alerts.length === 1;
  const subject = isOne && first ? `${first.severity}: ${first.policyName}` : `${alerts.length} alerts of policies`;
  return renderMail({
    subject: `Alert: ${subject}`,
    preheader: first === undefined ? "" : `${first.policyName}: ${first.message}.`,
    title: isOne ? "A policy raised an alert" : `Policies raised ${alerts.length} alerts`,
    blocks: [
      {
        kind: "paragraph",
        text: `What was recorded for ${organisation.name} meets the ${isOne ? "rule of a policy" : "rules of policies"} that ${isOne ? "names" : "name"} you. Each alert stands on the audit trail.`,
      },
      alertRecords(alerts),
      { kind: "heading", text: "What to do" },
      {
        kind: "steps",
        steps: [
          { text: "Look at the event:", call: `GET /v1/audit/${first?.eventId}` },
          {
            text: "Until the policy's cooldown is over there is no second alert. To hear nothing of it for longer, mute it:",
            call: `PATCH /v1/alert-policies/${first?.policyId} {"mutedUntil":"…"}`,
          },
        ],
      },
      ...referenceLink(publicUrl),
    ],
    reason: `You receive this automatic message because alert policies of ${organisation.name} (${organisation.id}) name you as a recipient.`,
  });
}

function alertRecords(alerts: MailedAlert[]): Block {
  const more = alerts.length - shownMax;
  return {
    kind: "records",
    records: alerts.slice(0, shownMax).map((alert) => ({
      title: alert.policyName,
      problem: `${alert.severity}: ${alert.message}`,
      details: [
        `Model ${alert.modelId}, event ${alert.eventId}, received ${shownTime(alert.receivedAt)}.`,
        `GET /v1/audit/${alert.id}`,
      ],
    })),
    more: more > 0 ? `and ${more} more` : null,
  };
}

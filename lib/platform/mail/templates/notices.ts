import { labelOf } from "@/lib/platform/client/format";
import { linkTo, type RenderedMail, renderMail } from "@/lib/platform/mail/render";
import {
  because,
  type Notice,
  nextSteps,
  pageLink,
  records,
  referenceLink,
  shownTime,
} from "@/lib/platform/mail/templates/parts";

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

/** Alerts that were raised together; at least one. */
export function alertTriggeredMail(given: Notice & { alerts: MailedAlert[] }): RenderedMail {
  const { organisation, alerts } = given;
  const [first] = alerts;
  const isOne = alerts.length === 1;
  return renderMail({
    subject:
      isOne && first ? `${labelOf(first.severity)}-severity alert: ${first.policyName}` : `${alerts.length} alerts`,
    preheader: first === undefined ? "" : `${first.policyName}: ${first.message}.`,
    title: isOne ? "An alert policy was triggered" : `Alert policies raised ${alerts.length} alerts`,
    blocks: [
      `${isOne ? "An alert policy" : "Alert policies"} of ${organisation.name} matched recent events. Each alert is recorded on the audit chain.`,
      records(alerts, ({ id, policyName, severity, message, modelId, eventId, receivedAt }) => ({
        title: policyName,
        problem: `${labelOf(severity)}: ${message}`,
        details: [`Event ${eventId} of model ${modelId}, received at ${shownTime(receivedAt)}.`, `GET /v1/audit/${id}`],
      })),
      ...nextSteps(
        ["Review the event:", `GET /v1/audit/${first?.eventId}`],
        [
          "The policy raises no further alerts until its cooldown ends. To pause it for longer, mute it:",
          `PATCH /v1/alert-policies/${first?.policyId} {"mutedUntil":"…"}`,
        ],
      ),
      ...referenceLink(given),
    ],
    reason: because(`you are listed as a recipient in an alert policy of ${organisation.name} (${organisation.id})`),
  });
}

interface ReportEndedMail extends Notice {
  scheduleName: string;
  report: {
    id: string;
    title: string;
    from: Date;
    to: Date;
    timeZone: string;
    /** Null if the report is ready. */
    failureReason: string | null;
  };
}

/** A scheduled report is ready or has failed. Links to the report; the file is not attached. */
export function reportEndedMail({ organisation, scheduleName, report, publicUrl }: ReportEndedMail): RenderedMail {
  const { id, title, failureReason, timeZone } = report;
  const isReady = failureReason === null;
  const day = (at: Date) =>
    at.toLocaleDateString("en-GB", { timeZone, day: "numeric", month: "long", year: "numeric" });
  const period = `${day(report.from)} to ${day(report.to)}`;
  const about = `The report "${title}" of ${organisation.name} for ${period}`;
  return renderMail({
    subject: isReady ? `Report: ${scheduleName}` : `Report failed: ${scheduleName}`,
    preheader: `${title}, ${period}.`,
    title: isReady ? "Your report is ready" : "A report could not be generated",
    blocks: [
      isReady
        ? `${about} is ready to download.`
        : `${about} could not be generated. ${failureReason} You can request the report again on its page.`,
      ...(publicUrl === undefined
        ? [{ kind: "steps" as const, steps: [{ text: "View the report:", call: `GET /v1/reports/${id}` }] }]
        : linkTo(publicUrl, `/reports/${id}`, "Open the report")),
    ],
    reason: because(
      `you are a recipient of the report schedule "${scheduleName}" of ${organisation.name} (${organisation.id})`,
    ),
  });
}

interface NotificationDigestMail extends Pick<Notice, "organisation"> {
  /** At least one, newest first. */
  notifications: { title: string; text: string; at: Date }[];
  /** Null if the dashboard lists none of them. */
  notificationsUrl: string | null;
  preferencesUrl: string;
}

/** The unread notifications of a member, once a day. */
export function notificationDigestMail(given: NotificationDigestMail): RenderedMail {
  const { organisation, notifications, notificationsUrl, preferencesUrl } = given;
  const count = notifications.length === 1 ? "1 new notification" : `${notifications.length} new notifications`;
  return renderMail({
    subject: `${count} in ${organisation.name}`,
    preheader: notifications.map(({ title }) => title).join(", "),
    title: `You have ${count}`,
    blocks: [
      records(notifications, ({ title, text, at }) => ({ title, details: [text, `${shownTime(at)}.`] })),
      ...(notificationsUrl === null ? [] : [pageLink("View your notifications", notificationsUrl)]),
      pageLink("Change your notification preferences", preferencesUrl),
    ],
    reason: because(`you are a member of ${organisation.name} (${organisation.id}) and receive the daily digest`),
  });
}

import type { RenderedMail } from "@/lib/mail/content";
import { renderMail } from "@/lib/mail/render";
import {
  call,
  type DeliveryFigures,
  type EndpointMail,
  endpointFacts,
  receivedBecause,
  reference,
  shownFigures,
  shownHost,
  shownTime,
} from "@/lib/mail/templates/endpoint";

export interface EndpointDisabledMail extends EndpointMail {
  /** The stored reason, a sentence. */
  reason: string;
  disabledAt: Date;
  /** Null where figures were not the reason: the endpoint answered 410. */
  figures: DeliveryFigures | null;
  /** `since` for the call that delivers again all that failed. */
  recoverSince: Date;
}

/** Tells the owner that an endpoint was disabled, why, and the way back. */
export function endpointDisabledMail(given: EndpointDisabledMail): RenderedMail {
  const { endpoint, figures, reason, disabledAt } = given;
  const host = shownHost(endpoint.url);
  return renderMail({
    subject: `Webhook endpoint ${host} was disabled`,
    preheader: `${reason} No event is sent to it until you enable it again.`,
    title: `The webhook endpoint ${host} was disabled`,
    blocks: [
      { kind: "paragraph", text: reason },
      {
        kind: "paragraph",
        text: "No event is sent to it until you enable it again. Events that happen meanwhile are not queued for it: read them from the audit trail. Deliveries that failed before are kept and can be recovered.",
      },
      endpointFacts(given, [
        { name: "Disabled", value: shownTime(disabledAt) },
        ...(figures === null ? [] : [{ name: `Last ${figures.days} days`, value: shownFigures(figures) }]),
      ]),
      { kind: "heading", text: "What to do" },
      {
        kind: "steps",
        steps: [
          { text: "Correct the endpoint so that it answers with a status from 200 to 299." },
          { text: "Enable it again. Its figures start anew.", call: call(given, "PATCH", "", { active: true }) },
          { text: "Send it a test event:", call: call(given, "POST", "/test", {}) },
          {
            text: `Have everything delivered again that failed since ${shownTime(given.recoverSince)}:`,
            call: call(given, "POST", "/recover", { since: given.recoverSince.toISOString() }),
          },
        ],
      },
      ...reference(given),
    ],
    reason: receivedBecause(given),
  });
}

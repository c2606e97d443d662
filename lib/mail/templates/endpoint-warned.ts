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
} from "@/lib/mail/templates/endpoint";

export interface EndpointWarnedMail extends EndpointMail {
  figures: DeliveryFigures;
  /** Above this share of failed deliveries the endpoint is disabled: 50. */
  disableAbovePercent: number;
}

/** Tells the owner that an endpoint is about to be disabled, and what keeps it from that. */
export function endpointWarnedMail(given: EndpointWarnedMail): RenderedMail {
  const { endpoint, figures, disableAbovePercent } = given;
  const host = shownHost(endpoint.url);
  return renderMail({
    subject: `Webhook endpoint ${host} is about to be disabled`,
    preheader: `${shownFigures(figures)}. Above ${disableAbovePercent} % it is disabled.`,
    title: `The webhook endpoint ${host} is about to be disabled`,
    blocks: [
      {
        kind: "paragraph",
        text: `In the last ${figures.days} days ${shownFigures(figures)}. The endpoint still gets its deliveries. Once more than ${disableAbovePercent} % fail, it is disabled and gets no event until you enable it again.`,
      },
      endpointFacts(given, [
        { name: `Last ${figures.days} days`, value: shownFigures(figures) },
        { name: "Disabled when", value: `more than ${disableAbovePercent} % failed` },
      ]),
      { kind: "heading", text: "What to do" },
      {
        kind: "steps",
        steps: [
          { text: "See why deliveries fail:", call: call(given, "GET", "/deliveries?status=FAILED") },
          { text: "Correct the endpoint so that it answers with a status from 200 to 299." },
          { text: "Send it a test event:", call: call(given, "POST", "/test", {}) },
        ],
      },
      {
        kind: "paragraph",
        text: "If you no longer need the endpoint, delete it. This warning comes at most once a week; another message comes if the endpoint is disabled.",
      },
      ...reference(given),
    ],
    reason: receivedBecause(given),
  });
}

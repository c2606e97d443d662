import type { RenderedMail } from "@/lib/mail/content";
import { renderMail } from "@/lib/mail/render";
import {
  call,
  type EndpointMail,
  endpointFacts,
  receivedBecause,
  reference,
  shownHost,
  shownTime,
} from "@/lib/mail/templates/endpoint";

/** A delivery that is given up. */
interface FailedDelivery {
  /** Event type. */
  type: string;
  /** `we_…`. */
  envelopeId: string;
  /** A code such as `timeout`, or null. */
  error: string | null;
  /** Of the last answer, where there was one. */
  statusCode: number | null;
  failedAt: Date;
}

export interface DeliveryFailedMail extends EndpointMail {
  /** How many failed since the last such mail. */
  count: number;
  /** The newest of them, newest first; ten are shown. */
  failures: FailedDelivery[];
  /** `since` for the call that delivers again all that failed. */
  recoverSince: Date;
}

const shownMax = 10;

/** Tells the owner that deliveries to an endpoint are given up, which, why, and how to have them again. */
export function deliveryFailedMail(given: DeliveryFailedMail): RenderedMail {
  const { count, endpoint } = given;
  const shown = given.failures.slice(0, shownMax);
  const host = shownHost(endpoint.url);
  const deliveries = count === 1 ? "A webhook delivery" : `${count} webhook deliveries`;
  return renderMail({
    subject: `${deliveries} to ${host} failed`,
    preheader: `${newestInWords(shown[0])} Nothing is lost: ${count === 1 ? "it" : "they"} can be delivered again.`,
    title: `${deliveries} to ${host} failed`,
    blocks: [
      {
        kind: "paragraph",
        text:
          count === 1
            ? "It is given up: it will not be sent again by itself. It is kept and can be delivered again."
            : "They are given up: they will not be sent again by themselves. They are kept and can be delivered again.",
      },
      endpointFacts(given),
      { kind: "heading", text: count > shown.length ? `The newest ${shown.length} of ${count}` : "What failed" },
      {
        kind: "records",
        records: shown.map((failure) => ({
          title: failure.type,
          problem: problem(failure),
          details: [failure.envelopeId, `at ${shownTime(failure.failedAt)}`],
        })),
        more: count > shown.length ? `and ${count - shown.length} more` : null,
      },
      { kind: "heading", text: "What to do" },
      {
        kind: "steps",
        steps: [
          { text: "Find out why the endpoint did not answer with a status from 200 to 299, and correct it." },
          { text: "See each attempt with its answer:", call: call(given, "GET", "/deliveries?status=FAILED") },
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

function newestInWords(newest: FailedDelivery | undefined): string {
  return newest === undefined ? "" : `${newest.type}: ${problem(newest)}.`;
}

/** `HTTP 503`, `timeout`, `HTTP 302 (redirect)`. */
function problem({ error, statusCode }: FailedDelivery): string {
  const words = error === null || error === "status" ? null : error.replaceAll("_", " ");
  if (statusCode === null) return words ?? "no answer";
  return words === null ? `HTTP ${statusCode}` : `HTTP ${statusCode} (${words})`;
}

import { type Block, type Fact, type RenderedMail, referenceLink, renderMail } from "@/lib/platform/mail/render";

interface EndpointMail {
  /** Whose endpoint it is: people may own several accounts. */
  organisation: { id: string; name: string };
  endpoint: { id: string; url: string; description: string };
  /** `PUBLIC_URL`; without it the mail has no link. */
  publicUrl: string | undefined;
}

/** Finished deliveries of some days. */
export interface DeliveryFigures {
  finished: number;
  failed: number;
  days: number;
}

/** Host and path: a query may hold what is meant for the receiver only. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return "an address that cannot be read";
  const { host, pathname } = new URL(url);
  return host + (pathname === "/" ? "" : pathname);
}

function shownHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "an unreadable address";
}

function endpointFacts({ organisation, endpoint }: EndpointMail, more: Fact[] = []): Block {
  return {
    kind: "facts",
    facts: [
      { name: "Endpoint", value: shownUrl(endpoint.url), code: true },
      ...(endpoint.description.trim() === "" ? [] : [{ name: "Description", value: endpoint.description }]),
      { name: "Endpoint id", value: endpoint.id, code: true },
      { name: "Organisation", value: `${organisation.name} · ${organisation.id}` },
      ...more,
    ],
  };
}

/** A request as one writes it down: `POST /v1/webhooks/wh_…/recover {"since":…}`. */
function call({ endpoint }: EndpointMail, method: string, suffix: string, body?: unknown): string {
  return `${method} /v1/webhooks/${endpoint.id}${suffix}${body === undefined ? "" : ` ${JSON.stringify(body)}`}`;
}

function receivedBecause({ organisation }: EndpointMail): string {
  return `You receive this automatic message as the account owner of ${organisation.name}.`;
}

/** `52 of 120 deliveries failed (43.3 %)`. */
function shownFigures({ finished, failed }: DeliveryFigures): string {
  return `${failed} of ${finished} deliveries failed (${percent(failed, finished)})`;
}

/** Rounded down, so that a share just below a threshold is never shown as the threshold. */
function percent(part: number, whole: number): string {
  return whole === 0 ? "0 %" : `${Math.floor((part / whole) * 1000) / 10} %`;
}

/** `2026-11-21 00:49 UTC`. */
export function shownTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

interface FailedDelivery {
  type: string;
  envelopeId: string;
  /** A code such as `timeout`, or null. */
  error: string | null;
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
      ...referenceLink(given.publicUrl),
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

export interface EndpointWarnedMail extends EndpointMail {
  figures: DeliveryFigures;
  /** Above this share of failed deliveries the endpoint is disabled: 50. */
  disableAbovePercent: number;
}

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
      ...referenceLink(given.publicUrl),
    ],
    reason: receivedBecause(given),
  });
}

export interface EndpointDisabledMail extends EndpointMail {
  reason: string;
  disabledAt: Date;
  /** Null where figures were not the reason: the endpoint answered 410. */
  figures: DeliveryFigures | null;
  /** `since` for the call that delivers again all that failed. */
  recoverSince: Date;
}

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
      ...referenceLink(given.publicUrl),
    ],
    reason: receivedBecause(given),
  });
}

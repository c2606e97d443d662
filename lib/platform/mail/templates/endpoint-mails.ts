import { type Block, type Fact, type RenderedMail, renderMail } from "@/lib/platform/mail/render";
import {
  asOwner,
  type Notice,
  nextSteps,
  organisationFact,
  records,
  referenceLink,
  shownTime,
} from "@/lib/platform/mail/templates/parts";

interface EndpointMail extends Notice {
  endpoint: { id: string; url: string; description: string };
}

/** Counts of finished deliveries over some days. */
export interface DeliveryFigures {
  finished: number;
  failed: number;
  days: number;
}

/** Host and path: the query can contain secrets. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return "an invalid URL";
  const { host, pathname } = new URL(url);
  return host + (pathname === "/" ? "" : pathname);
}

function shownHost({ url }: EndpointMail["endpoint"]): string {
  return URL.canParse(url) ? new URL(url).host : "an invalid URL";
}

function endpointFacts({ organisation, endpoint }: EndpointMail, more: Fact[] = []): Block {
  return {
    kind: "facts",
    facts: [
      { name: "Endpoint", value: shownUrl(endpoint.url), code: true },
      ...(endpoint.description.trim() === "" ? [] : [{ name: "Description", value: endpoint.description }]),
      { name: "Endpoint ID", value: endpoint.id, code: true },
      organisationFact(organisation),
      ...more,
    ],
  };
}

/** `POST /v1/webhooks/wh_…/recover {"since":…}`. */
function call({ endpoint }: EndpointMail, method: string, suffix: string, body?: unknown): string {
  return `${method} /v1/webhooks/${endpoint.id}${suffix}${body === undefined ? "" : ` ${JSON.stringify(body)}`}`;
}

const fixStep = { text: "Make sure that the endpoint responds with a status from 200 to 299." };

function testStep(given: EndpointMail) {
  return { text: "Send a test event:", call: call(given, "POST", "/test", {}) };
}

function replayStep(given: EndpointMail & { recoverSince: Date }) {
  return {
    text: `Replay all deliveries that have failed since ${shownTime(given.recoverSince)}:`,
    call: call(given, "POST", "/recover", { since: given.recoverSince.toISOString() }),
  };
}

/** `52 of 120 deliveries failed (43.3%)`. */
function failureText({ finished, failed }: DeliveryFigures): string {
  return `${failed} of ${finished} deliveries failed (${percent(failed, finished)})`;
}

/** Rounded down, so that a share below a threshold is never shown as the threshold. */
function percent(part: number, whole: number): string {
  return whole === 0 ? "0%" : `${Math.floor((part / whole) * 1000) / 10}%`;
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
  /** Deliveries that have failed since the last such e-mail. */
  count: number;
  /** The newest of them, newest first. */
  failures: FailedDelivery[];
  /** `since` of the call that replays all of them. */
  recoverSince: Date;
}

export function deliveryFailedMail(given: DeliveryFailedMail): RenderedMail {
  const { count, endpoint, failures } = given;
  const [newest] = failures;
  const failed = records(
    failures,
    (failure) => ({
      title: failure.type,
      problem: problem(failure),
      details: [failure.envelopeId, `at ${shownTime(failure.failedAt)}`],
    }),
    count,
  );
  return renderMail({
    subject: `${count === 1 ? "A webhook delivery" : `${count} webhook deliveries`} to ${shownHost(endpoint)} failed`,
    preheader: `${newest ? `${newest.type}: ${problem(newest)}. ` : ""}You can replay failed deliveries.`,
    blocks: [
      `The service no longer retries ${count === 1 ? "this delivery. It is kept, and you can replay it" : "these deliveries. They are kept, and you can replay them"}.`,
      endpointFacts(given),
      { kind: "heading", text: "Failed deliveries, newest first" },
      failed,
      ...nextSteps(
        { text: "Check each attempt and its response:", call: call(given, "GET", "/deliveries?status=FAILED") },
        fixStep,
        replayStep(given),
      ),
      ...referenceLink(given),
    ],
    reason: asOwner(given.organisation),
  });
}

/** `HTTP 503`, `timeout`, `HTTP 302 (redirect)`. */
function problem({ error, statusCode }: FailedDelivery): string {
  const text = error === null || error === "status" ? null : error.replaceAll("_", " ");
  if (statusCode === null) return text ?? "no response";
  return text === null ? `HTTP ${statusCode}` : `HTTP ${statusCode} (${text})`;
}

export interface EndpointWarnedMail extends EndpointMail {
  figures: DeliveryFigures;
  /** The endpoint is disabled above this share of failed deliveries: 50. */
  disableAbovePercent: number;
}

export function endpointWarnedMail(given: EndpointWarnedMail): RenderedMail {
  const { endpoint, figures, disableAbovePercent } = given;
  const failed = failureText(figures);
  return renderMail({
    subject: `Webhook endpoint ${shownHost(endpoint)} is about to be disabled`,
    preheader: `${failed}. Above ${disableAbovePercent}%, the endpoint is disabled.`,
    blocks: [
      `In the last ${figures.days} days, ${failed}. The endpoint still receives events. If more than ${disableAbovePercent}% of deliveries fail, the service disables the endpoint, and it receives no events until you enable it again.`,
      endpointFacts(given, [
        { name: `Last ${figures.days} days`, value: failed },
        { name: "Disabled when", value: `more than ${disableAbovePercent}% of deliveries fail` },
      ]),
      ...nextSteps(
        { text: "Check why deliveries fail:", call: call(given, "GET", "/deliveries?status=FAILED") },
        fixStep,
        testStep(given),
      ),
      "If you no longer need the endpoint, delete it. This warning is sent at most once a week. You will receive another e-mail if the endpoint is disabled.",
      ...referenceLink(given),
    ],
    reason: asOwner(given.organisation),
  });
}

export interface EndpointDisabledMail extends EndpointMail {
  reason: string;
  disabledAt: Date;
  /** Null if the endpoint was disabled because it responded with 410. */
  figures: DeliveryFigures | null;
  /** `since` of the call that replays all failed deliveries. */
  recoverSince: Date;
}

export function endpointDisabledMail(given: EndpointDisabledMail): RenderedMail {
  const { endpoint, figures, reason, disabledAt } = given;
  return renderMail({
    subject: `Webhook endpoint ${shownHost(endpoint)} was disabled`,
    preheader: `${reason} It receives no events until you enable it again.`,
    blocks: [
      reason,
      "The endpoint receives no events until you enable it again. Events that occur until then are not queued. You can read them from the audit trail. Earlier failed deliveries are kept, and you can replay them.",
      endpointFacts(given, [
        { name: "Disabled", value: shownTime(disabledAt) },
        ...(figures === null ? [] : [{ name: `Last ${figures.days} days`, value: failureText(figures) }]),
      ]),
      ...nextSteps(
        fixStep,
        {
          text: "Enable the endpoint. This resets its delivery counts.",
          call: call(given, "PATCH", "", { active: true }),
        },
        testStep(given),
        replayStep(given),
      ),
      ...referenceLink(given),
    ],
    reason: asOwner(given.organisation),
  });
}

import { type Block, linkTo, type RenderedMail, renderMail } from "@/lib/platform/mail/render";
import {
  asOwner,
  because,
  facts,
  type NextStep,
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
function shownUrl(url: string): string {
  if (!URL.canParse(url)) return "an invalid URL";
  const { host, pathname } = new URL(url);
  return host + (pathname === "/" ? "" : pathname);
}

function shownHost({ url }: EndpointMail["endpoint"]): string {
  return URL.canParse(url) ? new URL(url).host : "an invalid URL";
}

function endpointFacts({ organisation, endpoint }: EndpointMail, ...more: Parameters<typeof facts>): Block {
  return facts(
    ["Endpoint", shownUrl(endpoint.url), "code"],
    ["Description", endpoint.description.trim() && endpoint.description],
    ["Endpoint ID", endpoint.id, "code"],
    organisationFact(organisation),
    ...more,
  );
}

/** `POST /v1/webhooks/wh_…/recover {"since":…}`. */
function call({ endpoint }: EndpointMail, method: string, suffix: string, body?: unknown): string {
  return `${method} /v1/webhooks/${endpoint.id}${suffix}${body === undefined ? "" : ` ${JSON.stringify(body)}`}`;
}

const fixStep: NextStep = ["Make sure that the endpoint responds with a status from 200 to 299."];

function testStep(given: EndpointMail): NextStep {
  return ["Send a test event:", call(given, "POST", "/test", {})];
}

function replayStep(given: EndpointMail & { recoverSince: Date }): NextStep {
  const { recoverSince } = given;
  return [
    `Replay all deliveries that have failed since ${shownTime(recoverSince)}:`,
    call(given, "POST", "/recover", { since: recoverSince.toISOString() }),
  ];
}

/** `52 of 120 deliveries failed (43.3%)`, rounded down, so that a threshold is never shown before it is reached. */
function failureText({ finished, failed }: DeliveryFigures): string {
  const percent = finished === 0 ? 0 : Math.floor((failed / finished) * 1000) / 10;
  return `${failed} of ${finished} deliveries failed (${percent}%)`;
}

interface FailedDelivery {
  type: string;
  envelopeId: string;
  /** A code such as `timeout`, or null. */
  error: string | null;
  statusCode: number | null;
  failedAt: Date;
}

interface DeliveryFailedMail extends EndpointMail {
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
      `The service has stopped retrying ${count === 1 ? "this delivery. It is still stored, and you can replay it" : "these deliveries. They are still stored, and you can replay them"}.`,
      endpointFacts(given),
      { kind: "heading", text: "Failed deliveries, newest first" },
      failed,
      ...nextSteps(
        ["List the failed deliveries:", call(given, "GET", "/deliveries?status=FAILED")],
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

interface EndpointWarnedMail extends EndpointMail {
  figures: DeliveryFigures;
  /** The endpoint is disabled above this share of failed deliveries: 50. */
  disableAbovePercent: number;
}

export function endpointWarnedMail(given: EndpointWarnedMail): RenderedMail {
  const { endpoint, figures, disableAbovePercent } = given;
  const failed = failureText(figures);
  return renderMail({
    subject: `Webhook endpoint ${shownHost(endpoint)} is at risk of being disabled`,
    preheader: `${failed}. If more than ${disableAbovePercent}% fail, the endpoint is disabled.`,
    blocks: [
      `In the last ${figures.days} days, ${failed}. The endpoint still receives events. If more than ${disableAbovePercent}% of deliveries fail, the service disables the endpoint, which then receives no events until you enable it again.`,
      endpointFacts(
        given,
        [`Last ${figures.days} days`, failed],
        ["Disabled when", `more than ${disableAbovePercent}% of deliveries fail`],
      ),
      ...nextSteps(
        ["Check why deliveries fail:", call(given, "GET", "/deliveries?status=FAILED")],
        fixStep,
        testStep(given),
      ),
      "If you no longer need the endpoint, delete it. This warning is sent at most once a week. You will receive another e-mail if the endpoint is disabled.",
      ...referenceLink(given),
    ],
    reason: asOwner(given.organisation),
  });
}

interface EndpointDisabledMail extends EndpointMail {
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
    preheader: `${reason} The endpoint receives no events until you enable it again.`,
    blocks: [
      reason,
      "The endpoint receives no events until you enable it again. Events that occur until then are not queued for it, but you can find them in the audit trail. Earlier failed deliveries are still stored, and you can replay them.",
      endpointFacts(
        given,
        ["Disabled", shownTime(disabledAt)],
        [`Last ${figures?.days} days`, figures && failureText(figures)],
      ),
      ...nextSteps(
        fixStep,
        ["Enable the endpoint, which resets its delivery counts:", call(given, "PATCH", "", { active: true })],
        testStep(given),
        replayStep(given),
      ),
      ...referenceLink(given),
    ],
    reason: asOwner(given.organisation),
  });
}

export interface AuditStreamMail extends Notice {
  /** `behind`: failing or delayed. `disabled`: the receiver accepts no more events. */
  trouble: "behind" | "disabled";
  stream: {
    id?: string;
    streamId?: string;
    name: string;
    url: string;
    position: number;
    headPosition: number;
    failures: number;
    lastError: string | null;
    lastStatusCode: number | null;
    oldestReceivedAt: Date | null;
  };
  reason?: string;
}

export function auditStreamMail(given: AuditStreamMail): RenderedMail {
  const { organisation, publicUrl, stream } = given;
  const id = stream.id ?? stream.streamId ?? "";
  const events = stream.headPosition - stream.position;
  const waiting = `${events.toLocaleString("en")} ${events === 1 ? "event is" : "events are"} waiting to be processed`;
  const [problem, explanation] = streamProblem(given);
  const lastFailure = [stream.lastError, stream.lastStatusCode].filter((part) => part !== null).join(" ");
  return renderMail({
    subject: `Audit stream ${stream.name} ${problem}`,
    preheader: `${waiting}.`,
    title: `The audit stream ${stream.name} ${problem}`,
    blocks: [
      `${explanation} ${waiting}. No events are lost: the stream continues from its last position.`,
      facts(
        ["Receiver", shownUrl(stream.url), "code"],
        ["Stream ID", id, "code"],
        organisationFact(organisation),
        ["Acknowledged", `#${stream.position} of ${stream.headPosition}`],
        ["Oldest waiting event", stream.oldestReceivedAt && shownTime(stream.oldestReceivedAt)],
        ["Last failure", stream.failures > 0 ? lastFailure : null],
      ),
      ...nextSteps(
        ["Check the latest attempts:", `GET /v1/audit-streams/${id}/batches`],
        ["Fix the receiver, then test the stream:", `POST /v1/audit-streams/${id}/test`],
        ...(given.trouble === "disabled"
          ? [["Enable the stream again:", `PATCH /v1/audit-streams/${id} {"status":"ACTIVE"}`] satisfies NextStep]
          : []),
      ),
      ...(given.trouble === "behind" ? ["This warning is not repeated until the stream has caught up."] : []),
      ...linkTo(publicUrl, `/streams/${id}`, "Open the stream"),
    ],
    reason: because(`you are an administrator of ${organisation.name}`),
  });
}

function streamProblem({ trouble, reason, stream: { failures } }: AuditStreamMail): [problem: string, text: string] {
  if (trouble === "disabled")
    return ["was disabled", `${reason} No events are sent until you enable the stream again.`];
  if (failures === 0) return ["is falling behind", "The receiver accepts events more slowly than they are recorded."];
  const attempts = failures === 1 ? "attempt" : `${failures} attempts`;
  return ["is failing", `The last ${attempts} failed. The service continues to retry.`];
}

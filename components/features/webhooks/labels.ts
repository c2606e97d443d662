import { frameworkName } from "@/components/features/evidence/frameworks";
import type { ModelNameOf } from "@/components/features/models/use-models";
import type { WebhookEndpoint, WebhookEventType } from "@/lib/domains/webhooks/schemas";
import type { Delivery } from "@/lib/domains/webhooks/schemas-deliveries";
import { countText, labelOf } from "@/lib/platform/client/format";

/** The URL without its scheme and trailing slash. */
export function endpointTitle({ url }: Pick<WebhookEndpoint, "url">): string {
  return url.replace(/^https:\/\//i, "").replace(/\/$/, "");
}

/** The description of an endpoint; its URL if it has none. */
export function endpointName({ description, url }: Pick<WebhookEndpoint, "description" | "url">): string {
  return description === "" ? endpointTitle({ url }) : description;
}

/** The host, which must be typed to delete the endpoint. */
export function endpointHost({ url }: Pick<WebhookEndpoint, "url">): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** The status of an endpoint. An enabled endpoint whose latest attempts failed is not shown as enabled. */
export function endpointState({ active, health }: Pick<WebhookEndpoint, "active" | "health">): string {
  if (!active) return "DISABLED";
  return health.status === "FAILING" || health.status === "DEGRADED" ? health.status : "ENABLED";
}

/** The health of an enabled endpoint, with the reason of its last failure. */
export function healthText(endpoint: Pick<WebhookEndpoint, "health">): string {
  const reason = lastFailureText(endpoint);
  return reason === null ? attemptsText(endpoint) : `${attemptsText(endpoint)}. Last failure: ${reason}.`;
}

/** How the latest attempts ended. */
export function attemptsText({ health: { attempts, failed, lastFailure } }: Pick<WebhookEndpoint, "health">): string {
  if (attempts === 0) return "No attempts yet";
  if (!lastFailure) return attempts === 1 ? "The last attempt succeeded" : `The last ${attempts} attempts succeeded`;
  return attempts === 1 ? "The last attempt failed" : `${failed} of the last ${attempts} attempts failed`;
}

/** Why the last failed attempt failed; null if none of the latest attempts failed. */
export function lastFailureText({ health: { lastFailure } }: Pick<WebhookEndpoint, "health">): string | null {
  if (!lastFailure) return null;
  const { error, statusCode } = lastFailure;
  const http = statusCode === null ? "" : `HTTP ${statusCode}`;
  const text = error === null ? "Unknown error" : attemptErrorText(error);
  return error === "status" && http ? http : `${text}${http && ` (${http})`}`;
}

/** Why an endpoint is disabled; null while it is enabled. */
export function disabledText({ active, disabledReason }: WebhookEndpoint): string | null {
  if (active) return null;
  return disabledReason ?? "Disabled by your organisation.";
}

const failureReasons: Record<string, string> = {
  attempts_exhausted: "All five attempts failed",
  gone: "The receiver responded with 410 Gone",
  address_refused: "The address is private or reserved",
  endpoint_disabled: "The endpoint was disabled",
  endpoint_deleted: "The endpoint was deleted",
};

const attemptErrors: Record<string, string> = {
  timeout: "Timed out",
  connection_refused: "Connection refused",
  connection_lost: "Connection lost",
  connection_failed: "Connection failed",
  dns: "Host name not found",
  tls: "TLS handshake or certificate error",
  redirect: "Redirect not followed",
  status: "Error response",
  gone: "Gone: the receiver no longer accepts events",
  address_refused: "Private or reserved address, so no request was sent",
  response_invalid: "Invalid HTTP response",
  interrupted: "Interrupted: the service stopped during the attempt",
};

/** Why a delivery failed. */
export function failureReasonText(reason: string): string {
  return failureReasons[reason] ?? labelOf(reason);
}

/** Why an attempt failed. */
export function attemptErrorText(error: string): string {
  return attemptErrors[error] ?? labelOf(error);
}

interface Known {
  modelName: ModelNameOf;
  /** The summary of the event, if loaded. It replaces the type of the event. */
  event?: string | null;
}

/** The subject, event and model of a delivery in plain text: "Inference · Credit scoring 4.2.0". */
export function subjectText(
  { type, subject, modelId }: Pick<Delivery, "type" | "subject" | "modelId">,
  { modelName, event = null }: Known,
): string | null {
  const model = modelId === null ? null : modelName(modelId);
  const named = subject === null || (event !== null && type.startsWith("audit.")) ? null : subjectLabel(type, subject);
  const parts = [named, event, model];
  return parts.filter((part) => part !== null).join(" · ") || null;
}

function subjectLabel(type: string, subject: string): string {
  if (type === "chain.verified") return `Through #${countText(Number(subject))}`;
  switch (type.split(".")[0]) {
    case "audit":
    case "chain":
      return labelOf(subject);
    case "evidence":
      return frameworkName(subject);
    default:
      return subject;
  }
}

const texts: Record<WebhookEventType, string> = {
  "audit.created": "An event was added to the audit chain. Expect a high volume.",
  "audit.high_severity": "An event of high or critical severity was added. Sent in addition to audit.created.",
  "chain.integrity_failure": "A verification found an inconsistency in the chain. Sent once for each finding.",
  "chain.verified": "A verification passed, or a new checkpoint of the chain was signed.",
  "shadow_ai.detected": "Unapproved use of AI was detected, or a detection was reopened.",
  "shadow_ai.resolved": "A detection was resolved.",
  "evidence.ready": "An evidence package is ready to download.",
  "evidence.expired": "The download link for an evidence package expired.",
  "model.registered": "A model was added to the registry.",
  "alert.triggered": "An alert policy raised an alert.",
  "integration.disconnected": "The service no longer receives data from an integration.",
};

/** Every event type, in the order of the documentation. */
export const eventTypes = Object.keys(texts) as WebhookEventType[];

const groups: readonly [label: string, prefixes: readonly string[]][] = [
  ["Audit trail", ["audit"]],
  ["Chain", ["chain"]],
  ["Shadow AI", ["shadow_ai"]],
  ["Evidence", ["evidence"]],
  ["Models and integrations", ["model", "alert", "integration"]],
];

/** The event types by subject, each with its description. */
export const eventGroups = groups.map(([label, prefixes]) => ({
  label,
  choices: eventTypes
    .filter((type) => prefixes.includes(type.split(".")[0] ?? ""))
    .map((value) => ({ value, text: texts[value] })),
}));

export function eventText(type: WebhookEventType): string {
  return texts[type];
}

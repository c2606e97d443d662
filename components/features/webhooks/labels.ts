import type { WebhookEndpoint, WebhookEventType } from "@/lib/domains/webhooks/schemas";
import { labelOf } from "@/lib/platform/client/format";

/** What an endpoint is called: its URL without what all have. */
export function endpointTitle({ url }: Pick<WebhookEndpoint, "url">): string {
  return url.replace(/^https:\/\//i, "").replace(/\/$/, "");
}

/** The host of an endpoint, which is typed to delete it. */
export function endpointHost({ url }: Pick<WebhookEndpoint, "url">): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

export function endpointState({ active }: Pick<WebhookEndpoint, "active">): "ENABLED" | "DISABLED" {
  return active ? "ENABLED" : "DISABLED";
}

/** Why an endpoint is told of nothing; null while it is enabled. */
export function disabledText({ active, disabledReason }: WebhookEndpoint): string | null {
  if (active) return null;
  return disabledReason ?? "Disabled by somebody of your organisation.";
}

const reasons: Record<string, string> = {
  attempts_exhausted: "Five attempts failed",
  gone: "The receiver answered 410 Gone",
  address_refused: "The address is private or reserved",
  endpoint_disabled: "The endpoint was disabled",
  endpoint_deleted: "The endpoint was deleted",
};

const errors: Record<string, string> = {
  timeout: "No answer within 30 seconds",
  connection_refused: "Connection refused",
  connection_lost: "Connection lost",
  connection_failed: "No connection",
  dns: "Host name not found",
  tls: "Certificate or TLS not accepted",
  redirect: "Redirect, which is not followed",
  status: "Answered with an error",
  gone: "Gone: the receiver wants no more",
  address_refused: "Private or reserved address, nothing sent",
  response_invalid: "The answer was no valid HTTP",
  interrupted: "The service stopped in the middle",
};

/** Why a delivery failed. */
export function reasonWord(reason: string): string {
  return reasons[reason] ?? labelOf(reason);
}

/** Why an attempt failed. */
export function attemptErrorWord(error: string): string {
  return errors[error] ?? labelOf(error);
}

const texts: Record<WebhookEventType, string> = {
  "audit.created": "Every event that is written to the chain. Expect many.",
  "audit.high_severity": "An event of severity high or critical. It is told as audit.created too.",
  "chain.integrity_failure": "A place where the chain does not agree with itself. Each is told once.",
  "chain.verified": "A verification passed, or the chain has a new signed checkpoint.",
  "shadow_ai.detected": "Unregistered use of AI was found, or opened again.",
  "shadow_ai.resolved": "Somebody decided what became of a detection.",
  "evidence.ready": "A package is generated and can be downloaded.",
  "evidence.expired": "The download address of a package works no longer.",
  "model.registered": "A model was added to the registry.",
  "alert.triggered": "The alert of a policy was triggered for a model.",
  "integration.disconnected": "Nothing is received from an integration any more.",
};

/** Every type of event, in the order of the documentation. */
export const eventTypes = Object.keys(texts) as WebhookEventType[];

const groups: readonly [label: string, prefixes: readonly string[]][] = [
  ["Audit trail", ["audit"]],
  ["Chain", ["chain"]],
  ["Shadow AI", ["shadow_ai"]],
  ["Evidence", ["evidence"]],
  ["Models and integrations", ["model", "alert", "integration"]],
];

/** The types of event by what they are about, each with what it means. */
export const eventGroups = groups.map(([label, prefixes]) => ({
  label,
  choices: eventTypes
    .filter((type) => prefixes.includes(type.split(".")[0] ?? ""))
    .map((value) => ({ value, text: texts[value] })),
}));

/** What a type of event means. */
export function eventText(type: WebhookEventType): string {
  return texts[type];
}

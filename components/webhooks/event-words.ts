import type { WebhookEventType } from "@/lib/webhooks/event-types";

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

import type { WebhookEndpoint } from "@/lib/webhooks/schemas";

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

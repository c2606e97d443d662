import { attemptErrorText } from "@/components/features/webhooks/labels";
import type { AuditStream } from "@/lib/domains/audit-streams/schemas";
import { countedText, labelOf } from "@/lib/platform/client/format";

/** The host of the receiver. */
export function streamHost({ url }: Pick<AuditStream, "url">): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

export function lagText({ lag }: Pick<AuditStream, "lag">): string {
  return lag.events === 0 ? "Up to date" : `${countedText(lag.events, "event")} behind`;
}

/** Why an attempt failed; null if it did not. */
export function failureText(error: string | null, statusCode: number | null): string | null {
  if (error === null) return null;
  if (error === "status" || error === "gone") return `HTTP ${statusCode ?? "error"}`;
  return attemptErrorText(error);
}

export function filterText({ filter: { eventTypes, modelIds, minSeverity } }: Pick<AuditStream, "filter">): string {
  const parts = [
    ...(eventTypes.length > 0 ? [eventTypes.map(labelOf).join(", ")] : []),
    ...(modelIds.length > 0 ? [countedText(modelIds.length, "model")] : []),
    ...(minSeverity === null || minSeverity === "INFO"
      ? []
      : [`${labelOf(minSeverity)}${minSeverity === "CRITICAL" ? "" : " or above"}`]),
  ];
  return parts.length === 0 ? "All events" : parts.join(" · ");
}

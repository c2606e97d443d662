import { attemptErrorText } from "@/components/features/webhooks/labels";
import type { AuditStream } from "@/lib/domains/audit-streams/schemas";
import { countedText, labelOf } from "@/lib/platform/client/format";

/** The host of the receiver. */
export function streamHost({ url }: Pick<AuditStream, "url">): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** The number of events after the position. How many of them the filter excludes is not known before they are read. */
export function lagText({ lag, filter }: Pick<AuditStream, "lag" | "filter">): string {
  if (lag.events === 0) return "Up to date";
  return `${countedText(lag.events, "event")} ${isFiltered({ filter }) ? "to check against the filter" : "to send"}`;
}

/** Whether the filter can exclude events. */
export function isFiltered(stream: Pick<AuditStream, "filter">): boolean {
  return filterText(stream) !== allEvents;
}

/** Why an attempt failed; null if it did not. */
export function failureText(error: string | null, statusCode: number | null): string | null {
  if (error === null) return null;
  if (error === "status" || error === "gone") return `HTTP ${statusCode ?? "error"}`;
  return attemptErrorText(error);
}

const allEvents = "All events";

export function filterText({ filter: { eventTypes, modelIds, minSeverity } }: Pick<AuditStream, "filter">): string {
  const parts = [
    ...(eventTypes.length > 0 ? [eventTypes.map(labelOf).join(", ")] : []),
    ...(modelIds.length > 0 ? [countedText(modelIds.length, "model")] : []),
    ...(minSeverity === null || minSeverity === "INFO"
      ? []
      : [`${labelOf(minSeverity)}${minSeverity === "CRITICAL" ? "" : " or above"}`]),
  ];
  return parts.length === 0 ? allEvents : parts.join(" · ");
}

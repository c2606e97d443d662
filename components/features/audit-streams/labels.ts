import { attemptErrorText } from "@/components/features/webhooks/labels";
import type { AuditStream } from "@/lib/domains/audit-streams/schemas";
import { countedText, countText, labelOf } from "@/lib/platform/client/format";

/** The host of the receiver. */
export function streamHost({ url }: Pick<AuditStream, "url">): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** In addition to the time that an event can wait for its batch to fill. */
const behindAfterMs = 5 * 60_000;

/** The status of a stream at `now`. An active stream with events that it should have delivered by then is behind. */
export function streamState(
  { status, lag, maxDelaySeconds }: Pick<AuditStream, "status" | "lag" | "maxDelaySeconds">,
  now: number | null,
): AuditStream["status"] | "BEHIND" {
  if (status !== "ACTIVE" || lag.events === 0 || now === null) return status;
  if (lag.oldestReceivedAt === null) return "BEHIND";
  const waitingMs = now - Date.parse(lag.oldestReceivedAt);
  return waitingMs > maxDelaySeconds * 1_000 + behindAfterMs ? "BEHIND" : "ACTIVE";
}

/** The number of events after the position. How many of them the filter excludes is not known before they are read. */
export function lagText({ lag, filter }: Pick<AuditStream, "lag" | "filter">): string {
  if (lag.events === 0) return "Up to date";
  const events = countedText(lag.events, "event");
  return isFiltered({ filter }) ? `Up to ${events} to check` : events;
}

/** Why the last attempt of a failing or disabled stream failed; null for other streams. */
export function statusReason(stream: Pick<AuditStream, "status" | "lastError" | "lastStatusCode">): string | null {
  if (stream.status !== "FAILING" && stream.status !== "DISABLED") return null;
  return failureText(stream.lastError, stream.lastStatusCode);
}

/** How far the stream has read the chain. Before its position moves, that is where it starts. */
export function positionText(stream: Pick<AuditStream, "position" | "positionAt" | "headPosition" | "filter">): string {
  const reached = `#${countText(stream.position)} of ${countText(stream.headPosition)}`;
  if (stream.positionAt === null)
    return stream.position === 0 ? "Starts with the first event" : `Starts after ${reached}`;
  return isFiltered(stream) ? `Sent or filtered out up to ${reached}` : `Sent up to ${reached}`;
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

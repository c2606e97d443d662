import type { AuditEvent } from "@/lib/audit-chain/schemas";
import { type Severity, severities } from "@/lib/audit-chain/vocabulary";

/** The media type of streams: a JSON value a line. */
export const streamType = "application/x-ndjson";

/** Which events a stream lets through; what is left out, or null, does not restrict. */
export interface StreamFilter {
  eventTypes?: readonly string[] | null | undefined;
  modelIds?: readonly string[] | null | undefined;
  minSeverity?: Severity | null | undefined;
}

/** The severities from one on; null for all of them. */
export function severitiesFrom(least: Severity | null | undefined): Severity[] | null {
  return least === null || least === undefined ? null : severities.slice(severities.indexOf(least));
}

/** Whether a filter may hold something back. */
export function restricts({ eventTypes, modelIds, minSeverity }: StreamFilter): boolean {
  return Boolean(eventTypes?.length) || Boolean(modelIds?.length) || (minSeverity ?? "INFO") !== "INFO";
}

/** What tells the events of a stream apart for who receives them: `audit.inference`. */
export function streamTypeOf(eventType: string): string {
  return `audit.${eventType.toLowerCase()}`;
}

/** The line of an event, with its end: the event as the API shows it, its type first. */
export function eventLine(event: AuditEvent): string {
  return `${JSON.stringify({ type: streamTypeOf(event.eventType), ...event })}\n`;
}

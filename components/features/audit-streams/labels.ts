import type { AuditStream } from "@/lib/domains/audit-streams/schemas";
import { countedText, labelOf } from "@/lib/platform/client/format";

/** The host that a stream goes to. */
export function streamHost({ url }: Pick<AuditStream, "url">): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** How far a stream is behind, in words. */
export function lagText({ lag }: Pick<AuditStream, "lag">): string {
  return lag.events === 0 ? "Caught up" : `${countedText(lag.events, "event")} behind`;
}

const errorWords: Record<string, string> = {
  timeout: "No answer in time",
  connection_refused: "Connection refused",
  connection_lost: "Connection lost",
  connection_failed: "No connection",
  dns: "No address for the host name",
  tls: "The certificate or the handshake is not good",
  redirect: "Redirected, which is not followed",
  gone: "Gone",
  address_refused: "Not a public address",
  response_invalid: "The answer is not HTTP",
};

/** Why an attempt failed, in words; null where none did. */
export function failureText(error: string | null, statusCode: number | null): string | null {
  if (error === null) return null;
  if (error === "status" || error === "gone") return `Answered ${statusCode ?? "with an error"}`;
  return errorWords[error] ?? labelOf(error);
}

/** What a stream lets through, in words. */
export function filterText({ filter: { eventTypes, modelIds, minSeverity } }: Pick<AuditStream, "filter">): string {
  const parts = [
    ...(eventTypes.length > 0 ? [eventTypes.map(labelOf).join(", ")] : []),
    ...(modelIds.length > 0 ? [countedText(modelIds.length, "model")] : []),
    ...(minSeverity === null || minSeverity === "INFO" ? [] : [`${labelOf(minSeverity)} and above`]),
  ];
  return parts.length === 0 ? "Every event" : parts.join(" · ");
}

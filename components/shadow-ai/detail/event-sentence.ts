import { wordsOf } from "@/lib/client/format";

interface ToldEvent {
  eventType: string;
  /** Null where it was erased. */
  payload: Record<string, unknown> | null;
}

/** What an event on the chain says about a detection, as a sentence. */
export function eventSentence({ eventType, payload }: ToldEvent): string {
  if (payload === null) return `${wordsOf(eventType)}, its content erased`;
  const { kind, from, status, resolution, severity } = payload;
  switch (kind) {
    case "SHADOW_AI_DETECTION_OPENED":
      return `Detected, severity ${wordOf(severity)}`;
    case "SHADOW_AI_DETECTION_REOPENED":
      return `Opened again, severity ${wordOf(severity)}`;
    case "SHADOW_AI_SEVERITY_RAISED":
      return `Severity rose to ${wordOf(severity)}`;
    case "SHADOW_AI_TRIAGE":
      return triageSentence({ ...payload, from, status, resolution });
    default:
      return wordsOf(typeof kind === "string" ? kind.replace(/^SHADOW_AI_/, "") : eventType);
  }
}

function triageSentence(payload: Record<string, unknown>): string {
  const { from, status, resolution, assigneeChanged, isAssigned, notesChanged } = payload;
  const parts: string[] = [];
  if (from !== status) {
    parts.push(
      status === "RESOLVED"
        ? `resolved as ${wordOf(resolution)}`
        : status === "INVESTIGATING" && from !== "OPEN"
          ? "reopened for investigation"
          : wordOf(status),
    );
  }
  if (assigneeChanged === true) parts.push(isAssigned === true ? "assigned" : "assigned to nobody");
  if (notesChanged === true) parts.push("notes changed");
  const sentence = parts.join(", ") || "looked at";
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function wordOf(value: unknown): string {
  return typeof value === "string" ? wordsOf(value).toLowerCase() : "unknown";
}

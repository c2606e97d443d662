import type { EventHeader } from "@/lib/domains/audit-chain/block-text";

/*
 * The chain records an erasure by a later event of the system model with this payload. Its format is fixed: verifiers
 * in a browser read it too.
 */

/** The `kind` of the payload that records an erasure. Callers cannot write it (`draftOf`). */
export const erasureKind = "EVENT_CONTENT_ERASED";

export const erasureEventType = "CONFIG_CHANGE";

export const legalBases = [
  "GDPR_ART_17",
  "UK_GDPR_ART_17",
  "COURT_ORDER",
  "REGULATOR_ORDER",
  "CONTRACTUAL_OBLIGATION",
  "OTHER",
] as const;

/** Which content was erased and why, without the content. */
export interface ErasureRecord {
  eventId: string;
  chainPosition: number;
  contentHash: string;
  legalBasis: string;
  reference: string;
}

export function erasurePayload(record: ErasureRecord): Record<string, unknown> {
  return { kind: erasureKind, ...record };
}

/** The erasure that an event records, read from its stored content. */
export function readErasure(event: { eventType: string; content: string | null }): ErasureRecord | undefined {
  if (event.eventType !== erasureEventType || !event.content?.includes(mark)) return undefined;
  try {
    const { payload } = JSON.parse(event.content) as { payload?: unknown };
    return isRecord(payload) ? payload : undefined;
  } catch {
    return undefined;
  }
}

/** Part of the canonical content of each such event. */
const mark = `"kind":"${erasureKind}"`;

/** Whether the record at `recordPosition` is of this earlier event. */
export function recordsErasureOf(
  record: ErasureRecord | undefined,
  recordPosition: number,
  event: Pick<EventHeader, "id" | "chainPosition" | "contentHash">,
): record is ErasureRecord {
  return (
    record !== undefined &&
    record.eventId === event.id &&
    record.chainPosition === event.chainPosition &&
    record.contentHash === event.contentHash &&
    recordPosition > event.chainPosition
  );
}

function isRecord(value: unknown): value is ErasureRecord {
  if (typeof value !== "object" || value === null) return false;
  const { kind, eventId, chainPosition, contentHash, legalBasis, reference } = value as Record<string, unknown>;
  const texts = [eventId, contentHash, legalBasis, reference];
  return kind === erasureKind && texts.every((text) => typeof text === "string") && typeof chainPosition === "number";
}

/**
 * How the chain records an erasure: an event of the system model with this payload, at a later position. Part of the
 * contract, like the formulas: verifiers in a browser read it too.
 */

/** The `kind` of the payload that records an erasure. No caller can write it (`draftOf`). */
export const erasureKind = "EVENT_CONTENT_ERASED";

/** The type of the event that records an erasure. */
export const erasureEventType = "CONFIG_CHANGE";

/** By which law or order a content is erased. */
export const legalBases = [
  "GDPR_ART_17",
  "UK_GDPR_ART_17",
  "COURT_ORDER",
  "REGULATOR_ORDER",
  "CONTRACTUAL_OBLIGATION",
  "OTHER",
] as const;

/** Which content was erased, and why: never what it said. */
export interface ErasureRecord {
  eventId: string;
  chainPosition: number;
  contentHash: string;
  legalBasis: string;
  reference: string;
}

/** The payload of the event that records an erasure. */
export function erasurePayload(record: ErasureRecord): Record<string, unknown> {
  return { kind: erasureKind, ...record };
}

/** What an event records as erased, by its stored content; undefined for an event that records no erasure. */
export function readErasure(event: { eventType: string; content: string | null }): ErasureRecord | undefined {
  if (event.eventType !== erasureEventType || !event.content?.includes(mark)) return undefined;
  try {
    const { payload } = JSON.parse(event.content) as { payload?: unknown };
    return isRecord(payload) ? payload : undefined;
  } catch {
    return undefined;
  }
}

/** What stands in the content of every such event, in its canonical form. */
const mark = `"kind":"${erasureKind}"`;

/** Whether what an event records is the erasure of another one, which must stand before it. */
export function recordsErasureOf(
  record: ErasureRecord | undefined,
  recordPosition: number,
  event: { id: string; chainPosition: number; contentHash: string },
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

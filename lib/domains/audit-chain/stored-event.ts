import { blockHash, type EventActor, type EventHeader, hashText } from "@/lib/domains/audit-chain/block";
import { readErasure, recordsErasureOf } from "@/lib/domains/audit-chain/erasure/erasure-record";

/** An event as the database gives it back, every value as text in the contract's form. */
export interface StoredEvent extends EventHeader {
  blockHash: string;
  /** Null where it is missing: it was erased, or taken away. */
  content: string | null;
  tags: string[] | null;
  metadata: string | null;
  /** Of a missing content: the event that the index of erasures names for it, as JSON of a {@link RecordingEvent}. */
  erasedBy: string | null;
}

/** The event that records an erasure, as it is stored. */
interface RecordingEvent extends EventHeader {
  blockHash: string;
  content: string;
}

/** SQL that writes a timestamp as `YYYY-MM-DDTHH:mm:ss.sssZ`, independent of any driver. Null for infinity. */
export function isoText(column: string, table = "", fraction: "MS" | "US" = "MS"): string {
  return `to_char(${table === "" ? "" : `${table}.`}"${column}" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.${fraction}"Z"')`;
}

/** SQL that reads the database's clock, in the same form. */
export const clockText = `to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * The same for a column that may have been tampered with: what that form cannot express (years before Christ,
 * microseconds) is written in another one.
 */
export function anyIsoText(column: string, table = ""): string {
  const name = `${table === "" ? "" : `${table}.`}"${column}"`;
  return `CASE WHEN ${name} >= '0001-01-01T00:00:00Z' AND ${name} < 'infinity' THEN
    CASE WHEN date_trunc('milliseconds', ${name}) = ${name} THEN ${isoText(column, table)} ELSE ${isoText(column, table, "US")} END
    ELSE coalesce(${name}::text, '') END`;
}

/** A text column that is never null, unless somebody took the constraint away: an empty text then. */
export function anyText(column: string): string {
  return `coalesce(${column}, '')`;
}

/**
 * Text columns other than the content, which may have any length in a tampered row. Some queries read rows as arrays,
 * so the order matters.
 */
export const boundedColumns = [
  "id",
  "block_hash",
  "previous_hash",
  "previous_model_hash",
  "event_type",
  "severity",
  "model_id",
  "source",
  "content_hash",
] as const;

/** Bytes of the longest text in these columns that is read; no legitimate one has as many. */
export const textMax = 2_000;
/** Bytes of the longest content that is read. A legitimate one has at most a quarter of them. */
export const contentMax = 1024 * 1024;
/** Bytes of the tags as they are stored, that is, perhaps compressed. */
export const tagsMax = 8_192;

/** The columns of a {@link RecordingEvent} as arguments of `json_build_object`. */
const recordingEvent = `
  'organisationId', record.organisation_id, 'id', record.id, 'chainPosition', record.chain_position,
  'blockHash', record.block_hash, 'previousHash', record.previous_hash, 'previousModelHash', record.previous_model_hash,
  'timestamp', ${anyIsoText("timestamp", "record")}, 'recordedAt', ${anyIsoText("recorded_at", "record")},
  'eventType', record.event_type, 'severity', record.severity, 'modelId', record.model_id, 'source', record.source,
  'contentHash', record.content_hash, 'content', left(record.content, ${textMax * 4})`;

/** Costs nothing where there is a content. */
const erasedBy = `
  CASE WHEN audit_events.content IS NULL THEN (
    SELECT json_build_object(${recordingEvent})::text FROM event_erasures erasure JOIN audit_events record
      ON record.organisation_id = erasure.organisation_id AND record.chain_position = erasure.recorded_position
    WHERE erasure.organisation_id = audit_events.organisation_id
      AND erasure.chain_position = audit_events.chain_position LIMIT 1
  ) END`;

/**
 * The select list of a {@link StoredEvent}, for `FROM audit_events` or an alias of that name. It can read any tampered
 * row.
 */
export const storedEventColumns = `
  organisation_id AS "organisationId", ${anyText("id")} AS id, coalesce(chain_position, 0)::float8 AS "chainPosition",
  ${anyText("block_hash")} AS "blockHash", ${anyText("previous_hash")} AS "previousHash",
  ${anyText("previous_model_hash")} AS "previousModelHash", ${anyIsoText("timestamp")} AS "timestamp",
  ${anyIsoText("recorded_at")} AS "recordedAt", ${anyText("event_type")} AS "eventType",
  ${anyText("severity")} AS severity, ${anyText("model_id")} AS "modelId", ${anyText("source")} AS source,
  ${anyText("content_hash")} AS "contentHash", content, tags, metadata, ${erasedBy} AS "erasedBy"`;

/** That the content of an event was erased, by what the chain says. */
export interface Erased {
  /** When the erasure was recorded. */
  at: string;
  /** Of the event that records it. */
  eventId: string;
  chainPosition: number;
  legalBasis: string;
  reference: string;
}

/** What recomputing a stored event gives. */
interface Recomputed {
  /** Whether content, header, their recorded hashes and the copy of the tags all agree; of an erased one, what is left of them. */
  intact: boolean;
  /** The block's hash as it follows from what is stored; differs from the recorded one when a hashed value was changed. */
  blockHash: string;
  /** Where the content is missing, and an event that agrees with itself says that it was erased. */
  erased: Erased | undefined;
  /** Null of an erased event, as are payload and salt. */
  actor: EventActor | null;
  payload: Record<string, unknown> | null;
  salt: string | null;
  tags: string[];
}

/**
 * Recomputes both hashes of a stored event; for an erased one, the header's. Never throws: what cannot be read is not
 * intact.
 */
export function recompute(stored: StoredEvent): Recomputed {
  const record = recordingEventOf(stored);
  return record ? recomputeErased(stored, record) : recomputeWhole(stored, stored.content ?? "");
}

/** The event that records the erasure of a missing content; undefined where none is named that agrees with itself and says so. */
export function recordingEventOf(stored: StoredEvent): RecordingEvent | undefined {
  if (stored.content !== null || stored.erasedBy === null) return undefined;
  const record = readJson(stored.erasedBy) as RecordingEvent | undefined;
  if (!record || typeof record.content !== "string") return undefined;
  if (!recordsErasureOf(readErasure(record), record.chainPosition, stored)) return undefined;
  return hashText(record.content) === record.contentHash && blockHash(record) === record.blockHash ? record : undefined;
}

function recomputeErased(stored: StoredEvent, record: RecordingEvent): Recomputed {
  const { legalBasis = "", reference = "" } = readErasure(record) ?? {};
  const { recordedAt: at, id: eventId, chainPosition } = record;
  const erased = { at, eventId, chainPosition, legalBasis, reference };
  const computed = blockHash(stored);
  const intact = computed === stored.blockHash && stored.tags?.length === 0;
  return { intact, blockHash: computed, erased, actor: null, payload: null, salt: null, tags: [] };
}

function recomputeWhole(stored: StoredEvent, text: string): Recomputed {
  const contentHash = hashText(text);
  const content = readContent(text);
  // A contentHash that was edited alone shows only in the header as recorded; an edited content, only in the recomputed one.
  const fromContent = blockHash({ ...stored, contentHash });
  const computed = fromContent === stored.blockHash ? blockHash(stored) : fromContent;
  const intact =
    contentHash === stored.contentHash &&
    computed === stored.blockHash &&
    content !== undefined &&
    sameTags(content.tags, stored.tags);
  return { intact, blockHash: computed, erased: undefined, ...(content ?? unreadable) };
}

interface Content {
  actor: EventActor;
  payload: Record<string, unknown>;
  salt: string;
  tags: string[];
}

const unreadable: Content = { actor: { type: "UNREADABLE", id: "" }, payload: {}, salt: "", tags: [] };

function readContent(text: string): Content | undefined {
  const content = readJson(text);
  return isContent(content) ? content : undefined;
}

/** The value of a JSON text as far as it can be shown; undefined for what is none. */
export function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return nestsAtMost(value, nestingMax) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isContent(value: unknown): value is Content {
  if (!isObject(value)) return false;
  const { actor, payload, salt, tags } = value;
  const actorReadable =
    isObject(actor) &&
    typeof actor["type"] === "string" &&
    typeof actor["id"] === "string" &&
    isOptionalText(actor["displayName"]) &&
    isOptionalText(actor["ipAddress"]);
  const tagsReadable = Array.isArray(tags) && tags.every((tag) => typeof tag === "string");
  return actorReadable && isObject(payload) && typeof salt === "string" && tagsReadable;
}

/** Levels of nesting that are shown. Events have far fewer; a value of very many could not be written as JSON again. */
const nestingMax = 256;

function nestsAtMost(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  for (const member of Object.values(value)) if (!nestsAtMost(member, levels - 1)) return false;
  return true;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function sameTags(hashed: string[], copied: string[] | null): boolean {
  return copied !== null && hashed.length === copied.length && hashed.every((tag, i) => tag === copied[i]);
}

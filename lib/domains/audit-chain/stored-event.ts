import {
  blockHash,
  type EventActor,
  type EventContent,
  type EventHeader,
  hashText,
} from "@/lib/domains/audit-chain/block";
import { readErasure, recordsErasureOf } from "@/lib/domains/audit-chain/erasure/erasure-record";
import type { AuditEvent } from "@/lib/domains/audit-chain/schemas";

/** An event as read from the database, with values in the format of the hashed texts. */
export interface StoredEvent extends EventHeader {
  blockHash: string;
  /** Null if missing: erased or deleted. */
  content: string | null;
  tags: string[] | null;
  metadata: string | null;
  /** If the content is missing: the {@link RecordingEvent} named by the index of erasures, as JSON. */
  erasedBy: string | null;
}

/** The stored event that records an erasure. */
interface RecordingEvent extends EventHeader {
  blockHash: string;
  content: string;
}

/** SQL that formats a timestamp as `YYYY-MM-DDTHH:mm:ss.sssZ`, independent of drivers. Null for infinity. */
export function isoText(column: string, table = "", fraction: "MS" | "US" = "MS"): string {
  return `to_char(${table === "" ? "" : `${table}.`}"${column}" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.${fraction}"Z"')`;
}

/** SQL that reads the database's clock, in the same format. */
export const clockText = `to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The same for a tampered column: values outside that format (years BC, microseconds) are written in another format. */
export function anyIsoText(column: string, table = ""): string {
  const name = `${table === "" ? "" : `${table}.`}"${column}"`;
  return `CASE WHEN ${name} >= '0001-01-01T00:00:00Z' AND ${name} < 'infinity' THEN
    CASE WHEN date_trunc('milliseconds', ${name}) = ${name} THEN ${isoText(column, table)} ELSE ${isoText(column, table, "US")} END
    ELSE coalesce(${name}::text, '') END`;
}

/** A text column; empty if its NOT NULL constraint was dropped and it is null. */
export function anyText(column: string): string {
  return `coalesce(${column}, '')`;
}

/** Text columns other than the content. Some queries read rows as arrays, so the order matters. */
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

/** Maximum bytes read of these columns; legitimate values are shorter. */
export const textMax = 2_000;
/** Maximum bytes read of a content; a legitimate one has at most a quarter of them. */
export const contentMax = 1024 * 1024;
/** Maximum stored bytes of the tags, which may be compressed. */
export const tagsMax = 8_192;

/** The columns of a {@link RecordingEvent} as arguments of `json_build_object`. */
const recordingEvent = `
  'organisationId', record.organisation_id, 'id', record.id, 'chainPosition', record.chain_position,
  'blockHash', record.block_hash, 'previousHash', record.previous_hash, 'previousModelHash', record.previous_model_hash,
  'timestamp', ${anyIsoText("timestamp", "record")}, 'recordedAt', ${anyIsoText("recorded_at", "record")},
  'eventType', record.event_type, 'severity', record.severity, 'modelId', record.model_id, 'source', record.source,
  'contentHash', record.content_hash, 'content', left(record.content, ${textMax * 4})`;

/** Evaluated only if there is no content. */
const erasedBy = `
  CASE WHEN audit_events.content IS NULL THEN (
    SELECT json_build_object(${recordingEvent})::text FROM event_erasures erasure JOIN audit_events record
      ON record.organisation_id = erasure.organisation_id AND record.chain_position = erasure.recorded_position
    WHERE erasure.organisation_id = audit_events.organisation_id
      AND erasure.chain_position = audit_events.chain_position LIMIT 1
  ) END`;

/** The select list of a {@link StoredEvent}, for `FROM audit_events` or an alias of that name. Reads any tampered row. */
export const storedEventColumns = `
  organisation_id AS "organisationId", ${anyText("id")} AS id, coalesce(chain_position, 0)::float8 AS "chainPosition",
  ${anyText("block_hash")} AS "blockHash", ${anyText("previous_hash")} AS "previousHash",
  ${anyText("previous_model_hash")} AS "previousModelHash", ${anyIsoText("timestamp")} AS "timestamp",
  ${anyIsoText("recorded_at")} AS "recordedAt", ${anyText("event_type")} AS "eventType",
  ${anyText("severity")} AS severity, ${anyText("model_id")} AS "modelId", ${anyText("source")} AS source,
  ${anyText("content_hash")} AS "contentHash", content, tags, metadata, ${erasedBy} AS "erasedBy"`;

/** The erasure of an event's content, as recorded on the chain. */
export type Erased = NonNullable<AuditEvent["erased"]>;

/** The result of recomputing a stored event. */
interface Recomputed {
  /**
   * Whether content, header, recorded hashes and the copy of the tags match; for an erased event, the remaining ones.
   */
  intact: boolean;
  /**
   * The block's hash, recomputed from the stored values. It differs from the recorded hash if a hashed value was
   * changed.
   */
  blockHash: string;
  /** Set if the content is missing and an intact event records its erasure. */
  erased: Erased | undefined;
  /** Null for an erased event, like payload and salt. */
  actor: EventActor | null;
  payload: Record<string, unknown> | null;
  salt: string | null;
  tags: string[];
}

/** Recomputes both hashes of a stored event; if erased, the header's. Never throws: unreadable values are not intact. */
export function recompute(stored: StoredEvent): Recomputed {
  const record = recordingEventOf(stored);
  return record ? recomputeErased(stored, record) : recomputeWhole(stored, stored.content ?? "");
}

/** The intact event that records the erasure of this event's content, if any. */
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
  const sameContent = contentHash === stored.contentHash;
  // An edited contentHash shows only in the recorded header; an edited content only in the recomputed header.
  const fromContent = blockHash(sameContent ? stored : { ...stored, contentHash });
  const computed = sameContent || fromContent !== stored.blockHash ? fromContent : blockHash(stored);
  const intact =
    sameContent && computed === stored.blockHash && content !== undefined && sameTags(content.tags, stored.tags);
  return { intact, blockHash: computed, erased: undefined, ...(content ?? unreadable) };
}

const unreadable: EventContent = { actor: { type: "UNREADABLE", id: "" }, payload: {}, salt: "", tags: [] };

function readContent(text: string): EventContent | undefined {
  const content = readJson(text);
  return isContent(content) ? content : undefined;
}

/** Parses JSON; undefined if invalid or nested too deeply to be returned. */
export function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // Each level takes at least two characters.
    return text.length <= 2 * nestingMax || nestsAtMost(value, nestingMax) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isContent(value: unknown): value is EventContent {
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

/** Deeper values could not be serialised as JSON again. Legitimate events have far fewer levels. */
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

import pg from "pg";
import { boundedColumns, contentMax, tagsMax, textMax } from "@/lib/domains/audit-chain/stored-event";
import type { StoredBlock } from "@/lib/domains/audit-chain/verification/event-verifier";

/**
 * In the order of {@link blockOf}. Values that are too long are read as null (contents as empty), so that no row can
 * exhaust the memory. One shared condition is faster than one per column.
 */
export const blockColumns = `
  chain_position, "timestamp", recorded_at,
  ${boundedColumns.map((column) => `CASE WHEN size.exceeds THEN ${column === "id" ? "left(id, 100)" : "NULL"} ELSE ${column} END`).join(", ")},
  CASE WHEN octet_length(content) <= ${contentMax} OR content IS NULL THEN content ELSE '' END,
  CASE WHEN pg_column_size(tags) <= ${tagsMax} THEN tags END`;

export const measured = `audit_events CROSS JOIN LATERAL (
  SELECT ${boundedColumns.map((column) => `octet_length(${column}) > ${textMax}`).join(" OR ")} AS exceeds OFFSET 0) size`;

export function blockOf(organisationId: string, row: (string | null)[]): StoredBlock {
  return {
    organisationId,
    chainPosition: row[0] === null ? 0 : Number(row[0]),
    timestamp: isoOf(row[1]),
    recordedAt: isoOf(row[2]),
    id: row[3] ?? "",
    blockHash: row[4] ?? "",
    previousHash: row[5] ?? "",
    previousModelHash: row[6] ?? "",
    eventType: row[7] ?? "",
    severity: row[8] ?? "",
    modelId: row[9] ?? "",
    source: row[10] ?? "",
    contentHash: row[11] ?? "",
    content: row[12] ?? null,
    tags: tagsJson(row[13]),
  };
}

const iso = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/;

let lastTime = { text: "", iso: "" };

/**
 * Converts `2026-11-20 10:00:00.12+00` to ISO; anything else is unchanged. Caches the last value, because consecutive
 * times are often equal.
 */
function isoOf(text: string | null | undefined): string {
  if (!text) return "";
  if (text === lastTime.text) return lastTime.iso;
  const parts = iso.exec(text);
  lastTime = { text, iso: parts ? `${parts[1]}T${parts[2]}.${(parts[3] ?? "").padEnd(3, "0")}Z` : text };
  return lastTime.iso;
}

const knownTags = new Map<string, string>();

const knownTagsMax = 5_000;

/** The object identifier of the type text[]. */
const textArray: number = 1009;

const parseTextArray = pg.types.getTypeParser(textArray, "text") as (literal: string) => unknown;

/** The JSON of a PostgreSQL array. Cached, because few combinations of tags occur. */
function tagsJson(literal: string | null | undefined): string {
  if (literal === null || literal === undefined) return "null";
  if (literal === "{}") return "[]";
  const known = knownTags.get(literal);
  if (known !== undefined) return known;
  const json = literal.startsWith("{") ? JSON.stringify(parseTextArray(literal)) : JSON.stringify(literal);
  if (literal.length > 1_000) return json;
  if (knownTags.size >= knownTagsMax) knownTags.clear();
  knownTags.set(literal, json);
  return json;
}

import { createHash } from "node:crypto";
import { z } from "zod";
import { prisma, type Transaction } from "@/lib/db";
import type { Figures } from "@/lib/shadow-ai/detections/verify-state";

/** What the last event about a detection recorded of it. */
export interface RecordedState {
  detectionId: string;
  eventId: string;
  chainPosition: number;
  stateHash: string;
  figures: Figures;
  /** Whether the event's content is what was hashed into the chain. */
  isIntact: boolean;
}

/** Events with the tag of a detection that are looked through for the service's own: anybody may tag events. */
const eventsLookedAt = 10;

/** What the chain's last events say of these detections, by their ids; none for one that no event of ours is about. */
export async function findRecordedStates(
  tx: Transaction | undefined,
  organisationId: string,
  detectionIds: string[],
): Promise<Map<string, RecordedState>> {
  // The inner query is fenced off: by the index of tags a detection has few events, by positions all would be read.
  const rows = await (tx ?? prisma()).$queryRaw<EventRow[]>`
    SELECT wanted.id AS "detectionId", event.*
    FROM unnest(${detectionIds}::text[]) AS wanted(id)
    CROSS JOIN LATERAL (
      SELECT tagged.* FROM (
        SELECT id AS "eventId", chain_position::float8 AS "chainPosition", content, content_hash AS "contentHash"
        FROM audit_events
        WHERE organisation_id = ${organisationId} AND tags @> ARRAY[wanted.id] AND tags <> '{}'::text[]
          AND event_type IN ('SHADOW_AI_DETECTED', 'HUMAN_REVIEW') AND content LIKE '%"stateHash":"sha256:%'
        OFFSET 0
      ) tagged ORDER BY tagged."chainPosition" DESC LIMIT ${eventsLookedAt}
    ) event
    ORDER BY event."chainPosition" DESC`;
  const states = new Map<string, RecordedState>();
  for (const row of rows) {
    const state = states.has(row.detectionId) ? undefined : readState(row);
    if (state) states.set(row.detectionId, state);
  }
  return states;
}

/**
 * What events that opened detections recorded, of those whose detection is gone: the next of them behind a position, at
 * most `limit` events looked at. `upTo` is where it stopped; undefined at the end of the chain.
 */
export async function findOrphanedStates(
  organisationId: string,
  behind: number,
  limit: number,
): Promise<{ states: RecordedState[]; upTo: number | undefined }> {
  const rows = await prisma().$queryRaw<(EventRow & { isGone: boolean })[]>`
    SELECT "detectionId", "eventId", "chainPosition", "contentHash", "isGone",
      CASE WHEN "isGone" THEN content ELSE '' END AS content
    FROM (
      SELECT tags[2] AS "detectionId", id AS "eventId", chain_position::float8 AS "chainPosition",
        coalesce(content, '') AS content, content_hash AS "contentHash", NOT EXISTS (
          SELECT 1 FROM shadow_ai_detections d WHERE d.organisation_id = ${organisationId} AND d.id = event.tags[2]
        ) AS "isGone"
      FROM audit_events event
      WHERE organisation_id = ${organisationId} AND event_type = 'SHADOW_AI_DETECTED'
        AND chain_position > ${BigInt(behind)}
      ORDER BY chain_position LIMIT ${limit}
    ) opened ORDER BY "chainPosition"`;
  const states = rows.flatMap((row) => {
    const state = row.content.includes(openedMark) ? readState(row) : undefined;
    return state ? [state] : [];
  });
  return { states, upTo: rows.length < limit ? undefined : rows.at(-1)?.chainPosition };
}

const openedMark = '"kind":"SHADOW_AI_DETECTION_OPENED"';

interface EventRow {
  detectionId: string;
  eventId: string;
  chainPosition: number;
  content: string;
  contentHash: string;
}

const Told = z.object({
  payload: z.object({
    kind: z.string().startsWith("SHADOW_AI_"),
    detectionId: z.string(),
    stateHash: z.string(),
    figures: z.object({
      calls: z.number(),
      bytesOut: z.number(),
      firstSeenAt: z.string(),
      score: z.number(),
      ruleVersion: z.string(),
      catalogueVersion: z.string(),
    }),
  }),
});

/** Undefined for an event that is not the service's own, and for one that can no longer be read: the chain tells of that. */
function readState({ detectionId, eventId, chainPosition, content, contentHash }: EventRow): RecordedState | undefined {
  const told = Told.safeParse(readJson(content));
  if (!told.success || told.data.payload.detectionId !== detectionId) return undefined;
  const { stateHash, figures } = told.data.payload;
  const isIntact = `sha256:${createHash("sha256").update(content).digest("hex")}` === contentHash;
  return { detectionId, eventId, chainPosition, stateHash, figures, isIntact };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

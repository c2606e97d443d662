import { createHash } from "node:crypto";
import { z } from "zod";
import type { Figures } from "@/lib/domains/shadow-ai/detections/recorded-state";
import { prisma, type Transaction } from "@/lib/platform/database/db";

/** The state recorded by the latest event about a detection. */
export interface RecordedState {
  eventId: string;
  chainPosition: number;
  stateHash: string;
  figures: Figures;
  /** Whether the event's content matches the hash on the chain. */
  isIntact: boolean;
}

/** Number of tagged events to search, because callers may also use a detection's tag. */
const eventsSearched = 10;

/** Recorded states by detection id; none for a detection without an event by the service. */
export async function findRecordedStates(
  tx: Transaction | undefined,
  organisationId: string,
  detectionIds: string[],
): Promise<Map<string, RecordedState>> {
  // OFFSET 0 makes the planner use the tag index: a detection has few events, while an index scan by position reads all.
  const rows = await (tx ?? prisma()).$queryRaw<EventRow[]>`
    SELECT wanted.id AS "detectionId", event.*
    FROM unnest(${detectionIds}::text[]) AS wanted(id)
    CROSS JOIN LATERAL (
      SELECT tagged.* FROM (
        SELECT id AS "eventId", chain_position::float8 AS "chainPosition", content, content_hash AS "contentHash"
        FROM audit_events
        WHERE organisation_id = ${organisationId} AND tags @> ARRAY[wanted.id] AND tags <> '{}'::text[]
          AND event_type IN ('SHADOW_AI_DETECTED', 'HUMAN_REVIEW') AND content LIKE '%"figures":{%'
          AND content LIKE '%"stateHash":"sha256:%'
        OFFSET 0
      ) tagged ORDER BY tagged."chainPosition" DESC LIMIT ${eventsSearched}
    ) event
    ORDER BY event."chainPosition" DESC`;
  const states = new Map<string, RecordedState>();
  for (const row of rows) {
    const state = states.has(row.detectionId) ? undefined : readState(row);
    if (state) states.set(row.detectionId, state);
  }
  return states;
}

interface EventRow {
  detectionId: string;
  eventId: string;
  chainPosition: number;
  content: string;
  contentHash: string;
}

const StateEvent = z.object({
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

/** Undefined for other events and unreadable ones, which chain verification reports. */
function readState({ detectionId, eventId, chainPosition, content, contentHash }: EventRow): RecordedState | undefined {
  const event = StateEvent.safeParse(readJson(content));
  if (!event.success || event.data.payload.detectionId !== detectionId) return undefined;
  const { stateHash, figures } = event.data.payload;
  const isIntact = `sha256:${createHash("sha256").update(content).digest("hex")}` === contentHash;
  return { eventId, chainPosition, stateHash, figures, isIntact };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

import { serviceKey, serviceKeyMark } from "@/lib/domains/audit-chain/append/prepare";
import { resolutionMembers } from "@/lib/domains/audit-chain/enums";
import { bigintText, systemModelId } from "@/lib/domains/audit-chain/store";
import { anyIsoText, contentMax, isObject, readJson, textMax } from "@/lib/domains/audit-chain/stored-event";
import { prisma, type Transaction } from "@/lib/platform/database/db";

/** An unverified event without its content. */
export interface EventOutline {
  chainPosition: number;
  id: string;
  eventType: string;
  severity: string;
  modelId: string;
  /** Time of receipt in milliseconds since the Unix epoch; NaN in a tampered row. */
  recordedAtMs: number;
  tags: string[];
  /** The service's deduplication key, which callers cannot write. */
  sourceKey: string | null;
}

type Row = [number, string, string, string, string, number | string, string[] | null, string | null];

/** Outlines after a position, in chain order. Read as one JSON text, which is faster than thousands of rows. */
export async function findOutlines(
  tx: Transaction | undefined,
  organisationId: string,
  { after, limit }: { after: number; limit: number },
): Promise<EventOutline[]> {
  const [found] = await (tx ?? prisma()).$queryRawUnsafe<{ page: string }[]>(
    outlines,
    organisationId,
    bigintText(after),
    limit,
  );
  return (JSON.parse(found?.page ?? "[]") as Row[]).map(toOutline);
}

const outlines = `
  SELECT coalesce(json_agg(json_build_array(chain_position, left(id, ${textMax}), left(event_type, ${textMax}),
    left(severity, ${textMax}), left(model_id, ${textMax}), extract(epoch FROM recorded_at) * 1000, tags,
    CASE WHEN starts_with(idempotency_key, '${serviceKeyMark}') THEN idempotency_key END) ORDER BY chain_position), '[]')::text AS page
  FROM (
    SELECT chain_position, id, event_type, severity, model_id, recorded_at, tags, idempotency_key FROM audit_events
    WHERE organisation_id = $1 AND chain_position > $2::bigint ORDER BY chain_position LIMIT $3::int
  ) following`;

function toOutline([chainPosition, id, eventType, severity, modelId, received, tags, key]: Row): EventOutline {
  const recordedAtMs = Number(received);
  return {
    chainPosition,
    id,
    eventType,
    severity,
    modelId,
    recordedAtMs: Number.isFinite(recordedAtMs) ? recordedAtMs : Number.NaN,
    tags: tags ?? [],
    sourceKey: key === null ? null : key.slice(serviceKeyMark.length),
  };
}

/** Contents in memory at a time, of up to 256 KiB each. */
const contentsAtOnce = 100;

/** The payloads of the events at the given positions; empty if the content cannot be read. */
export async function readPayloads(
  tx: Transaction | undefined,
  organisationId: string,
  positions: number[],
  take: (position: number, payload: Record<string, unknown>) => void,
): Promise<void> {
  for (let from = 0; from < positions.length; from += contentsAtOnce) {
    const part = positions.slice(from, from + contentsAtOnce).map(bigintText);
    const read = await readTogether(tx, organisationId, part);
    for (const [position, content] of read ?? (await readEach(tx, organisationId, part))) {
      const payload = isObject(content) ? content.payload : undefined;
      take(position, isObject(payload) ? payload : {});
    }
  }
}

type Contents = [position: number, content: unknown][];

/** Erased contents are read as JSON null, so that the others can be read together. */
const boundedContent = `CASE WHEN octet_length(content) <= ${contentMax} THEN content WHEN content IS NULL THEN 'null' ELSE '' END`;

/** Contents are JSON, so many can be parsed as one text. Undefined if one of them is invalid. */
async function readTogether(
  tx: Transaction | undefined,
  organisationId: string,
  positions: string[],
): Promise<Contents | undefined> {
  const [found] = await (tx ?? prisma()).$queryRawUnsafe<{ page: string | null }[]>(
    `SELECT '[' || string_agg('[' || chain_position || ',' || ${boundedContent} || ']', ',') || ']' AS page
     FROM audit_events WHERE organisation_id = $1 AND chain_position = ANY($2::bigint[])`,
    organisationId,
    positions,
  );
  try {
    return JSON.parse(found?.page ?? "[]") as Contents;
  } catch {
    return undefined;
  }
}

/** The same for tampered rows: unreadable contents are undefined. */
async function readEach(tx: Transaction | undefined, organisationId: string, positions: string[]): Promise<Contents> {
  const rows = await (tx ?? prisma()).$queryRawUnsafe<{ position: number; content: string }[]>(
    `SELECT chain_position::float8 AS position, ${boundedContent} AS content
     FROM audit_events WHERE organisation_id = $1 AND chain_position = ANY($2::bigint[])`,
    organisationId,
    positions,
  );
  return rows.map(({ position, content }) => [position, readJson(content)]);
}

/** An unverified alert of a registered model, without its content. */
export interface AlertOutline {
  chainPosition: number;
  id: string;
  severity: string;
  modelId: string;
  /** Event time, `YYYY-MM-DDTHH:mm:ss.sssZ` unless tampered with. */
  timestamp: string;
  /** Whether the content contains a member that states a resolution, at any level. */
  mentionsResolution: boolean;
}

const mentionsResolution = `(${resolutionMembers.map((name) => `strpos(content, '"${name}"') > 0`).join(" OR ")})`;

/** The last `alertsMax` alerts of registered models, newest first, by an index. `hasMore`: earlier alerts exist. */
export async function findAlerts(
  organisationId: string,
  alertsMax: number,
): Promise<{ alerts: AlertOutline[]; hasMore: boolean }> {
  const system = await systemModelId(prisma(), organisationId);
  const rows = await prisma().$queryRawUnsafe<AlertOutline[]>(
    `SELECT chain_position::float8 AS "chainPosition", left(id, ${textMax}) AS id, left(severity, ${textMax}) AS severity,
       left(model_id, ${textMax}) AS "modelId", ${anyIsoText("timestamp")} AS "timestamp",
       ${mentionsResolution} AS "mentionsResolution"
     FROM audit_events
     WHERE organisation_id = $1 AND event_type = 'ALERT' AND model_id <> $3
     ORDER BY chain_position DESC LIMIT $2::int + 1`,
    ...[organisationId, alertsMax, system],
  );
  return { alerts: rows.slice(0, alertsMax), hasMore: rows.length > alertsMax };
}

/** The ids of the service's events with these deduplication keys. */
export async function findEventsOfSources(
  tx: Transaction,
  organisationId: string,
  sourceKeys: string[],
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM audit_events
    WHERE organisation_id = ${organisationId} AND idempotency_key IS NOT NULL
      AND idempotency_key = ANY(${sourceKeys.map(serviceKey)}::text[])
    ORDER BY chain_position`;
  return rows.map(({ id }) => id);
}

/** The deduplication keys that have an event. */
export async function findKnownSources(
  tx: Transaction,
  organisationId: string,
  sourceKeys: string[],
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ key: string }[]>`
    SELECT idempotency_key AS key FROM audit_events
    WHERE organisation_id = ${organisationId} AND idempotency_key IS NOT NULL
      AND idempotency_key = ANY(${sourceKeys.map(serviceKey)}::text[])`;
  return new Set(rows.map(({ key }) => key.slice(serviceKeyMark.length)));
}

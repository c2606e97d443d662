import { bestVantage, mergeStats, type TrafficStats, type UseFacts } from "@/lib/domains/shadow-ai/detect";
import {
  addReported,
  earlierVersions,
  type ReportedBySource,
  reportedIn,
} from "@/lib/domains/shadow-ai/uses/reported-traffic";
import { parseStats, parts } from "@/lib/domains/shadow-ai/uses/traffic-store";
import { Prisma } from "@/lib/generated/prisma/client";
import { isServed, prisma, type Transaction } from "@/lib/platform/database/db";
import { enqueue } from "@/lib/platform/jobs/outbox-store";

/** A stored use. */
export interface StoredUse extends UseFacts {
  stats: TrafficStats;
  detectionId: string | null;
  /** Whether its traffic or its inputs changed since the last analysis. */
  changed: boolean;
}

/** Maximum number of uses per statement. */
const usesMax = 500;

const columns = `organisation_id AS "organisationId", fingerprint, provider_id AS "providerId", provider, endpoint,
  access_kind AS "accessKind", category, scope, department, entry_id AS "entryId", catalogue_version AS "catalogueVersion",
  vantage, stats::text AS stats, detection_id AS "detectionId", coalesce(unit, fingerprint) AS unit,
  changed_at IS NOT NULL AS changed`;

/**
 * Adds traffic to uses, creates missing uses, and marks them as changed. A use takes its attributes from the latest
 * record of the best log. The caller holds the lock of the organisation's detections.
 */
export async function addToUses(
  tx: Transaction,
  organisationId: string,
  sourceId: string,
  added: AddedToUse[],
  now: Date,
): Promise<void> {
  for (const part of parts(added, usesMax)) {
    const fingerprints = part.map(({ use }) => use.fingerprint);
    const stored = new Map((await findUses(tx, organisationId, fingerprints)).map((use) => [use.fingerprint, use]));
    const rows = part.map(({ use, stats, reported }) => {
      const before = stored.get(use.fingerprint);
      if (!before) return toRow(use, stats, { [sourceId]: reportedIn(reported) }, now);
      const sources = addReported(
        before.sources ?? { [earlierVersions]: reportedIn(before.stats) },
        sourceId,
        reported,
      );
      const facts = { ...use, vantage: bestVantage(before.vantage, use.vantage) };
      return toRow(facts, mergeStats(before.stats, stats), sources, now);
    });
    await upsertUses(tx, organisationId, rows, now);
  }
}

/** Traffic added to a use. */
interface AddedToUse {
  use: UseFacts;
  /** The traffic by which the use increases. */
  stats: TrafficStats;
  /** The traffic as the source reported it. */
  reported: TrafficStats;
}

/** Limits of a page of units. A page contains at least one unit. */
interface PageLimits {
  units: number;
  /** Uses of the units that precede the last one. */
  uses: number;
}

/** All uses of the units with the oldest pending changes, by unit. */
export async function findChangedUnits(
  tx: Transaction,
  organisationId: string,
  limits: PageLimits,
): Promise<Map<string, StoredUse[]>> {
  const rows = await tx.$queryRawUnsafe<StoredRow[]>(
    `WITH changed AS (
       SELECT unit, min(changed_at) AS since FROM shadow_ai_uses
       WHERE organisation_id = $1 AND changed_at IS NOT NULL AND unit IS NOT NULL
       GROUP BY unit ORDER BY since, unit LIMIT $2
     ), counted AS (
       SELECT unit, since, (SELECT count(*) FROM shadow_ai_uses stored
         WHERE stored.organisation_id = $1 AND stored.unit = changed.unit) AS uses FROM changed
     ), page AS (
       SELECT unit, sum(uses) OVER (ORDER BY since, unit) - uses AS preceding FROM counted
     )
     SELECT ${columns} FROM shadow_ai_uses
     WHERE organisation_id = $1 AND unit IN (SELECT unit FROM page WHERE preceding < $3) ORDER BY unit, fingerprint`,
    organisationId,
    limits.units,
    limits.uses,
  );
  const units = new Map<string, StoredUse[]>();
  for (const use of rows.map(toUse)) {
    const known = units.get(use.unit);
    if (known) known.push(use);
    else units.set(use.unit, [use]);
  }
  return units;
}

/** The units of stored uses, by fingerprint. */
export async function findUnits(
  tx: Transaction,
  organisationId: string,
  fingerprints: string[],
): Promise<Map<string, string>> {
  const rows = await tx.$queryRaw<{ fingerprint: string; unit: string }[]>`
    SELECT fingerprint, coalesce(unit, fingerprint) AS unit FROM shadow_ai_uses
    WHERE organisation_id = ${organisationId} AND fingerprint = ANY(${fingerprints}::text[])`;
  return new Map(rows.map(({ fingerprint, unit }) => [fingerprint, unit]));
}

/** Uses without a unit, which an earlier version stored; at most `take`. */
export async function findUsesWithoutUnit(
  tx: Transaction,
  organisationId: string,
  take: number,
): Promise<UseWithoutUnit[]> {
  return tx.$queryRaw<UseWithoutUnit[]>`
    SELECT organisation_id AS "organisationId", fingerprint, provider_id AS "providerId", endpoint,
      access_kind AS "accessKind", scope, department, last_seen_at AS "lastSeenAt"
    FROM shadow_ai_uses WHERE organisation_id = ${organisationId} AND unit IS NULL LIMIT ${take}`;
}

/** Assigns uses to units, and marks those that share one for analysis. */
export async function setUnits(
  tx: Transaction,
  organisationId: string,
  units: { fingerprint: string; unit: string }[],
  now: Date,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE shadow_ai_uses stored
    SET unit = given.unit,
      changed_at = coalesce(changed_at, CASE WHEN given.unit <> given.fingerprint THEN ${now}::timestamptz END)
    FROM jsonb_to_recordset(${JSON.stringify(units)}::jsonb) AS given (fingerprint text, unit text)
    WHERE stored.organisation_id = ${organisationId} AND stored.fingerprint = given.fingerprint`;
}

/** Assigns uses to a detection. */
export async function moveUses(
  tx: Transaction,
  organisationId: string,
  fingerprints: string[],
  detectionId: string,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE shadow_ai_uses SET detection_id = ${detectionId}
    WHERE organisation_id = ${organisationId} AND fingerprint = ANY(${fingerprints}::text[])`;
}

/** Marks uses as analysed, with the detection of each. */
export async function settleUses(
  tx: Transaction,
  organisationId: string,
  settled: { fingerprint: string; detectionId: string | null }[],
  now: Date,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE shadow_ai_uses stored
    SET changed_at = NULL, analysed_at = ${now}, detection_id = settled."detectionId"
    FROM jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) AS settled (fingerprint text, "detectionId" text)
    WHERE stored.organisation_id = ${organisationId} AND stored.fingerprint = settled.fingerprint`;
}

/** Marks every use for analysis. The caller holds the lock of the organisation's detections. */
export async function markAllUses(tx: Transaction, organisationId: string, now: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE shadow_ai_uses SET changed_at = ${now} WHERE organisation_id = ${organisationId} AND changed_at IS NULL`;
}

/** Marks the uses of a host, or of every host below a domain (`*.` and the domain), for analysis. */
export async function markUsesOfHost(tx: Transaction, organisationId: string, host: string, now: Date): Promise<void> {
  const ending = host.startsWith("*.") ? host.slice(1) : null;
  await tx.$executeRaw`
    UPDATE shadow_ai_uses SET changed_at = ${now}
    WHERE organisation_id = ${organisationId} AND changed_at IS NULL
      AND (endpoint = ${host} OR right(endpoint, length(${ending})) = ${ending})`;
}

const servedUses = Prisma.raw(isServed("shadow_ai_uses.organisation_id"));

/** Whether changes of uses are stored. While an organisation moves to another installation, the database skips them. */
export async function areUsesWritable(tx: Transaction, organisationId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ served: boolean }[]>`SELECT ${Prisma.raw(isServed("given.id"))} AS served
    FROM (SELECT ${organisationId}::text AS id) given`;
  return row?.served === true;
}

/** Organisations with changed uses that have been waiting since before a time, or with uses without a unit, at most `take`. */
export async function findOrganisationsBehind(before: Date, take: number): Promise<string[]> {
  const rows = await prisma().$queryRaw<{ organisationId: string }[]>`
    SELECT organisation_id AS "organisationId" FROM shadow_ai_uses
      WHERE changed_at IS NOT NULL AND changed_at < ${before} AND ${servedUses}
    UNION SELECT organisation_id FROM shadow_ai_uses WHERE unit IS NULL AND ${servedUses}
    LIMIT ${take}`;
  return rows.map(({ organisationId }) => organisationId);
}

type StoredRow = Omit<StoredUse, "stats"> & { stats: string };

/** The properties of a use that determine its unit, and the time of its newest traffic. */
interface UseWithoutUnit
  extends Pick<
    UseFacts,
    "organisationId" | "fingerprint" | "providerId" | "endpoint" | "accessKind" | "scope" | "department"
  > {
  lastSeenAt: Date;
}

async function findUses(tx: Transaction, organisationId: string, fingerprints: string[]) {
  const rows = await tx.$queryRawUnsafe<(StoredRow & { sources: ReportedBySource | null })[]>(
    `SELECT ${columns}, sources FROM shadow_ai_uses WHERE organisation_id = $1 AND fingerprint = ANY($2::text[])`,
    organisationId,
    fingerprints,
  );
  return rows.map((row) => ({ ...toUse(row), sources: row.sources }));
}

function toUse(row: StoredRow): StoredUse {
  return { ...row, stats: parseStats(row.stats) };
}

function toRow(use: UseFacts, stats: TrafficStats, sources: ReportedBySource, now: Date) {
  const seenAt = (atMs: number | null) => (atMs === null ? now : new Date(atMs)).toISOString();
  return { ...use, stats, sources, firstSeenAt: seenAt(stats.firstAtMs), lastSeenAt: seenAt(stats.lastAtMs) };
}

async function upsertUses(
  tx: Transaction,
  organisationId: string,
  rows: ReturnType<typeof toRow>[],
  now: Date,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO shadow_ai_uses (organisation_id, fingerprint, provider_id, provider, endpoint, access_kind, category, scope,
      department, entry_id, catalogue_version, vantage, first_seen_at, last_seen_at, stats, sources, changed_at,
      unit)
    SELECT ${organisationId}, fingerprint, "providerId", provider, endpoint, "accessKind", category, scope, department,
      "entryId", "catalogueVersion", vantage, "firstSeenAt", "lastSeenAt", stats, sources, ${now}, unit
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS added (fingerprint text, "providerId" text, provider text,
      endpoint text, "accessKind" text, category text, scope text, department text, "entryId" text,
      "catalogueVersion" text, vantage text, "firstSeenAt" timestamptz, "lastSeenAt" timestamptz, stats jsonb, sources jsonb,
      unit text)
    ON CONFLICT (organisation_id, fingerprint) DO UPDATE SET provider = EXCLUDED.provider, category = EXCLUDED.category,
      department = EXCLUDED.department, entry_id = EXCLUDED.entry_id, catalogue_version = EXCLUDED.catalogue_version,
      vantage = EXCLUDED.vantage, first_seen_at = EXCLUDED.first_seen_at, last_seen_at = EXCLUDED.last_seen_at,
      stats = EXCLUDED.stats, sources = EXCLUDED.sources, changed_at = EXCLUDED.changed_at`;
}

/** Requests an analysis of the organisation's changed uses after the commit. One waiting request covers all changes. */
export async function requestAnalysis(tx: Transaction, organisationId: string): Promise<void> {
  const key = `shadow-ai-traffic/${organisationId}`;
  await enqueue(tx, [{ name: "shadow-ai/traffic.added", data: { organisationId } }], { key });
}

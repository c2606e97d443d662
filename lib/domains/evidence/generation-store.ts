import type { FrameworkId, GenerationStep, PackageFormat, PackageStatus } from "@/lib/domains/evidence/enums";
import type { PackageKey } from "@/lib/domains/evidence/store";
import { Prisma } from "@/lib/generated/prisma/client";
import { systemClock } from "@/lib/platform/core/clock";
import { inTransaction, prisma, type Transaction } from "@/lib/platform/database/db";
import { isLost, isOverdue, notStarted, type SweepBounds } from "@/lib/platform/documents/lost-generations-store";

/** A package with the data for its generation. Notes are excluded, because no file contains them. */
export type Generation = NonNullable<Awaited<ReturnType<typeof readGeneration>>>;

/** The results of a generation's steps, by step. */
type Work = Record<string, unknown>;

/** Marks a generation as alive. False if there is nothing to generate. */
export async function claimGeneration({ organisationId, packageId }: PackageKey): Promise<boolean> {
  const { count } = await prisma().evidencePackage.updateMany({
    where: { organisationId, id: packageId, status: "GENERATING" },
    data: { heartbeatAt: new Date(systemClock.now()) },
  });
  return count > 0;
}

/** The package in any status, or undefined. */
export async function readGeneration({ organisationId, packageId }: PackageKey) {
  const stored = await prisma().evidencePackage.findFirst({
    where: { organisationId, id: packageId },
    select: {
      ...{ modelId: true, modelName: true, mappingVersion: true, sections: true, recipientName: true },
      ...{ includeChainProof: true, includeHumanOversight: true, status: true, framework: true, format: true },
      ...{ dateFrom: true, dateTo: true, requestedBy: true, createdAt: true },
      organisation: { select: { id: true, name: true, livemode: true, evidenceRetentionDays: true } },
    },
  });
  if (!stored) return undefined;
  const { dateFrom, dateTo, status, framework, format, ...asked } = stored;
  return {
    ...asked,
    packageId,
    status: status as PackageStatus,
    framework: framework as FrameworkId,
    format: format as PackageFormat,
    /** Both ends included. */
    dateRange: { from: dateFrom.toISOString(), to: dateTo.toISOString() },
    requestedBy: JSON.parse(asked.requestedBy) as { type: string; id: string; displayName?: string },
    createdAt: asked.createdAt.toISOString(),
  };
}

/** Stores the progress, which never decreases, and updates the heartbeat. */
export async function noteProgress(
  { organisationId, packageId }: PackageKey,
  step: GenerationStep,
  percent: number,
): Promise<void> {
  const whole = Math.max(0, Math.min(100, Math.round(percent)));
  const now = new Date(systemClock.now());
  await prisma().$executeRaw`
    UPDATE evidence_packages SET progress_step = ${step}, heartbeat_at = ${now},
      progress_percent = greatest(progress_percent, ${whole}::smallint)
    WHERE organisation_id = ${organisationId} AND id = ${packageId} AND status = 'GENERATING'`;
}

/** The results of the steps of the latest issued packages, as stored JSON. */
export async function findWork(organisationId: string, limit: number): Promise<string[]> {
  const stored = await prisma().evidencePackage.findMany({
    where: { organisationId, status: { in: ["READY", "EXPIRED"] } },
    orderBy: { id: "desc" },
    take: limit,
    select: { work: true },
  });
  return stored.map(({ work }) => work);
}

/** The packages of an organisation that were generated last, whose durations are measured. */
const measuredMax = 20;

/** The number of an organisation's packages that are not finished, and the median duration of its last generations. */
export async function readQueue(
  tx: Transaction | undefined,
  organisationId: string,
): Promise<{ waiting: number; medianSeconds: number | null }> {
  const [row] = await (tx ?? prisma()).$queryRaw<{ waiting: number; medianSeconds: number | null }[]>`
    SELECT
      (SELECT count(*)::int FROM evidence_packages
        WHERE organisation_id = ${organisationId} AND status = 'GENERATING') AS waiting,
      (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) FROM (
        SELECT extract(epoch FROM generated_at - (work::jsonb #>> '{collect,collectedAt}')::timestamptz)::float8 AS seconds
        FROM evidence_packages WHERE organisation_id = ${organisationId} AND status IN ('READY', 'EXPIRED')
        ORDER BY id DESC LIMIT ${measuredMax}) AS measured) AS "medianSeconds"`;
  return row ?? { waiting: 0, medianSeconds: null };
}

/** The results of the steps so far. Empty for an unknown package. */
export async function readWork({ organisationId, packageId }: PackageKey): Promise<Work> {
  const stored = await prisma().evidencePackage.findFirst({
    where: { organisationId, id: packageId },
    select: { work: true },
  });
  return stored ? (JSON.parse(stored.work) as Work) : {};
}

/** Stores the result of a step, once, and returns the stored one. Throws if the package is not being generated. */
export async function saveWork(
  key: PackageKey,
  step: GenerationStep | "signedAt" | "timestamp" | "validation",
  value: unknown,
): Promise<unknown> {
  const { organisationId, packageId } = key;
  return inTransaction(undefined, async (tx) => {
    const locked = await lockWork(tx, key);
    const work = JSON.parse(locked?.work ?? "{}") as Work;
    if (Object.hasOwn(work, step)) return work[step];
    if (locked?.status !== "GENERATING") throw new Error(`the package ${packageId} is not being generated`);
    const text = JSON.stringify({ ...work, [step]: value });
    await tx.evidencePackage.updateMany({ where: { organisationId, id: packageId }, data: { work: text } });
    return (JSON.parse(text) as Work)[step];
  });
}

async function lockWork(
  tx: Transaction,
  { organisationId, packageId }: PackageKey,
): Promise<{ status: string; work: string } | undefined> {
  const rows = await tx.$queryRaw<{ status: string; work: string }[]>`
    SELECT status, work FROM evidence_packages
    WHERE organisation_id = ${organisationId} AND id = ${packageId} FOR NO KEY UPDATE`;
  return rows[0];
}

/** How often a started generation was requested again. Stored with the results of its steps. */
const requestsMember = "requests";

/** Waiting packages per organisation that are checked for a lost request. Later ones are expected to wait. */
const waitingMax = 3;

/** Maximum number of an organisation's packages that are generated at the same time. */
export const generationsAtOnce = 2;

interface Stalled extends PackageKey {
  hasBegun: boolean;
  work: string;
}

/**
 * Claims generations of all organisations without a recent heartbeat, oldest first, each for one caller. Counts the
 * claims of each.
 */
export async function takeStalled(
  tx: Transaction,
  bounds: SweepBounds,
): Promise<(PackageKey & { requests: number })[]> {
  const { now, aliveSince, limit } = bounds;
  const row = {
    requestedAt: Prisma.sql`created_at`,
    requests: Prisma.sql`CASE WHEN progress_step IS NULL THEN ${notStarted}
      ELSE coalesce((work::jsonb ->> 'requests')::integer, 0) END`,
  };
  const stalled = await tx.$queryRaw<Stalled[]>`
    SELECT organisation_id AS "organisationId", id AS "packageId", work, progress_step IS NOT NULL AS "hasBegun"
    FROM evidence_packages
    WHERE status = 'GENERATING' AND ${isLost(bounds, row)}
      AND (${isOverdue(bounds, row)} OR (SELECT count(*) FROM evidence_packages AS alive
        WHERE alive.organisation_id = evidence_packages.organisation_id AND alive.status = 'GENERATING'
          AND alive.progress_step IS NOT NULL AND alive.heartbeat_at >= ${aliveSince}) < ${generationsAtOnce})
      AND (organisation_id, id) IN (
        SELECT organisation_id, id FROM (
          SELECT organisation_id, id, progress_step, row_number() OVER (
            PARTITION BY organisation_id, progress_step IS NULL ORDER BY created_at, id) AS place
          FROM evidence_packages WHERE status = 'GENERATING') waiting
        WHERE progress_step IS NOT NULL OR place <= ${waitingMax})
    ORDER BY created_at LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED`;
  const taken: (PackageKey & { requests: number })[] = [];
  for (const { organisationId, packageId, work: text, hasBegun } of stalled) {
    const work = JSON.parse(text) as Work;
    const requests = Number(work[requestsMember] ?? 0) + (hasBegun ? 1 : 0);
    await tx.evidencePackage.updateMany({
      where: { organisationId, id: packageId },
      data: { heartbeatAt: now, work: JSON.stringify({ ...work, [requestsMember]: requests }) },
    });
    taken.push({ organisationId, packageId, requests });
  }
  return taken;
}

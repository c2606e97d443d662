import type { RiskAssessment, RiskInputs } from "@/lib/domains/shadow-ai/analysis/risk-inputs";
import type { DetectionStatus } from "@/lib/domains/shadow-ai/enums";
import { Prisma, type ShadowAiDetection as Row } from "@/lib/generated/prisma/client";
import type { Context } from "@/lib/platform/core/context";
import { notFound } from "@/lib/platform/core/errors";
import { isId } from "@/lib/platform/core/id-prefixes";
import { inTransaction, isServed, prisma, type Transaction } from "@/lib/platform/database/db";

/** Columns of type bigint. */
const counted = [
  "calls",
  "bytesOut",
  "bytesIn",
  "costCents",
  "costLowCents",
  "costHighCents",
  "monthlyCostCents",
  "exceptionCalls",
  "snoozeMaxCalls",
  "snoozeMaxBytesOut",
] as const;
type Counted = (typeof counted)[number];
type Optional = "exceptionCalls" | "snoozeMaxCalls" | "snoozeMaxBytesOut";

/**
 * A stored detection, with counts as numbers. `inputs` and `assessment` may be invalid if a row was edited outside the
 * service.
 */
export interface StoredDetection
  extends Omit<Row, Counted | "inputs" | "assessment" | "factorCodes">,
    Record<Exclude<Counted, Optional>, number>,
    Record<Optional, number | null> {
  inputs: RiskInputs;
  assessment: RiskAssessment;
}

/** A detection in a list, without the inputs of its score. */
export type ListedDetection = Omit<StoredDetection, "inputs">;

/** The columns that triage sets. */
export const triagedColumns = [
  "status",
  "assignedTo",
  "notes",
  "resolution",
  "resolvedModelId",
  "resolvedAt",
  "exceptionExpiresAt",
  "exceptionCalls",
  "reopenedFor",
  "reopenedAt",
  "snoozedUntil",
  "snoozeNote",
  "snoozeMaxCalls",
  "snoozeMaxBytesOut",
] as const;
export type TriageState = Pick<StoredDetection, (typeof triagedColumns)[number]>;

/** The columns of a resolution, for a detection that is not resolved. */
export const unresolved = {
  resolution: null,
  resolvedModelId: null,
  resolvedAt: null,
  exceptionExpiresAt: null,
  exceptionCalls: null,
} as const satisfies Partial<TriageState>;

/** The columns of a snooze, for a detection that is not snoozed. */
export const unsnoozed = {
  snoozedUntil: null,
  snoozeNote: null,
  snoozeMaxCalls: null,
  snoozeMaxBytesOut: null,
} as const satisfies Partial<TriageState>;

/** A new detection. */
export type NewDetection = Omit<
  StoredDetection,
  Exclude<keyof TriageState, "reopenedFor"> | "mergedIntoId" | "updatedAt"
>;

/** Columns to change. */
export type DetectionChange = Partial<Omit<StoredDetection, "id" | "organisationId" | "createdAt" | "updatedAt">>;

/** Opens a detection. A unique index rejects a second open detection with the same fingerprint. */
export async function insertDetection(tx: Transaction, created: NewDetection): Promise<StoredDetection> {
  const columns = toColumns(created) as Prisma.ShadowAiDetectionUncheckedCreateInput;
  const status: DetectionStatus = "OPEN";
  return toStored(await tx.shadowAiDetection.create({ data: { ...columns, status, updatedAt: created.createdAt } }));
}

/**
 * Changes a detection at a time, or at that of its previous change, if it is later. Requires the lock of the
 * organisation's detections.
 */
export async function changeDetection(
  tx: Transaction,
  { organisationId, id, updatedAt: before }: StoredDetection,
  change: DetectionChange,
  now: Date,
): Promise<StoredDetection> {
  const updatedAt = now > before ? now : before;
  const data = toColumns({ ...change, updatedAt });
  return toStored(await tx.shadowAiDetection.update({ where: { id_organisationId: { organisationId, id } }, data }));
}

/** Throws `not_found`. */
export async function requireDetection(
  tx: Transaction | undefined,
  organisationId: string,
  id: string,
): Promise<StoredDetection> {
  const [found] = await findDetections(tx, organisationId, [id]);
  if (!found) throw notFound("detection");
  return found;
}

/** The detections that exist, in no order. */
export async function findDetections(
  tx: Transaction | undefined,
  organisationId: string,
  ids: string[],
): Promise<StoredDetection[]> {
  const possible = ids.filter((id) => isId("detection", id));
  if (possible.length === 0) return [];
  const rows = await (tx ?? prisma()).shadowAiDetection.findMany({ where: { organisationId, id: { in: possible } } });
  return rows.map(toStored);
}

/** The newest detection by fingerprint. */
export async function findNewestDetections(
  tx: Transaction,
  organisationId: string,
  fingerprints: string[],
): Promise<Map<string, StoredDetection>> {
  if (fingerprints.length === 0) return new Map();
  const newest = await tx.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT ON (fingerprint) id FROM shadow_ai_detections
    WHERE organisation_id = ${organisationId} AND fingerprint = ANY(${fingerprints}::text[])
    ORDER BY fingerprint, id DESC`;
  const ids = newest.map(({ id }) => id);
  const stored = await findDetections(tx, organisationId, ids);
  return new Map(stored.map((detection) => [detection.fingerprint, detection]));
}

/** Ids of open and investigated detections by fingerprint. */
export async function findOpenDetections(
  tx: Transaction,
  organisationId: string,
  fingerprints: string[],
): Promise<Map<string, string>> {
  const rows = await tx.$queryRaw<{ fingerprint: string; id: string }[]>`
    SELECT fingerprint, id FROM shadow_ai_detections
    WHERE organisation_id = ${organisationId} AND fingerprint = ANY(${fingerprints}::text[])
      AND resolved_at IS NULL AND status <> 'DISMISSED'`;
  return new Map(rows.map(({ fingerprint, id }) => [fingerprint, id]));
}

/** The fingerprints with a detection that was resolved or dismissed, except by a merge. */
export async function findDecided(
  tx: Transaction,
  organisationId: string,
  fingerprints: string[],
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ fingerprint: string }[]>`
    SELECT DISTINCT fingerprint FROM shadow_ai_detections
    WHERE organisation_id = ${organisationId} AND fingerprint = ANY(${fingerprints}::text[])
      AND status IN ('RESOLVED', 'DISMISSED') AND merged_into_id IS NULL`;
  return new Set(rows.map(({ fingerprint }) => fingerprint));
}

/** Maintenance for all organisations: snoozes that have ended, earliest first. */
export async function findEndedSnoozes(
  now: Date,
  limit: number,
): Promise<{ organisationId: string; detectionId: string }[]> {
  return prisma().$queryRaw<{ organisationId: string; detectionId: string }[]>`
    SELECT organisation_id AS "organisationId", id AS "detectionId" FROM shadow_ai_detections
    WHERE snoozed_until <= ${now} AND ${Prisma.raw(isServed("shadow_ai_detections.organisation_id"))}
    ORDER BY snoozed_until LIMIT ${limit}`;
}

/** An onboarded use or an approved exception. */
export interface Resolved {
  fingerprint: string;
  detectionId: string;
  resolution: "ONBOARDED" | "APPROVED_EXCEPTION";
  resolvedAtMs: number;
}

/** The uses' onboarded and excepted detections, newest first, by fingerprint. */
export async function findResolved(
  tx: Transaction,
  organisationId: string,
  fingerprints: string[],
): Promise<Map<string, Resolved[]>> {
  const rows = await tx.$queryRaw<(Omit<Resolved, "resolvedAtMs"> & { resolvedAt: Date })[]>`
    SELECT fingerprint, id AS "detectionId", resolution, resolved_at AS "resolvedAt" FROM shadow_ai_detections
    WHERE organisation_id = ${organisationId} AND fingerprint = ANY(${fingerprints}::text[])
      AND status = 'RESOLVED' AND resolution IN ('ONBOARDED', 'APPROVED_EXCEPTION') ORDER BY id DESC`;
  const resolved = new Map<string, Resolved[]>();
  for (const { resolvedAt, ...row } of rows) {
    const known = resolved.get(row.fingerprint) ?? [];
    resolved.set(row.fingerprint, [...known, { ...row, resolvedAtMs: resolvedAt.getTime() }]);
  }
  return resolved;
}

export function toStored(row: Row): StoredDetection {
  return { ...toListed(row), inputs: row.inputs as unknown as RiskInputs };
}

export function toListed(row: Omit<Row, "inputs" | "factorCodes"> & { factorCodes?: string[] }): ListedDetection {
  const { factorCodes: _, ...columns } = row;
  const figures = counted.map((name) => [name, row[name] === null ? null : Number(row[name])]);
  return {
    ...columns,
    ...(Object.fromEntries(figures) as Pick<StoredDetection, Counted>),
    assessment: row.assessment as unknown as RiskAssessment,
  };
}

/** Database columns, including those derived for filters. */
function toColumns(given: Partial<StoredDetection>): Prisma.ShadowAiDetectionUncheckedUpdateInput {
  const columns = Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const isCounted = (counted as readonly string[]).includes(name) && typeof value === "number";
    return [[name, isCounted ? BigInt(Math.round(value)) : value]];
  });
  if (given.assessment) columns.push(["factorCodes", given.assessment.factors.map(({ code }) => code)]);
  return Object.fromEntries(columns) as Prisma.ShadowAiDetectionUncheckedUpdateInput;
}

/** Runs `work` in a transaction that holds the lock of the organisation's detections. */
export function withDetectionsLocked<T>(
  { organisation, tx: given }: Pick<Context, "organisation" | "tx">,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return inTransaction(given, async (tx) => {
    await lockDetections(tx, organisation.id);
    return work(tx);
  });
}

/**
 * Locks an organisation's detections until the transaction ends. Take this lock before any other, so that changes are
 * serialised and cannot deadlock on the counts that triggers maintain.
 */
export async function lockDetections(tx: Transaction, organisationId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`shadow-ai-detections ${organisationId}`}, 0))::text`;
}

/**
 * Similar detections: of the same use first, then of the same host, provider and department; newest first, at most `take`.
 * Each branch reads at most `take` rows from an index.
 */
export async function findSimilar(stored: StoredDetection, take: number): Promise<ListedDetection[]> {
  const { organisationId, id, fingerprint, endpoint, provider, department } = stored;
  const kinds = [
    Prisma.sql`fingerprint = ${fingerprint}`,
    Prisma.sql`endpoint = ${endpoint}`,
    Prisma.sql`provider = ${provider}`,
    ...(department === null ? [] : [Prisma.sql`department = ${department}`]),
  ];
  const parts = kinds.map(
    (same, rank) => Prisma.sql`(SELECT id, ${rank}::int AS rank FROM shadow_ai_detections
      WHERE organisation_id = ${organisationId} AND ${same} AND id <> ${id} ORDER BY id DESC LIMIT ${take})`,
  );
  const found = await prisma().$queryRaw<{ id: string }[]>`
    SELECT id FROM (${Prisma.join(parts, " UNION ALL ")}) AS alike
    GROUP BY id ORDER BY min(rank), id DESC LIMIT ${take}`;
  const ids = found.map((row) => row.id);
  const rows = await prisma().shadowAiDetection.findMany({
    where: { organisationId, id: { in: ids } },
    omit: { inputs: true, factorCodes: true },
  });
  const byId = new Map(rows.map((row) => [row.id, toListed(row)]));
  return ids.flatMap((each) => byId.get(each) ?? []);
}

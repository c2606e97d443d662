import { type FrameworkId, frameworkIds, type PackageStatus } from "@/lib/domains/evidence/enums";
import type { Extent } from "@/lib/domains/legal-holds";
import { type EvidencePackage, Prisma } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/platform/core/id-prefixes";
import { isServed, prisma, type Transaction } from "@/lib/platform/database/db";
import type { Slice } from "@/lib/platform/resource/list-page";

/** A package as it is stored, without the notes of its generation. */
export type StoredPackage = Omit<EvidencePackage, "work">;

/** Names a package in one organisation. */
export interface PackageKey {
  organisationId: string;
  packageId: string;
}

/** A time, and the legal holds that apply then. */
interface AsOf {
  now: Date;
  holds: Extent[];
}

const omit = { work: true } as const;

export async function insertPackage(
  tx: Transaction,
  created: Omit<Prisma.EvidencePackageUncheckedCreateInput, "status">,
): Promise<StoredPackage> {
  return tx.evidencePackage.create({ data: { ...created, status: "GENERATING" }, omit });
}

export async function findPackage(
  tx: Transaction | undefined,
  organisationId: string,
  id: string,
): Promise<StoredPackage | null> {
  if (!isId("evidencePackage", id)) return null;
  return (tx ?? prisma()).evidencePackage.findFirst({ where: { organisationId, id }, omit });
}

/** Reads a package and locks its row until the transaction ends, so that a concurrent change sees this one. */
export async function lockPackage(tx: Transaction, organisationId: string, id: string): Promise<StoredPackage | null> {
  if (!isId("evidencePackage", id)) return null;
  await tx.$queryRaw`
    SELECT id FROM evidence_packages WHERE organisation_id = ${organisationId} AND id = ${id} FOR NO KEY UPDATE`;
  return findPackage(tx, organisationId, id);
}

export async function changePackage(
  tx: Transaction,
  organisationId: string,
  id: string,
  change: Prisma.EvidencePackageUpdateInput,
): Promise<StoredPackage> {
  return tx.evidencePackage.update({ where: { id_organisationId: { organisationId, id } }, data: change, omit });
}

/** The packages of a filter, newest first, as of a time, for `listPage`. */
export function listed(
  organisationId: string,
  { status, ...filter }: { status?: PackageStatus | undefined; [column: string]: unknown },
  asOf: AsOf,
) {
  const where = { organisationId, ...filter, ...(status && withStatus(status, asOf)) };
  return {
    rows: ({ before, take }: Slice, reader: Transaction): Promise<StoredPackage[]> => {
      const older = before !== undefined && { id: { lt: before } };
      return reader.evidencePackage.findMany({ where: { ...where, ...older }, orderBy: { id: "desc" }, take, omit });
    },
    count: (reader: Transaction): Promise<number> => reader.evidencePackage.count({ where }),
  };
}

/** Events that a model has on the chain, from its running counts. */
export async function countModelEvents(
  tx: Transaction | undefined,
  organisationId: string,
  modelId: string,
): Promise<number> {
  const { _sum: sum } = await (tx ?? prisma()).auditEventCount.aggregate({
    where: { organisationId, modelId },
    _sum: { events: true },
  });
  return Number(sum.events ?? 0);
}

/** Packages that have a file or are being generated, and may show the content of an event. Newest first. */
export async function findIdsShowing(
  tx: Transaction,
  organisationId: string,
  event: { modelId: string; eventType: string; at: Date; receivedAt: Date },
): Promise<string[]> {
  const found = await tx.evidencePackage.findMany({
    where: {
      organisationId,
      modelId: event.modelId,
      dateFrom: { lte: event.at },
      dateTo: { gte: event.at },
      OR: [{ status: "GENERATING" }, { status: "READY", generatedAt: { gte: event.receivedAt } }],
      ...(event.eventType === "HUMAN_REVIEW" && { includeHumanOversight: true }),
    },
    orderBy: { id: "desc" },
    select: { id: true },
  });
  return found.map(({ id }) => id);
}

/** A package of any organisation by its ID, for callers with its token. */
export async function findPackageOfToken(id: string): Promise<StoredPackage | null> {
  if (!isId("evidencePackage", id)) return null;
  return prisma().evidencePackage.findFirst({ where: { id }, omit });
}

/** The package of any organisation whose signed file has this hash, for callers with the file. */
export async function findPackageOfHash(packageHash: string): Promise<StoredPackage | null> {
  return prisma().evidencePackage.findFirst({ where: { packageHash }, omit });
}

/** As in `statusAt`: from its expiry time on, a package is EXPIRED regardless of its row, unless it is held. */
function withStatus(status: PackageStatus, { now, holds }: AsOf): Prisma.EvidencePackageWhereInput {
  const isOver = { status: "READY", expiresAt: { lte: now } };
  const held = holds.map(coveredBy);
  switch (status) {
    case "READY":
      return { OR: [{ status, expiresAt: { gt: now } }, ...held.map((isHeld) => ({ ...isOver, ...isHeld }))] };
    case "EXPIRED":
      return { OR: [{ status }, { ...isOver, NOT: held }] };
    default:
      return { status };
  }
}

/** The latest possible end of a package's period. */
const lastTime = new Date("9999-12-31T23:59:59.999Z");

/** The condition for packages that a hold covers. Never empty, because Prisma ignores an empty condition. */
function coveredBy({ modelIds, dateFrom, dateTo }: Extent): Prisma.EvidencePackageWhereInput {
  return {
    ...(modelIds.length > 0 && { modelId: { in: [...modelIds] } }),
    ...(dateFrom && { dateTo: { gte: dateFrom } }),
    dateFrom: { lte: dateTo ?? lastTime },
  };
}

/**
 * Packages of all organisations whose expired download URL was not reported, the earliest first; served by an index.
 */
export async function findUnannouncedExpiries(now: Date, limit: number): Promise<PackageKey[]> {
  return prisma().$queryRaw<PackageKey[]>`
    SELECT organisation_id AS "organisationId", id AS "packageId" FROM evidence_packages
    WHERE status = 'READY' AND expiry_told_for IS DISTINCT FROM download_url_expires_at
      AND download_url_expires_at <= ${now} AND ${Prisma.raw(isServed("evidence_packages.organisation_id"))}
    ORDER BY download_url_expires_at LIMIT ${limit}`;
}

/** A package that has reached its expiry time, with the storage key of its file. */
export interface DuePackage extends PackageKey {
  storageKey: string;
  expiresAt: Date;
}

/** Packages of all organisations that have reached their expiry time, earliest first, after `behind`. */
export async function findDuePackages(
  now: Date,
  { behind, limit }: { behind?: DuePackage | undefined; limit: number },
): Promise<DuePackage[]> {
  const from = behind?.expiresAt ?? new Date(0);
  return prisma().$queryRaw<DuePackage[]>`
    SELECT organisation_id AS "organisationId", id AS "packageId", storage_key AS "storageKey",
      expires_at AS "expiresAt" FROM evidence_packages
    WHERE status = 'READY' AND expires_at <= ${now} AND (expires_at, id) > (${from}, ${behind?.packageId ?? ""})
      AND ${Prisma.raw(isServed("evidence_packages.organisation_id"))}
    ORDER BY expires_at, id LIMIT ${limit}`;
}

/** Downloadable PDF packages whose signature has a timestamp, by ID. */
export async function findTimestampedPackages(
  after: string,
  limit: number,
): Promise<(PackageKey & { storageKey: string; packageHash: string })[]> {
  return prisma().$queryRaw`
    SELECT organisation_id AS "organisationId", id AS "packageId", storage_key AS "storageKey", package_hash AS "packageHash"
    FROM evidence_packages
    WHERE status = 'READY' AND format = 'PDF' AND timestamped_at IS NOT NULL AND id > ${after}
    ORDER BY id LIMIT ${limit}`;
}

/** A framework with its newest downloadable package; nulls without one. */
interface StoredReadiness {
  framework: FrameworkId;
  packageId: string | null;
  modelId: string | null;
  modelName: string | null;
  generatedAt: Date | null;
  /** The most recently requested package that is being generated. */
  generatingPackageId: string | null;
  /** JSON text; null if it was not stored. */
  coverage: string | null;
}

/** One end of an index for each framework, in their order. */
export async function readStoredReadiness(organisationId: string, now: Date): Promise<StoredReadiness[]> {
  return prisma().$queryRaw<StoredReadiness[]>`
    SELECT wanted.framework, newest.*, (
      SELECT id FROM evidence_packages
      WHERE organisation_id = ${organisationId} AND framework = wanted.framework AND status = 'GENERATING'
      ORDER BY created_at DESC LIMIT 1
    ) AS "generatingPackageId" FROM unnest(${[...frameworkIds]}::text[]) WITH ORDINALITY AS wanted (framework, place)
    LEFT JOIN LATERAL (
      SELECT id AS "packageId", model_id AS "modelId", model_name AS "modelName", generated_at AS "generatedAt", coverage
      FROM evidence_packages
      WHERE organisation_id = ${organisationId} AND framework = wanted.framework AND status = 'READY'
        AND expires_at > ${now}
      ORDER BY generated_at DESC LIMIT 1
    ) AS newest ON true ORDER BY place`;
}

export async function countReadySince(organisationId: string, since: Date): Promise<number> {
  return prisma().evidencePackage.count({ where: { organisationId, status: "READY", generatedAt: { gte: since } } });
}

/** How many packages are being generated, and whether one is, or was issued. */
export async function readPackageCounts(organisationId: string): Promise<{ generating: number; hasPackage: boolean }> {
  const [generating, issued] = await Promise.all([
    prisma().evidencePackage.count({ where: { organisationId, status: "GENERATING" } }),
    prisma().evidencePackage.findFirst({
      where: { organisationId, status: { in: ["READY", "EXPIRED"] } },
      select: { id: true },
    }),
  ]);
  return { generating, hasPackage: generating > 0 || issued !== null };
}

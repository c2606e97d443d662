import type { FrameworkId, PackageFormat, PackageStatus } from "@/lib/domains/evidence/enums";
import type { Extent } from "@/lib/domains/legal-holds";
import type { EvidencePackage, Prisma } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/platform/core/id-prefixes";
import { prisma, type Transaction } from "@/lib/platform/database/db";
import type { Slice } from "@/lib/platform/resource/list-page";

/** A package as it is stored, without the notes of its generation. */
export type StoredPackage = Omit<EvidencePackage, "work">;

/** Names a package in one organisation. */
export interface PackageKey {
  organisationId: string;
  packageId: string;
}

/** What a request for a package says. */
interface NewPackage {
  id: string;
  organisationId: string;
  modelId: string;
  modelName: string;
  framework: FrameworkId;
  mappingVersion: string;
  dateFrom: Date;
  dateTo: Date;
  format: PackageFormat;
  sections: string[];
  includeChainProof: boolean;
  includeHumanOversight: boolean;
  recipientName: string | null;
  notes: string | null;
  /** An event's actor, in JSON text. */
  requestedBy: string;
  createdAt: Date;
}

/** Which packages a list shows, as of a time; what is left out does not restrict. */
interface PackageFilter {
  modelId?: string | undefined;
  status?: PackageStatus | undefined;
  framework?: FrameworkId | undefined;
}

/** A time, and the legal holds that apply then. */
interface AsOf {
  now: Date;
  holds: Extent[];
}

const omit = { work: true } as const;

export async function insertPackage(tx: Transaction, created: NewPackage): Promise<StoredPackage> {
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

/** Reads a package and holds its row until the transaction ends, so that of two changes the second sees the first. */
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
  return tx.evidencePackage.update({ where: { organisationId, id }, data: change, omit });
}

/** Packages newest first. */
export async function findPackages(
  reader: Transaction,
  organisationId: string,
  filter: PackageFilter,
  { before, take, ...asOf }: Slice & AsOf,
): Promise<StoredPackage[]> {
  return reader.evidencePackage.findMany({
    where: { ...where(organisationId, filter, asOf), ...(before !== undefined && { id: { lt: before } }) },
    orderBy: { id: "desc" },
    take,
    omit,
  });
}

export async function countPackages(
  reader: Transaction,
  organisationId: string,
  filter: PackageFilter,
  asOf: AsOf,
): Promise<number> {
  return reader.evidencePackage.count({ where: where(organisationId, filter, asOf) });
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

/** A package by its id alone: for who holds a token that names it. */
export async function findPackageOfToken(id: string): Promise<StoredPackage | null> {
  if (!isId("evidencePackage", id)) return null;
  return prisma().evidencePackage.findUnique({ where: { id }, omit });
}

/** The package whose file had this hash when it was signed, whichever organisation's it is: for who holds the file. */
export async function findPackageOfHash(packageHash: string): Promise<StoredPackage | null> {
  return prisma().evidencePackage.findUnique({ where: { packageHash }, omit });
}

function where(
  organisationId: string,
  { modelId, status, framework }: PackageFilter,
  asOf: AsOf,
): Prisma.EvidencePackageWhereInput {
  return {
    organisationId,
    ...(modelId === undefined ? {} : { modelId }),
    ...(framework === undefined ? {} : { framework }),
    ...(status === undefined ? {} : withStatus(status, asOf)),
  };
}

/** As `statusAt` sees it: a package whose time has come is EXPIRED, whatever its row still says, but for those that are held. */
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

/** No package is about a later time. */
const lastTime = new Date("9999-12-31T23:59:59.999Z");

/** Always a condition, also where a hold covers everything: one without any is none to Prisma. */
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
export async function findUntoldExpiries(now: Date, limit: number): Promise<PackageKey[]> {
  return prisma().$queryRaw<PackageKey[]>`
    SELECT organisation_id AS "organisationId", id AS "packageId" FROM evidence_packages
    WHERE status = 'READY' AND expiry_told_for IS DISTINCT FROM download_url_expires_at
      AND download_url_expires_at <= ${now}
    ORDER BY download_url_expires_at LIMIT ${limit}`;
}

/** A package whose time has come, with where its file is. */
export interface DuePackage extends PackageKey {
  storageKey: string;
  expiresAt: Date;
}

/** Packages of all organisations whose time has come, the earliest first, after `behind`. */
export async function findDuePackages(
  now: Date,
  { behind, limit }: { behind?: DuePackage | undefined; limit: number },
): Promise<DuePackage[]> {
  const from = behind?.expiresAt ?? new Date(0);
  return prisma().$queryRaw<DuePackage[]>`
    SELECT organisation_id AS "organisationId", id AS "packageId", storage_key AS "storageKey",
      expires_at AS "expiresAt" FROM evidence_packages
    WHERE status = 'READY' AND expires_at <= ${now} AND (expires_at, id) > (${from}, ${behind?.packageId ?? ""})
    ORDER BY expires_at, id LIMIT ${limit}`;
}

/** The newest package of a framework that can be downloaded. */
interface ReadyPackage {
  framework: string;
  id: string;
  modelId: string;
  modelName: string;
  generatedAt: Date;
  /** JSON text; null where it was not kept. */
  coverage: string | null;
}

interface StoredReadiness {
  packages: ReadyPackage[];
  generating: number;
  /** Whether a package was ever made. */
  hasPackage: boolean;
}

/** One end of an index for each framework. */
export async function readStoredReadiness(
  organisationId: string,
  frameworks: readonly string[],
  now: Date,
): Promise<StoredReadiness> {
  const [packages, [figures]] = await Promise.all([
    prisma().$queryRaw<ReadyPackage[]>`
      SELECT newest.* FROM unnest(${[...frameworks]}::text[]) AS wanted (framework)
      CROSS JOIN LATERAL (
        SELECT framework, id, model_id AS "modelId", model_name AS "modelName", generated_at AS "generatedAt", coverage
        FROM evidence_packages
        WHERE organisation_id = ${organisationId} AND framework = wanted.framework AND status = 'READY'
          AND expires_at > ${now}
        ORDER BY generated_at DESC LIMIT 1
      ) AS newest`,
    prisma().$queryRaw<{ generating: number; hasPackage: boolean }[]>`
      SELECT count(*)::float8 AS generating, EXISTS (
        SELECT FROM evidence_packages WHERE organisation_id = ${organisationId} AND status IN ('READY', 'EXPIRED')
      ) AS "hasPackage"
      FROM evidence_packages WHERE organisation_id = ${organisationId} AND status = 'GENERATING'`,
  ]);
  return { packages, generating: figures?.generating ?? 0, hasPackage: figures?.hasPackage ?? false };
}

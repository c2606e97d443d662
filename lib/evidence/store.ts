import { prisma, type Transaction } from "@/lib/db";
import type { FrameworkId, PackageFormat, PackageStatus } from "@/lib/evidence/vocabulary";
import type { EvidencePackage, Prisma } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/id-prefixes";

/** A package as it is stored, without the notes of its generation. */
export type StoredPackage = Omit<EvidencePackage, "work">;

/** Names a package in one organisation. */
export interface PackageKey {
  organisationId: string;
  packageId: string;
}

/** What a request for a package says. */
export interface NewPackage {
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
export interface PackageFilter {
  modelId?: string | undefined;
  status?: PackageStatus | undefined;
  framework?: FrameworkId | undefined;
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

/** Packages newest first, at most `take`, those older than `beforeId`. */
export async function findPackages(
  organisationId: string,
  filter: PackageFilter,
  page: { beforeId: string; take: number; now: Date },
): Promise<StoredPackage[]> {
  return prisma().evidencePackage.findMany(pageQuery(organisationId, filter, page));
}

/** The first page and how many packages there are in all, as of one moment. */
export async function findFirstPackages(
  organisationId: string,
  filter: PackageFilter,
  { take, now }: { take: number; now: Date },
): Promise<{ packages: StoredPackage[]; total: number }> {
  const [packages, total] = await prisma().$transaction(
    [
      prisma().evidencePackage.findMany(pageQuery(organisationId, filter, { take, now })),
      prisma().evidencePackage.count({ where: where(organisationId, filter, now) }),
    ],
    { isolationLevel: "RepeatableRead" },
  );
  return { packages, total };
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

/** A package by its id alone: for who holds a token that names it. */
export async function findPackageOfToken(id: string): Promise<StoredPackage | null> {
  if (!isId("evidencePackage", id)) return null;
  return prisma().evidencePackage.findUnique({ where: { id }, omit });
}

/** The package whose file had this hash when it was signed, whichever organisation's it is: for who holds the file. */
export async function findPackageOfHash(packageHash: string): Promise<StoredPackage | null> {
  return prisma().evidencePackage.findUnique({ where: { packageHash }, omit });
}

function pageQuery(
  organisationId: string,
  filter: PackageFilter,
  page: { beforeId?: string; take: number; now: Date },
) {
  return {
    where: {
      ...where(organisationId, filter, page.now),
      ...(page.beforeId === undefined ? {} : { id: { lt: page.beforeId } }),
    },
    orderBy: { id: "desc" },
    take: page.take,
    omit,
  } satisfies Prisma.EvidencePackageFindManyArgs;
}

function where(
  organisationId: string,
  { modelId, status, framework }: PackageFilter,
  now: Date,
): Prisma.EvidencePackageWhereInput {
  return {
    organisationId,
    ...(modelId === undefined ? {} : { modelId }),
    ...(framework === undefined ? {} : { framework }),
    ...(status === undefined ? {} : withStatus(status, now)),
  };
}

/** As `statusAt` sees it: a package whose time has come is EXPIRED, whatever its row still says. */
function withStatus(status: PackageStatus, now: Date): Prisma.EvidencePackageWhereInput {
  switch (status) {
    case "READY":
      return { status, expiresAt: { gt: now } };
    case "EXPIRED":
      return { OR: [{ status }, { status: "READY", expiresAt: { lte: now } }] };
    default:
      return { status };
  }
}

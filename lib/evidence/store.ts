import { prisma, type Transaction } from "@/lib/db";
import type { FrameworkId, PackageFormat, PackageStatus } from "@/lib/evidence/vocabulary";
import type { EvidencePackage, Prisma } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/id-prefixes";
import type { Extent } from "@/lib/legal-holds";

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

/** How many packages, as of when, and which holds stand then. */
interface PageAsOf {
  take: number;
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

/** Packages newest first, at most `take`, those older than `beforeId`. */
export async function findPackages(
  organisationId: string,
  filter: PackageFilter,
  page: { beforeId: string } & PageAsOf,
): Promise<StoredPackage[]> {
  return prisma().evidencePackage.findMany(pageQuery(organisationId, filter, page));
}

/** The first page and how many packages there are in all, as of one moment. */
export async function findFirstPackages(
  organisationId: string,
  filter: PackageFilter,
  page: PageAsOf,
): Promise<{ packages: StoredPackage[]; total: number }> {
  const [packages, total] = await prisma().$transaction(
    [
      prisma().evidencePackage.findMany(pageQuery(organisationId, filter, page)),
      prisma().evidencePackage.count({ where: where(organisationId, filter, page) }),
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

function pageQuery(organisationId: string, filter: PackageFilter, page: { beforeId?: string } & PageAsOf) {
  return {
    where: {
      ...where(organisationId, filter, page),
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
  asOf: Omit<PageAsOf, "take">,
): Prisma.EvidencePackageWhereInput {
  return {
    organisationId,
    ...(modelId === undefined ? {} : { modelId }),
    ...(framework === undefined ? {} : { framework }),
    ...(status === undefined ? {} : withStatus(status, asOf)),
  };
}

/** As `statusAt` sees it: a package whose time has come is EXPIRED, whatever its row still says, but for those that are held. */
function withStatus(status: PackageStatus, { now, holds }: Omit<PageAsOf, "take">): Prisma.EvidencePackageWhereInput {
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

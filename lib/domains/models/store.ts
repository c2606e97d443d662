import { type AllowedEndpoint, type ListModels, RiskTier } from "@/lib/domains/models/schemas";
import type { Prisma, Model as StoredModel } from "@/lib/generated/prisma/client";
import { isId } from "@/lib/platform/core/id-prefixes";
import { prisma, type Transaction } from "@/lib/platform/database/db";
import { literal, type Reader, type Slice } from "@/lib/platform/resource/list-page";

export type { StoredModel };

/** The columns that callers set. */
interface ModelColumns {
  name: string;
  version: string | null;
  provider: string | null;
  riskTier: RiskTier | null;
  ownerEmail: string | null;
  description: string | null;
  allowedEndpoints: AllowedEndpoint[];
  archivedAt: Date | null;
}
export type ModelChange = Partial<ModelColumns>;

export async function insertModel(
  tx: Transaction,
  model: ModelChange & { organisationId: string; id: string; name: string; createdAt: Date },
): Promise<StoredModel> {
  return tx.model.create({ data: { ...columns(model), updatedAt: model.createdAt } });
}

export async function findModel(
  tx: Transaction | undefined,
  organisationId: string,
  id: string,
): Promise<StoredModel | null> {
  if (!isId("model", id)) return null;
  return (tx ?? prisma()).model.findFirst({ where: { organisationId, id } });
}

/** The ids that belong to a model of the organisation. */
export async function findKnownModelIds(
  tx: Transaction | undefined,
  organisationId: string,
  ids: string[],
): Promise<Set<string>> {
  const id = { in: ids.filter((candidate) => isId("model", candidate)) };
  const rows = await (tx ?? prisma()).model.findMany({ where: { organisationId, id }, select: { id: true } });
  return new Set(rows.map((row) => row.id));
}

/** The ids of the organisation's models that accept new events. */
export async function findWritableModels(
  tx: Transaction | undefined,
  organisationId: string,
  ids: string[],
): Promise<Set<string>> {
  const where = { organisationId, id: { in: ids }, archivedAt: null };
  const found = await (tx ?? prisma()).model.findMany({ where, select: { id: true } });
  return new Set(found.map(({ id }) => id));
}

/** Reads a model and locks its row until the transaction ends, so that concurrent changes are serialised. */
export async function lockModel(tx: Transaction, organisationId: string, id: string): Promise<StoredModel | null> {
  if (!isId("model", id)) return null;
  await tx.$queryRaw`SELECT id FROM models WHERE organisation_id = ${organisationId} AND id = ${id} FOR UPDATE`;
  return findModel(tx, organisationId, id);
}

export async function changeModel(
  tx: Transaction,
  organisationId: string,
  id: string,
  change: ModelChange & { updatedAt: Date },
): Promise<StoredModel> {
  return tx.model.update({ where: { id_organisationId: { organisationId, id } }, data: columns(change) });
}

export function modelsOf(organisationId: string, query: ListModels) {
  const { archived, provider, riskTier, system, q, sort, order = "desc" } = query;
  const where = {
    organisationId,
    ...(archived !== undefined && { archivedAt: archived ? { not: null } : null }),
    ...(provider !== undefined && { provider }),
    ...(riskTier !== undefined && { riskTier }),
    ...(system !== undefined && { system }),
    ...(q !== undefined && { name: { contains: literal(q), mode: "insensitive" as const } }),
  };
  const find = ({ before, take }: Slice, reader: Reader, among: Prisma.ModelWhereInput = {}) => {
    const rest = before === undefined ? {} : { id: { [order === "asc" ? "gt" : "lt"]: before } };
    return reader.model.findMany({ where: { AND: [where, among, rest] }, orderBy: { id: order }, take });
  };
  const isByTier = sort === "riskTier";
  const tiers: (string | null)[] = [...(order === "asc" ? RiskTier.options : RiskTier.options.toReversed()), null];

  /** One tier after another, because their order is not alphabetical. */
  async function findByTier({ before, take }: Slice, reader: Reader): Promise<StoredModel[]> {
    const [tier = "0", id] = before?.split(",") ?? [];
    const rows: StoredModel[] = [];
    for (const [index, one] of tiers.entries()) {
      if (index < Number(tier) || rows.length === take) continue;
      const slice = { before: index === Number(tier) ? id : undefined, take: take - rows.length };
      rows.push(...(await find(slice, reader, { riskTier: one })));
    }
    return rows;
  }

  return {
    rows: isByTier ? findByTier : (slice: Slice, reader: Reader) => find(slice, reader),
    count: (reader: Reader) => reader.model.count({ where }),
    before: (row: StoredModel) => (isByTier ? `${tiers.indexOf(row.riskTier)},${row.id}` : row.id),
  };
}

/** Prisma's JSON type requires an index signature, which declared shapes do not have. */
function columns<T extends ModelChange>(given: T) {
  const { allowedEndpoints, ...others } = given;
  return allowedEndpoints === undefined
    ? others
    : { ...others, allowedEndpoints: allowedEndpoints as unknown as Prisma.InputJsonArray };
}

/** The names of models by id, including archived ones: of all models, or of those with the given ids. */
export async function findModelNames(organisationId: string, ids?: readonly string[]): Promise<Map<string, string>> {
  const where = { organisationId, ...(ids && { id: { in: [...ids] } }) };
  const models = await prisma().model.findMany({ where, select: { id: true, name: true } });
  return new Map(models.map(({ id, name }) => [id, name]));
}

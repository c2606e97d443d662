import type { Context } from "@/lib/context";
import type { ListModels, ModelList } from "@/lib/models/schemas";
import { findFirstModels, findModels, type ModelFilter } from "@/lib/models/store";
import { toModel } from "@/lib/models/to-model";
import { type Place, paginate, readPlace } from "@/lib/resource/list-page";

/**
 * The organisation's models, newest first. Models registered between two pages show on neither; `total` is that of the
 * first page. Throws `invalid_cursor` for a cursor of another organisation or other filters.
 */
export async function listModels(ctx: Context, query: ListModels): Promise<ModelList> {
  const { limit, cursor, ...filter } = query;
  const organisationId = ctx.organisation.id;
  const binding = ["models", organisationId, filter];
  const place = readPlace(cursor, binding);
  const { models, total } = await findPage(organisationId, filter, place, limit + 1);
  const { rows, pagination } = paginate(models, { limit, place, total, binding, before: (model) => model.id });
  return { data: rows.map(toModel), pagination };
}

async function findPage(organisationId: string, filter: ModelFilter, place: Place | undefined, take: number) {
  if (!place) return findFirstModels(organisationId, filter, take);
  return { models: await findModels(organisationId, filter, { beforeId: place.before, take }), total: place.total };
}

import type { Context } from "@/lib/context";
import type { IntegrationList, ListIntegrations } from "@/lib/integrations/schemas";
import { findFirstIntegrations, findIntegrations, type IntegrationFilter } from "@/lib/integrations/store";
import { toIntegration } from "@/lib/integrations/to-integration";
import { type Place, paginate, readPlace } from "@/lib/resource/list-page";

/**
 * The organisation's integrations, newest first, without those that were deleted. Integrations made between two pages show
 * on neither; `total` is that of the first page. Throws `invalid_cursor` for a cursor of another organisation or filter.
 */
export async function listIntegrations(ctx: Context, query: ListIntegrations): Promise<IntegrationList> {
  const { limit, cursor, ...filter } = query;
  const organisationId = ctx.organisation.id;
  const binding = ["integrations", organisationId, filter];
  const place = readPlace(cursor, binding);
  const { integrations, total } = await findPage(organisationId, filter, place, limit + 1);
  const { rows, pagination } = paginate(integrations, { limit, place, total, binding, before: ({ id }) => id });
  return { data: rows.map(toIntegration), pagination };
}

async function findPage(organisationId: string, filter: IntegrationFilter, place: Place | undefined, take: number) {
  if (!place) return findFirstIntegrations(organisationId, filter, take);
  const integrations = await findIntegrations(organisationId, filter, { beforeId: place.before, take });
  return { integrations, total: place.total };
}

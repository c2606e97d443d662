import type { Context } from "@/lib/context";
import { type Place, paginate, readPlace } from "@/lib/http/paging";
import type { ListWebhookEndpoints, WebhookEndpointList } from "@/lib/webhooks/schemas";
import { type EndpointFilter, findEndpoints, findFirstEndpoints } from "@/lib/webhooks/store";
import { toEndpoint } from "@/lib/webhooks/to-endpoint";

/**
 * The organisation's endpoints, newest first, without those that were deleted. Endpoints made between two pages show on
 * neither; `total` is that of the first page. Throws `invalid_cursor` for a cursor of another organisation or filter.
 */
export async function listEndpoints(ctx: Context, query: ListWebhookEndpoints): Promise<WebhookEndpointList> {
  const { limit, cursor, ...filter } = query;
  const organisationId = ctx.organisation.id;
  const binding = ["webhook-endpoints", organisationId, filter];
  const place = readPlace(cursor, binding);
  const { endpoints, total } = await findPage(organisationId, filter, place, limit + 1);
  const { rows, pagination } = paginate(endpoints, { limit, place, total, binding, before: ({ id }) => id });
  return { data: rows.map(toEndpoint), pagination };
}

async function findPage(organisationId: string, filter: EndpointFilter, place: Place | undefined, take: number) {
  if (!place) return findFirstEndpoints(organisationId, filter, take);
  const endpoints = await findEndpoints(organisationId, filter, { beforeId: place.before, take });
  return { endpoints, total: place.total };
}

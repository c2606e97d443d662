import type { Context } from "@/lib/context";
import { listPage } from "@/lib/resource/list-page";
import type { ListWebhookEndpoints, WebhookEndpointList } from "@/lib/webhooks/schemas";
import { countEndpoints, findEndpoints } from "@/lib/webhooks/store";
import { toEndpoint } from "@/lib/webhooks/to-endpoint";

/** The organisation's endpoints, newest first, without those that were deleted. Throws `invalid_cursor`. */
export async function listEndpoints(ctx: Context, query: ListWebhookEndpoints): Promise<WebhookEndpointList> {
  const organisationId = ctx.organisation.id;
  const { rows, pagination } = await listPage(ctx, {
    name: "webhook-endpoints",
    query,
    rows: (slice, reader) => findEndpoints(reader, organisationId, query, slice),
    count: (reader) => countEndpoints(reader, organisationId, query),
  });
  return { data: rows.map(toEndpoint), pagination };
}

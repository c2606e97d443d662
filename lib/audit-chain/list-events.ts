import type { z } from "zod";
import type { EventList, ListEventsQuery } from "@/lib/audit-chain/schemas";
import { findPage } from "@/lib/audit-chain/store";
import { toEvent } from "@/lib/audit-chain/to-event";
import type { Context } from "@/lib/context";
import { paginate, readPlace } from "@/lib/resource/list-page";

/**
 * A page of the organisation's events, newest first. A list is a picture of the chain at its first page: `total` counts
 * what matched then, and events appended since appear in the next list, not on its further pages.
 */
export async function listEvents(ctx: Context, query: ListEventsQuery): Promise<z.infer<typeof EventList>> {
  const { limit, cursor, ...filters } = query;
  const binding = ["audit", ctx.organisation.id, filters];
  const place = readPlace(cursor, binding);
  const { events, total } = await findPage(ctx.organisation.id, {
    filters,
    before: place && Number(place.before),
    limit: limit + 1,
    withTotal: place === undefined,
  });
  const { rows, pagination } = paginate(events, {
    limit,
    place,
    total: place?.total ?? total ?? 0,
    binding,
    before: (event) => String(event.chainPosition),
  });
  return { data: rows.map(toEvent), pagination };
}

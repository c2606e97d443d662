import type { Context } from "@/lib/context";
import { paginate, readPlace } from "@/lib/resource/list-page";
import { countSources, findSources } from "@/lib/shadow-ai/imports/source-store";
import { toSource } from "@/lib/shadow-ai/imports/to-import";
import type { ListSources, LogSourceList } from "@/lib/shadow-ai/schemas-sources";

/** The organisation's sources of logs, newest first. Throws `invalid_cursor` for a cursor of another organisation. */
export async function listSources(ctx: Context, { limit, cursor }: ListSources): Promise<LogSourceList> {
  const organisationId = ctx.organisation.id;
  const binding = ["log-sources", organisationId];
  const place = readPlace(cursor, binding);
  const total = place?.total ?? (await countSources(organisationId));
  const found = await findSources(organisationId, { take: limit + 1, ...(place && { beforeId: place.before }) });
  const { rows, pagination } = paginate(found, { limit, place, total, binding, before: ({ id }) => id });
  const nowMs = ctx.clock.now();
  return { data: rows.map((source) => toSource(source, nowMs)), pagination };
}

import type { AuditStreamList, ListAuditStreams } from "@/lib/audit-streams/schemas";
import { countStreams, findStreams } from "@/lib/audit-streams/store";
import { toStream } from "@/lib/audit-streams/to-stream";
import type { Context } from "@/lib/context";
import { paginate, readPlace } from "@/lib/resource/list-page";

/**
 * The organisation's streams, newest first, without those that were deleted; `total` is that of the first page. Throws
 * `invalid_cursor` for a cursor of another organisation.
 */
export async function listStreams(ctx: Context, { limit, cursor }: ListAuditStreams): Promise<AuditStreamList> {
  const organisationId = ctx.organisation.id;
  const binding = ["audit-streams", organisationId];
  const place = readPlace(cursor, binding);
  const streams = await findStreams(organisationId, { beforeId: place?.before, take: limit + 1 });
  const total = place?.total ?? (await countStreams(ctx.tx, organisationId));
  const { rows, pagination } = paginate(streams, { limit, place, total, binding, before: ({ id }) => id });
  return { data: rows.map(toStream), pagination };
}

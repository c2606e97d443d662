import type { Context } from "@/lib/context";
import type { LegalHoldList, ListLegalHolds } from "@/lib/legal-holds/schemas";
import { findFirstHolds, findHolds, type HoldFilter } from "@/lib/legal-holds/store";
import { toHold } from "@/lib/legal-holds/to-hold";
import { type Place, paginate, readPlace } from "@/lib/resource/list-page";

/**
 * The organisation's holds, newest first. Holds placed between two pages show on neither; `total` is that of the first page.
 * Throws `invalid_cursor` for a cursor of another organisation or filter.
 */
export async function listHolds(ctx: Context, query: ListLegalHolds): Promise<LegalHoldList> {
  const { limit, cursor, ...filter } = query;
  const organisationId = ctx.organisation.id;
  const binding = ["legal-holds", organisationId, filter];
  const place = readPlace(cursor, binding);
  const { holds, total } = await findPage(organisationId, filter, place, limit + 1);
  const { rows, pagination } = paginate(holds, { limit, place, total, binding, before: ({ id }) => id });
  return { data: rows.map(toHold), pagination };
}

async function findPage(organisationId: string, filter: HoldFilter, place: Place | undefined, take: number) {
  if (!place) return findFirstHolds(organisationId, filter, take);
  const holds = await findHolds(organisationId, filter, { beforeId: place.before, take });
  return { holds, total: place.total };
}

import type { AlertPolicyList, ListAlertPolicies } from "@/lib/alert-policies/schemas";
import { findFigures, findFirstPolicies, findPolicies, type PolicyFilter } from "@/lib/alert-policies/store";
import { toPolicy } from "@/lib/alert-policies/to-policy";
import type { Context } from "@/lib/context";
import { type Place, paginate, readPlace } from "@/lib/resource/list-page";

/**
 * The organisation's policies, newest first, without those that were deleted. Policies made between two pages show on
 * neither; `total` is that of the first page. Throws `invalid_cursor` for a cursor of another organisation or filter.
 */
export async function listPolicies(ctx: Context, query: ListAlertPolicies): Promise<AlertPolicyList> {
  const { limit, cursor, ...filter } = query;
  const organisationId = ctx.organisation.id;
  const binding = ["alert-policies", organisationId, filter];
  const place = readPlace(cursor, binding);
  const { policies, total } = await findPage(organisationId, filter, place, limit + 1);
  const { rows, pagination } = paginate(policies, { limit, place, total, binding, before: ({ id }) => id });
  const figures = await findFigures(
    ctx.tx,
    organisationId,
    rows.map(({ id }) => id),
  );
  return { data: rows.map((stored) => toPolicy(stored, figures.get(stored.id))), pagination };
}

async function findPage(organisationId: string, filter: PolicyFilter, place: Place | undefined, take: number) {
  if (!place) return findFirstPolicies(organisationId, filter, take);
  const policies = await findPolicies(organisationId, filter, { beforeId: place.before, take });
  return { policies, total: place.total };
}

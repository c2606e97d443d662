import type { Context } from "@/lib/context";
import { isCovered } from "@/lib/evidence/held-packages";
import { isOver } from "@/lib/evidence/package-status";
import type { EvidencePackageList, ListEvidence } from "@/lib/evidence/schemas";
import { findFirstPackages, findPackages, type PackageFilter } from "@/lib/evidence/store";
import { toListItem } from "@/lib/evidence/to-package";
import { type Extent, extentsThatStand } from "@/lib/legal-holds";
import { type Place, paginate, readPlace } from "@/lib/resource/list-page";

/**
 * The organisation's packages, newest first. Packages requested between two pages show on neither; `total` is that of the
 * first page. Throws `invalid_cursor` for a cursor of another organisation or other filters.
 */
export async function listPackages(ctx: Context, query: ListEvidence): Promise<EvidencePackageList> {
  const { limit, cursor, ...filter } = query;
  const organisationId = ctx.organisation.id;
  const nowMs = ctx.clock.now();
  const binding = ["evidence-packages", organisationId, filter];
  const place = readPlace(cursor, binding);
  const holds = await extentsThatStand(ctx.tx, organisationId);
  const page = { take: limit + 1, now: new Date(nowMs), holds };
  const { packages, total } = await findPage(organisationId, filter, place, page);
  const { rows, pagination } = paginate(packages, { limit, place, total, binding, before: ({ id }) => id });
  return {
    data: rows.map((stored) => toListItem(stored, nowMs, isOver(stored, nowMs) && isCovered(stored, holds))),
    pagination,
  };
}

async function findPage(
  organisationId: string,
  filter: PackageFilter,
  place: Place | undefined,
  page: { take: number; now: Date; holds: Extent[] },
) {
  if (!place) return findFirstPackages(organisationId, filter, page);
  const packages = await findPackages(organisationId, filter, { ...page, beforeId: place.before });
  return { packages, total: place.total };
}

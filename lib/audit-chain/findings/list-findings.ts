import { type FindingPlace, findFindings, type StoredFinding } from "@/lib/audit-chain/findings/resolution-store";
import type { IntegrityFinding, IntegrityFindingList, ListFindings } from "@/lib/audit-chain/schemas-findings";
import { placeOf } from "@/lib/audit-chain/store";
import type { Context } from "@/lib/context";
import { paginate, readPlace } from "@/lib/resource/list-page";

/** The organisation's integrity findings, newest first. Throws `invalid_cursor` for a cursor of other filters. */
export async function listFindings(ctx: Context, query: ListFindings): Promise<IntegrityFindingList> {
  const { limit, cursor, status } = query;
  const organisationId = ctx.organisation.id;
  const binding = ["findings", organisationId, status ?? null];
  const place = readPlace(cursor, binding);
  const before = place && placeBefore(place.before);
  const { findings, total } = await findFindings(organisationId, { status, before, take: limit + 1 });
  const page = { limit, place, total: place?.total ?? total, binding, before: placeAfter };
  const { rows, pagination } = paginate(findings, page);
  return { data: rows.map(toFinding), pagination };
}

export function toFinding({ eventId, detectedAt, resolutions, ...finding }: StoredFinding): IntegrityFinding {
  return {
    ...finding,
    eventId: eventId === placeOf(finding.chainPosition) ? null : eventId,
    detectedAt: detectedAt.toISOString(),
    resolutions: resolutions.map(({ number: _, requestedById: __, ...resolution }) => resolution),
  };
}

function placeAfter({ detectedAt, id }: StoredFinding): string {
  return `${detectedAt.getTime()},${id}`;
}

function placeBefore(text: string): FindingPlace {
  const [detectedAtMs, id = ""] = text.split(",");
  return { detectedAt: new Date(Number(detectedAtMs)), id };
}

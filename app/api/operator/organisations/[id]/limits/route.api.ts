import { changeLimits, findOrganisation, toLimits } from "@/lib/domains/organisations";
import { ChangeLimits, OrganisationLimits } from "@/lib/domains/organisations/schemas";
import { systemClock } from "@/lib/platform/core/clock";
import { ServiceError } from "@/lib/platform/core/errors";
import { isId } from "@/lib/platform/core/id-prefixes";
import { recordRoute, resource } from "@/lib/platform/http";
import { admitOperator } from "@/lib/platform/http/operator";

export const dynamic = "force-dynamic";

// Not part of /v1, whose credentials belong to one organisation: an organisation cannot raise its own limits.
const operator = {
  scope: "public",
  limit: "unlimited",
  admit: admitOperator,
  response: OrganisationLimits,
} as const;

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/api/operator/organisations/{id}/limits", {
  GET: recordRoute({
    ...operator,
    summary: "Get the tier and the rate limits of an organisation",
    handler: async (_ctx, { params }) => toLimits(await requireOrganisation(params.id)),
  }),
  PATCH: recordRoute({
    ...operator,
    summary: "Change the tier and the rate limits of an organisation",
    body: ChangeLimits,
    handler: async (ctx, { params, body }) => {
      const organisation = await requireOrganisation(params.id);
      const actor = { kind: "system", id: "operator-api" } as const;
      return toLimits(await changeLimits({ ...ctx, organisation, actor, clock: systemClock }, body));
    },
  }),
});

async function requireOrganisation(id: string) {
  const organisation = isId("organisation", id) ? await findOrganisation(id) : undefined;
  if (!organisation) throw new ServiceError("not_found", "No such organisation.");
  return organisation;
}

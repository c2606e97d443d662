import { getOrganisation, updateOrganisation } from "@/lib/domains/organisations";
import { OrganisationDetail, UpdateOrganisation } from "@/lib/domains/organisations/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/organisation", {
  GET: route(
    {
      summary: "Get the organisation",
      description: "The organisation of the API key or session, with its current usage of rate limits.",
      scope: "admin",
      permission: "organisation:read",
      limit: "other.read",
      response: OrganisationDetail,
    },
    (ctx) => getOrganisation(ctx),
  ),

  PATCH: route(
    {
      summary: "Update the organisation",
      description:
        "Sets the given fields. The operator sets the tier and limits. Every change is recorded on the audit chain.",
      scope: "admin",
      limit: "other.write",
      body: UpdateOrganisation,
      response: OrganisationDetail,
    },
    (ctx, { body }) => updateOrganisation(ctx, body),
  ),
});

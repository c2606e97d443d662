import { getOrganisation, updateOrganisation } from "@/lib/domains/organisations";
import { OrganisationDetail, UpdateOrganisation } from "@/lib/domains/organisations/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/organisation", {
  GET: route(
    {
      summary: "Read the organisation",
      description: "The organisation that the key or the session belongs to, and what is used of its limits.",
      scope: "admin",
      permission: "organisation:read",
      limit: "other.read",
      response: OrganisationDetail,
    },
    (ctx) => getOrganisation(ctx),
  ),

  PATCH: route(
    {
      summary: "Change the organisation",
      description:
        "Sets the fields that are given; null clears `ownerEmail`. Tier and limits are agreed with the service's operator. Every change is an event on the audit chain.",
      scope: "admin",
      limit: "other.write",
      body: UpdateOrganisation,
      response: OrganisationDetail,
    },
    (ctx, { body }) => updateOrganisation(ctx, body),
  ),
});

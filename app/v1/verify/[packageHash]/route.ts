import { verifyPublished } from "@/lib/domains/evidence";
import { PackageHashParams, PublicPackageVerification } from "@/lib/domains/evidence/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/verify/{packageHash}", {
  GET: route(
    {
      summary: "Look up a package by its hash",
      description:
        "For anyone who has the file of an evidence package: states whether this service issued a file with this SHA-256, when, and whether it is still valid. The response does not disclose the organisation, the model or the content. An unknown hash returns 404: the file was not issued by this service, or was changed.",
      scope: "public",
      limit: "unlimited",
      params: PackageHashParams,
      response: PublicPackageVerification,
      errors: ["not_found"],
    },
    (ctx, { params }) => verifyPublished(ctx, params.packageHash),
  ),
});

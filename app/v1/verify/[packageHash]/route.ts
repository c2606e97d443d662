import { verifyPublished } from "@/lib/domains/evidence";
import { PackageHashParams, PublicPackageVerification } from "@/lib/domains/evidence/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/verify/{packageHash}", {
  GET: route(
    {
      summary: "Look a package up by its hash",
      description:
        "For whoever holds the file of an evidence package: whether this service issued a file with this SHA-256, when, and whether it still stands by it. Says nothing of the organisation, of the model or of what is in it. A hash that no package ever had is 404: the file is not from here, or was changed.",
      scope: "public",
      limit: "unlimited",
      params: PackageHashParams,
      response: PublicPackageVerification,
      errors: ["not_found"],
    },
    (ctx, { params }) => verifyPublished(ctx, params.packageHash),
  ),
});

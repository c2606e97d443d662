import { previewPackage } from "@/lib/domains/evidence";
import { PackagePreview, PreviewPackage } from "@/lib/domains/evidence/schemas-preview";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/evidence/preview", {
  GET: route(
    {
      summary: "See what an evidence package would have to go by",
      description:
        "Counts the model's events of the period by section of the framework, so that a section without any is known before a package is asked for. Nothing is generated.",
      scope: "evidence:read",
      limit: "evidence.read",
      query: PreviewPackage,
      response: PackagePreview,
      errors: ["model_not_registered"],
    },
    (ctx, { query }) => previewPackage(ctx, query),
  ),
});

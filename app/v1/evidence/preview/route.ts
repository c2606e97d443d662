import { previewPackage } from "@/lib/domains/evidence";
import { PackagePreview, PreviewPackage } from "@/lib/domains/evidence/schemas-preview";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/evidence/preview", {
  GET: route(
    {
      summary: "Preview an evidence package",
      description:
        "Counts the model's events in the period by section of the framework, so that you can find sections without events before you request a package. Nothing is generated.",
      scope: "evidence:read",
      limit: "evidence.read",
      query: PreviewPackage,
      response: PackagePreview,
      errors: ["model_not_registered"],
    },
    (ctx, { query }) => previewPackage(ctx, query),
  ),
});

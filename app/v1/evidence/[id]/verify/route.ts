import { verifyPackage } from "@/lib/domains/evidence";
import { PackageVerification, VerifyPackage } from "@/lib/domains/evidence/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/evidence/{id}/verify", {
  POST: route(
    {
      summary: "Verify an evidence package",
      description:
        "Whether the package is unaltered since it was generated: the hash you give is the recorded one, the stored file, read again, has the same hash, and the signature verifies under a published key. 200 whatever was found; `message` says which check failed. For an expired package, whose file is deleted, only hash and signature are checked, and `fileChecked` is false. A package that is still being generated, or could not be, is 409.",
      scope: "evidence:read",
      limit: "evidence.write",
      params: IdParams,
      body: VerifyPackage,
      response: PackageVerification,
      errors: ["not_found", "conflict"],
    },
    (ctx, { params, body }) => verifyPackage(ctx, params.id, body),
  ),
});

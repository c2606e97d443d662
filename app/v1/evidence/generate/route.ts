import { generatePackage } from "@/lib/domains/evidence";
import { GeneratedPackage, GenerateEvidence } from "@/lib/domains/evidence/schemas";
import { Reply, resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/evidence/generate", {
  POST: route(
    {
      summary: "Generate an evidence package",
      description:
        "Returns immediately and generates the package in the background. Poll `Location` until `status` is READY or FAILED, or subscribe to the `evidence.ready` webhook event. The package covers the events of one model with a `timestamp` in the period. `notes` are internal and not included in the file.",
      scope: "evidence:write",
      limit: "evidence.write",
      body: GenerateEvidence,
      response: GeneratedPackage,
      responseHeaders: { Location: "Where the package can be polled." },
      status: 202,
      idempotent: true,
      errors: ["model_not_registered"],
    },
    async (ctx, { body }) => {
      const requested = await generatePackage(ctx, body);
      return Reply.data(requested, { headers: { Location: `/v1/evidence/${requested.id}` } });
    },
  ),
});

import { generatePackage } from "@/lib/domains/evidence";
import { GeneratedPackage, GenerateEvidence } from "@/lib/domains/evidence/schemas";
import { Reply, resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/evidence/generate", {
  POST: route(
    {
      summary: "Generate an evidence package",
      description:
        "Takes the request and answers at once; the package is generated in the background. Poll it at `Location` until its `status` is READY or FAILED, or be told by `evidence.ready`. The package is about the events of one model whose `timestamp` lies in the period. `notes` stay here: they are in no file.",
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

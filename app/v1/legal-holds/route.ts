import { listHolds, placeHold } from "@/lib/domains/legal-holds";
import { LegalHold, LegalHoldList, ListLegalHolds, PlaceLegalHold } from "@/lib/domains/legal-holds/schemas";
import { Reply, resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/legal-holds", {
  GET: route(
    {
      summary: "List legal holds",
      description: "Newest first. Holds placed while you page through the list do not appear on later pages.",
      scope: "admin",
      permission: "holds:read",
      limit: "legal-holds.read",
      query: ListLegalHolds,
      response: LegalHoldList,
      errors: ["invalid_cursor"],
    },
    (ctx, { query }) => listHolds(ctx, query),
  ),

  POST: route(
    {
      summary: "Place a legal hold",
      description:
        "Protects the data that the hold covers from erasure and deletion: event content and evidence packages of its models and, whichever models it names, webhook deliveries, traffic observations and e-mails in its period. The hold is recorded on the chain. An organisation can have 1,000 active holds (409).",
      scope: "admin",
      permission: "holds:manage",
      limit: "legal-holds.write",
      body: PlaceLegalHold,
      response: LegalHold,
      responseHeaders: { Location: "Path of the new hold." },
      status: 201,
      idempotent: true,
      errors: ["conflict", "model_not_registered"],
    },
    async (ctx, { body }) => {
      const placed = await placeHold(ctx, body);
      return Reply.data(placed, { headers: { Location: `/v1/legal-holds/${placed.id}` } });
    },
  ),
});

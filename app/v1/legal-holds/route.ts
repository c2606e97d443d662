import { listHolds, placeHold } from "@/lib/domains/legal-holds";
import { LegalHold, LegalHoldList, ListLegalHolds, PlaceLegalHold } from "@/lib/domains/legal-holds/schemas";
import { Reply, resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/legal-holds", {
  GET: route(
    {
      summary: "List legal holds",
      description: "The organisation's holds, newest first. Holds placed while you page through show on no later page.",
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
        "From now on nothing that it covers is erased or deleted: no content of an event, no evidence package, and of the times it covers no webhook delivery, no observation of traffic and no mail, whichever models it names. The chain has an event that says so. 1,000 may stand at once (409). `Location` says where it is.",
      scope: "admin",
      permission: "holds:manage",
      limit: "legal-holds.write",
      body: PlaceLegalHold,
      response: LegalHold,
      responseHeaders: { Location: "The hold's path." },
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

import { getHold, listHolds, placeHold, releaseHold } from "@/lib/domains/legal-holds";
import {
  LegalHold,
  LegalHoldList,
  ListLegalHolds,
  PlaceLegalHold,
  ReleaseLegalHold,
} from "@/lib/domains/legal-holds/schemas";
import { Reply, resources, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const legalHolds = resources({
  "/v1/legal-holds": {
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
  },
  "/v1/legal-holds/{id}": {
    GET: route(
      {
        summary: "Get a legal hold",
        description: "Includes released holds. Holds are never deleted.",
        scope: "admin",
        permission: "holds:read",
        limit: "legal-holds.read",
        params: IdParams,
        response: LegalHold,
        errors: ["not_found"],
      },
      (ctx, { params }) => getHold(ctx, params.id),
    ),
  },
  "/v1/legal-holds/{id}/release": {
    POST: route(
      {
        summary: "Release a legal hold",
        description:
          "Ends the hold permanently and records it on the chain. Data that no other hold covers can be erased again, and data past its retention period is deleted within a day. Returns 409 if the hold was already released.",
        scope: "admin",
        permission: "holds:manage",
        limit: "legal-holds.write",
        params: IdParams,
        body: ReleaseLegalHold,
        response: LegalHold,
        errors: ["not_found", "conflict"],
      },
      (ctx, { params, body }) => releaseHold(ctx, params.id, body),
    ),
  },
});

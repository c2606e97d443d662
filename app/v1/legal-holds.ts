import { getHold, listHolds, placeHold, releaseHold } from "@/lib/domains/legal-holds";
import {
  LegalHold,
  LegalHoldList,
  ListLegalHolds,
  PlaceLegalHold,
  ReleaseLegalHold,
} from "@/lib/domains/legal-holds/schemas";
import { recordRoute, resources, route } from "@/lib/platform/http";

const read = { scope: "admin", permission: "holds:read", limit: "legal-holds.read" } as const;
const write = { scope: "admin", permission: "holds:manage", limit: "legal-holds.write" } as const;

export const legalHolds = resources({
  "/v1/legal-holds": {
    GET: route({
      ...read,
      summary: "List legal holds",
      description:
        "Returns the organisation's holds, newest first. Holds placed while you page through the list do not appear on later pages.",
      query: ListLegalHolds,
      response: LegalHoldList,
      handler: (ctx, { query }) => listHolds(ctx, query),
    }),

    POST: route({
      ...write,
      summary: "Place a legal hold",
      description:
        "Protects the data that the hold covers from erasure and deletion: event content and evidence packages of the covered models, and all webhook deliveries, traffic observations and e-mails in the covered period, regardless of model. The hold is recorded on the chain. Returns 409 if the organisation already has 1,000 active holds.",
      body: PlaceLegalHold,
      response: LegalHold,
      status: 201,
      location: "/v1/legal-holds",
      idempotent: true,
      errors: ["conflict", "model_not_registered"],
      handler: (ctx, { body }) => placeHold(ctx, body),
    }),
  },
  "/v1/legal-holds/{id}": {
    GET: recordRoute({
      ...read,
      summary: "Get a legal hold",
      description: "Returns a hold, even if it has been released. Holds are never deleted.",
      response: LegalHold,
      handler: (ctx, { params }) => getHold(ctx, params.id),
    }),
  },
  "/v1/legal-holds/{id}/release": {
    POST: recordRoute({
      ...write,
      summary: "Release a legal hold",
      description:
        "Ends the hold permanently and records the release on the chain. Data that no other hold covers can be erased again, and data past its retention period is deleted within a day. Returns 409 if the hold was already released.",
      body: ReleaseLegalHold,
      response: LegalHold,
      errors: ["conflict"],
      handler: (ctx, { params, body }) => releaseHold(ctx, params.id, body),
    }),
  },
});

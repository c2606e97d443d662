import {
  approveIdentification,
  getUserPseudonyms,
  listIdentifications,
  matchUsers,
  rejectIdentification,
  requestIdentification,
  updateUserPseudonyms,
} from "@/lib/domains/shadow-ai";
import {
  DecideIdentification,
  Identification,
  IdentificationList,
  ListIdentifications,
  MatchUsers,
  RequestIdentification,
  UpdateUserPseudonyms,
  UserMatch,
  UserPseudonyms,
} from "@/lib/domains/shadow-ai/schemas-users";
import { recordRoute, resources, route } from "@/lib/platform/http";

const view = { scope: "session", permission: "shadow_ai:users", limit: "shadow-ai.write" } as const;
const approve = { scope: "session", permission: "identifications:approve", limit: "shadow-ai.write" } as const;

export const userPseudonyms = resources({
  "/v1/user-pseudonyms": {
    GET: route({
      summary: "Get the setting for user pseudonyms",
      description:
        "Returns whether the service stores pseudonyms of the users in imported logs. User pseudonyms are disabled by default.",
      scope: "shadow_ai:read",
      limit: "shadow-ai.read",
      response: UserPseudonyms,
      handler: (ctx) => getUserPseudonyms(ctx),
    }),

    PUT: route({
      summary: "Enable or disable user pseudonyms",
      description:
        "Enabling creates a random key. From then on, the service replaces each user name in imported logs with a keyed hash, except in logs that members send with a session, whose user names are dropped. Disabling deletes the key immediately and all pseudonyms within minutes. This cannot be undone: if you enable user pseudonyms again, the same users get different pseudonyms. Each change is recorded on the audit chain. Returns 409 `legal_hold` if a legal hold covers pseudonyms, and 409 `conflict` while the pseudonyms of a previous key are being deleted.",
      scope: "session",
      permission: "admin",
      limit: "shadow-ai.write",
      body: UpdateUserPseudonyms,
      response: UserPseudonyms,
      errors: ["legal_hold", "conflict"],
      handler: (ctx, { body }) => updateUserPseudonyms(ctx, body),
    }),
  },
  "/v1/user-pseudonyms/identifications": {
    GET: route({
      summary: "List requests to identify users",
      description: "Returns all requests to identify users with their decisions, newest first.",
      scope: "session",
      permission: "identifications:read",
      limit: "shadow-ai.read",
      query: ListIdentifications,
      response: IdentificationList,
      handler: (ctx, { query }) => listIdentifications(ctx, query),
    }),

    POST: route({
      ...view,
      summary: "Request to identify a user",
      description:
        "Requests permission to compare user names with one pseudonym of a detection. A member with another role must approve the request. The request is recorded on the audit chain, but without the pseudonym and the reason. The pseudonym must have traffic in the last 30 days. Returns 404 if the detection does not exist, and 409 if a request for the pseudonym is already pending, or user pseudonyms are disabled.",
      body: RequestIdentification,
      response: Identification,
      status: 201,
      errors: ["not_found", "conflict"],
      handler: (ctx, { body }) => requestIdentification(ctx, body),
    }),
  },
  "/v1/user-pseudonyms/identifications/{id}/approve": {
    POST: recordRoute({
      ...approve,
      summary: "Approve a request to identify a user",
      description:
        "Allows the requester to compare user names with the pseudonym for 24 hours. Neither the requester nor a member with the requester's current role or role at the time of the request can approve a request (403). The approval is recorded on the audit chain. Returns 409 if the request has already been decided, or the pseudonym has been deleted.",
      body: DecideIdentification,
      response: Identification,
      errors: ["conflict"],
      handler: (ctx, { params, body }) => approveIdentification(ctx, params.id, body),
    }),
  },
  "/v1/user-pseudonyms/identifications/{id}/reject": {
    POST: recordRoute({
      ...approve,
      summary: "Reject a request to identify a user",
      description:
        "Rejects a request. Neither the requester nor a member with the requester's current role or role at the time of the request can reject it (403). The rejection is recorded on the audit chain. Returns 409 if the request has already been decided.",
      body: DecideIdentification,
      response: Identification,
      errors: ["conflict"],
      handler: (ctx, { params, body }) => rejectIdentification(ctx, params.id, body),
    }),
  },
  "/v1/user-pseudonyms/identifications/{id}/match": {
    POST: recordRoute({
      ...view,
      summary: "Compare user names with a pseudonym",
      description:
        "Hashes up to 10,000 user names in memory, and returns the name that has the pseudonym, if there is one. Only the requester can compare names, within 24 hours of the approval. The names are neither stored nor logged. Each call is recorded on the audit chain, with the number of names and whether one matched, but without names. Returns 409 if the request is not approved, the approval has ended, or the pseudonym has been deleted.",
      body: MatchUsers,
      response: UserMatch,
      errors: ["conflict"],
      handler: (ctx, { params, body }) => matchUsers(ctx, params.id, body),
    }),
  },
});

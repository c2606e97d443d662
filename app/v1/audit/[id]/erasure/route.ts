import { eraseEvent } from "@/lib/domains/erasure";
import { EraseContent, Erasure } from "@/lib/domains/erasure/schemas";
import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/{id}/erasure", {
  POST: route(
    {
      summary: "Erase an audit event's content",
      description:
        "Permanently deletes actor, payload, salt, tags and metadata, and records the erasure on the chain. The header and hashes are kept, so the chain still verifies. Copies in data that the service can change are also deleted; packages and alerts that may contain the content are listed. Returns 409 `erasure_disabled` unless the organisation's `contentErasure` setting is true, 409 `legal_hold` with the holds while a hold covers the event, 409 `conflict` if it was already erased, and 422 for events of the system model.",
      scope: "admin",
      permission: "audit:erase",
      limit: "erasures.write",
      params: IdParams,
      body: EraseContent,
      response: Erasure,
      status: 201,
      idempotent: true,
      errors: ["not_found", "conflict", "erasure_disabled", "legal_hold", "not_erasable"],
    },
    (ctx, { params, body }) => eraseEvent(ctx, params.id, body),
  ),
});

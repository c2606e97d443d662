import { eraseEvent } from "@/lib/erasure";
import { EraseContent, Erasure } from "@/lib/erasure/schemas";
import { resource, route } from "@/lib/http";
import { IdParams } from "@/lib/http/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/{id}/erasure", {
  POST: route(
    {
      summary: "Erase an audit event's content",
      description:
        "Off by default: 409 `erasure_disabled` unless `contentErasure` is true in the organisation's settings. Takes actor, payload, salt, tags and metadata away, for good, and appends an event to the chain that says so. Header and hashes stay: the chain verifies as before, and the event reads as erased. What repeated the content in what the service can still change goes too; packages and alerts that may repeat it are listed. While a legal hold covers the event the answer is 409 `legal_hold`, which names the holds; for an event that was erased before 409 `conflict`; for the service's own records, on the system model, 422.",
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

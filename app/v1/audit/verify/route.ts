import { verifyEvent } from "@/lib/domains/audit-chain";
import { EventVerification, VerifyEvent } from "@/lib/domains/audit-chain/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/verify", {
  POST: route(
    {
      summary: "Verify an audit event",
      description:
        "Recomputes the event's hashes from what is stored and compares them with the recorded hash, its predecessor's, and the caller's. 200 in both outcomes: `valid` tells them apart.",
      scope: "audit:read",
      limit: "audit.verify",
      body: VerifyEvent,
      response: EventVerification,
      errors: ["not_found"],
    },
    (ctx, { body }) => verifyEvent(ctx, body),
  ),
});

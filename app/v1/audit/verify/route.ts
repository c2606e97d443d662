import { verifyEvent } from "@/lib/domains/audit-chain";
import { EventVerification, VerifyEvent } from "@/lib/domains/audit-chain/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/audit/verify", {
  POST: route(
    {
      summary: "Verify an audit event",
      description:
        "Recomputes the hashes of the stored event and compares them with its recorded hash, the previous event's hash and `expectedHash`. Returns 200 whatever the result; read `valid`.",
      scope: "audit:read",
      limit: "audit.verify",
      body: VerifyEvent,
      response: EventVerification,
      errors: ["not_found"],
    },
    (ctx, { body }) => verifyEvent(ctx, body),
  ),
});

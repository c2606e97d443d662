import { Session } from "@/lib/platform/auth/schemas";
import { describeSession } from "@/lib/platform/auth/sessions";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/session", {
  GET: route(
    {
      summary: "Get the current session",
      description: "The member behind the session cookie, their organisation, and what their role may do.",
      scope: "session",
      limit: "other.read",
      response: Session,
    },
    (_ctx, { request }) => describeSession(request.headers),
  ),
});

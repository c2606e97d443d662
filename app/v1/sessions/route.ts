import { listSessions } from "@/lib/domains/members";
import { ListSessions, SessionList } from "@/lib/domains/members/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/sessions", {
  GET: route(
    {
      summary: "List your active sessions, newest first",
      scope: "session",
      limit: "other.read",
      query: ListSessions,
      response: SessionList,
      errors: ["invalid_cursor"],
    },
    (ctx, { query }) => listSessions(ctx, query),
  ),
});

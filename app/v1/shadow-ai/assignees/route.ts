import { listAssignees } from "@/lib/domains/shadow-ai";
import { Assignees } from "@/lib/domains/shadow-ai/schemas-triage";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/shadow-ai/assignees", {
  GET: route(
    {
      summary: "List assignees",
      description:
        "Returns the organisation's active members by name. `membersOnly` shows whether the organisation's settings reject other e-mail addresses (422 `not_a_member`).",
      scope: "shadow_ai:read",
      permission: "shadow_ai:triage",
      limit: "shadow-ai.read",
      response: Assignees,
    },
    (ctx) => listAssignees(ctx),
  ),
});

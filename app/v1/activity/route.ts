import { readActivity } from "@/lib/domains/activity";
import { Activity } from "@/lib/domains/activity/schemas";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/activity", {
  GET: route(
    {
      summary: "Get recent changes",
      description:
        "Returns a version string for each kind of data, which changes when data of that kind changes, and the last position of the audit chain. The response is at most one second old. Poll it every two seconds and read again only what has changed. A change may be reported twice.",
      scope: "audit:read",
      background: true,
      limit: "activity.read",
      response: Activity,
    },
    (ctx) => readActivity(ctx),
  ),
});

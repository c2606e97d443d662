import { readActivity } from "@/lib/activity";
import { Activity } from "@/lib/activity/schemas";
import { resource, route } from "@/lib/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/activity", {
  GET: route(
    {
      summary: "Read what has changed",
      description:
        "A text for each kind of data, which is another one once something of that kind has changed, and where the audit chain ends. It is at most a second old. Poll it every two seconds and read again only what has changed. A change may be reported twice.",
      scope: "audit:read",
      background: true,
      limit: "activity.read",
      response: Activity,
    },
    (ctx) => readActivity(ctx),
  ),
});

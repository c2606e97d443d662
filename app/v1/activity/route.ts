import { readActivity } from "@/lib/activity";
import { Activity } from "@/lib/activity/schemas";
import { resource, route } from "@/lib/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/activity", {
  GET: route(
    {
      summary: "Read what has changed",
      description:
        "A text for each kind of data, which is another one once something of that kind has changed, and where the audit chain ends. It is as of at most a second ago and counts against no limit: ask every two seconds, and read again only what has changed. A change may be told twice.",
      scope: "audit:read",
      background: true,
      limit: "unlimited",
      response: Activity,
    },
    (ctx) => readActivity(ctx),
  ),
});

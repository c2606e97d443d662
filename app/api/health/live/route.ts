import { z } from "zod";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/api/health/live", {
  GET: route(
    {
      summary: "Tell whether the process runs",
      description: "Looks at nothing else: restart the process when it does not answer.",
      scope: "public",
      limit: "unlimited",
      response: z.object({ status: z.literal("live") }),
    },
    () => ({ status: "live" }),
  ),
});

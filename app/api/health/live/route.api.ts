import { z } from "zod";
import { resource, route } from "@/lib/platform/http";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/api/health/live", {
  GET: route({
    summary: "Check liveness",
    description:
      "Returns 200 while the process is running, without checking its dependencies. Restart the process if there is no response.",
    scope: "public",
    limit: "unlimited",
    response: z.object({ status: z.literal("live") }),
    handler: () => ({ status: "live" }),
  }),
});

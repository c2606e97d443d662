import { z } from "zod";
import { Reply, resource, route } from "@/lib/platform/http";
import { checkReadiness, isReady } from "./check-readiness";

export const dynamic = "force-dynamic";

const Check = z.object({ name: z.string(), ok: z.boolean(), message: z.string() });
const Ready = z.object({
  status: z.enum(["ready", "degraded"]).meta({
    description:
      "`degraded`: requests are served, but the database schema was changed outside the migrations, or the functions are not registered with the Inngest server",
  }),
  checks: z.array(Check),
});
const NotReady = z.object({ status: z.literal("not_ready"), checks: z.array(Check) });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/api/health/ready", {
  GET: route({
    summary: "Check readiness",
    description:
      "Checks that the database responds within 2 s and has all migrations applied, and that the clocks of the process and the database differ by at most 5 s. Also returns 503 while the process shuts down. Route traffic to another process while this returns 503. Returns 200 with the status `degraded` if tables, triggers, constraints or grants differ from the migrations. With an Inngest server, processes that run jobs also check that their functions are registered with it; without registration, workers return 503, and other processes return 200 with the status `degraded`.",
    scope: "public",
    limit: "unlimited",
    response: Ready,
    alternatives: { 503: NotReady },
    handler: async () => {
      const checks = await checkReadiness();
      if (!isReady(checks)) return Reply.data({ status: "not_ready", checks }, { status: 503 });
      return Reply.data({ status: checks.every(({ ok }) => ok) ? "ready" : "degraded", checks });
    },
  }),
});

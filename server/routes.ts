import * as benchmark from "@/app/api/benchmark/route";
import * as live from "@/app/api/health/live/route.api";
import * as ready from "@/app/api/health/ready/route.api";
import * as inngest from "@/app/api/inngest/route.api";
import * as metrics from "@/app/api/metrics/route.api";
import * as limits from "@/app/api/operator/organisations/[id]/limits/route.api";
import * as mcp from "@/app/mcp/route.api";
import { intakeRoutes } from "@/app/services/intakes";
import { servedRoutes as apiRoutes } from "@/app/v1/served-routes";
import { inngestPath } from "@/lib/platform/jobs/client";
import type { RouteModule } from "./dispatcher";

/** Routes that the production server handles itself. Next serves everything else: pages, sign-in, the API reference. */
export const servedRoutes: [path: string, module: RouteModule][] = [
  ...apiRoutes,
  ...intakeRoutes,
  ["/mcp", mcp],
  ["/api/health/live", live],
  ["/api/health/ready", ready],
  ["/api/metrics", metrics],
  ["/api/operator/organisations/{id}/limits", limits],
  [inngestPath, inngest],
  // The same handler as /api/benchmark, which Next serves: the difference is the overhead of Next.
  ["/api/benchmark/direct", benchmark],
];

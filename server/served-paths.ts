import type { Env } from "@/lib/platform/config/env";
import { inngestPath } from "@/lib/platform/jobs/client";

const operatorPaths = ["/api/health/", "/api/metrics"];

/**
 * The paths that a process of a role serves; others return 404. `all` serves everything, `web` everything except the Inngest
 * endpoint, `worker` only the Inngest endpoint, health and metrics.
 */
export function servedPaths(role: Env["PROCESS_ROLE"]): (target: string) => boolean {
  const isInngest = (target: string) => target === inngestPath || target.startsWith(`${inngestPath}?`);
  switch (role) {
    case "all":
      return () => true;
    case "web":
      return (target) => !isInngest(target);
    case "worker":
      return (target) => isInngest(target) || operatorPaths.some((path) => target.startsWith(path));
  }
}

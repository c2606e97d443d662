import type { Env } from "@/lib/platform/config/env";
import { inngestPath } from "@/lib/platform/jobs/client";

const operatorPaths = ["/api/health/", "/api/metrics"];

/**
 * Which paths a process of a role answers; what another role answers is not there. `all` answers everything, `web`
 * everything but an Inngest server, `worker` an Inngest server, health and metrics alone.
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

import { describe, expect, test } from "vitest";
import { servedPaths } from "./served-paths";

const paths = {
  api: ["/v1/audit", "/v1/audit?limit=1", "/v1/openapi.json"],
  pages: ["/", "/sign-in", "/docs", "/_next/static/chunks/a.js", "/api/auth/session"],
  inngest: ["/api/inngest", "/api/inngest?fnId=a&stepId=step"],
  operators: ["/api/health/live", "/api/health/ready", "/api/metrics"],
};

describe.each<["all" | "web" | "worker", (keyof typeof paths)[]]>([
  ["all", ["api", "pages", "inngest", "operators"]],
  ["web", ["api", "pages", "operators"]],
  ["worker", ["inngest", "operators"]],
])("a process of the role %s", (role, served) => {
  test.each(Object.entries(paths))("serves paths of the kind %s only if its role includes them", (kind, targets) => {
    const serves = servedPaths(role);
    for (const target of targets)
      expect([target, serves(target)]).toEqual([target, served.some((one) => one === kind)]);
  });
});

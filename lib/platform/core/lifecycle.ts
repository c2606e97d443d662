import { singleton } from "./singleton";

/**
 * The phase of this process. In `starting`, it waits for migrations and serves only health checks and metrics. In
 * `stopping`, it still serves requests, but its readiness check fails.
 */
export function lifecycle(): { phase: "starting" | "serving" | "stopping" } {
  return singleton("lifecycle", () => ({ phase: "serving" }));
}

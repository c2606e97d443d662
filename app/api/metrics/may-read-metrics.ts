import { env } from "@/lib/platform/config/env";
import { hasBearer } from "@/lib/platform/http/operator";
import { clientAddress, forwardedHeader } from "@/lib/platform/http/request";

/**
 * With METRICS_TOKEN, requires it as bearer token. Without, allows only requests from this machine that no proxy forwarded:
 * the server marks requests with forwarding headers, and Next writes the peer's address into X-Forwarded-For.
 */
export function mayReadMetrics(request: Request): boolean {
  const token = env().METRICS_TOKEN;
  if (token !== undefined) return hasBearer(request, token);
  if ([forwardedHeader, "forwarded", "x-real-ip", "via"].some((name) => request.headers.has(name))) return false;
  const forwardedFor = request.headers.get("x-forwarded-for")?.split(",") ?? [];
  return [clientAddress(request), ...forwardedFor].every(isLoopback);
}

function isLoopback(address: string): boolean {
  const plain = address.trim().replace(/^::ffff:/i, "");
  return plain === "::1" || plain.startsWith("127.");
}

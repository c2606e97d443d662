import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/env";
import { clientAddress } from "@/lib/http/client-address";

/**
 * With METRICS_TOKEN: whoever sends it. Without: whoever calls from this machine itself. What a proxy on this machine
 * passes on for others is not that: their addresses stand in X-Forwarded-For (where Next writes the peer's when there is
 * no such header).
 */
export function mayReadMetrics(request: Request): boolean {
  const token = env().METRICS_TOKEN;
  if (token !== undefined) return isSame(request.headers.get("authorization") ?? "", `Bearer ${token}`);
  if (request.headers.has("forwarded") || request.headers.has("x-real-ip")) return false;
  const forwardedFor = request.headers.get("x-forwarded-for")?.split(",") ?? [];
  return [clientAddress(request), ...forwardedFor].every(isLoopback);
}

function isLoopback(address: string): boolean {
  const plain = address.trim().replace(/^::ffff:/i, "");
  return plain === "::1" || plain.startsWith("127.");
}

/** Compares digests: in constant time whatever the lengths. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

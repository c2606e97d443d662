import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/platform/config/env";
import { clientAddress, forwardedHeader } from "@/lib/platform/http/request";

/**
 * With METRICS_TOKEN: a caller that sends it. Without: a caller on this machine, whose request no proxy forwarded: the server
 * marks requests with forwarding headers. Next itself writes the peer's address into X-Forwarded-For.
 */
export function mayReadMetrics(request: Request): boolean {
  const token = env().METRICS_TOKEN;
  if (token !== undefined) return isSame(request.headers.get("authorization") ?? "", `Bearer ${token}`);
  if ([forwardedHeader, "forwarded", "x-real-ip", "via"].some((name) => request.headers.has(name))) return false;
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

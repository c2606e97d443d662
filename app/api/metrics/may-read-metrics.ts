import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/platform/config/env";
import { clientAddress, forwardedHeader } from "@/lib/platform/http/request";

/**
 * With METRICS_TOKEN, requires it as bearer token. Without, allows only requests from this machine that no proxy forwarded:
 * the server marks requests with forwarding headers, and Next writes the peer's address into X-Forwarded-For.
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

/** Compares digests, so that the time does not depend on the length. */
function isSame(received: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(received), digest(expected));
}

import { env } from "@/lib/platform/config/env";
import { ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";

/** The header in which the server passes the peer's address to a handler. The HTTP server drops inbound values. */
export const clientAddressHeader = "x-gas-client-address";

/** The header in which the server passes a method that no handler is exported for. Inbound values are dropped. */
export const unknownMethodHeader = "x-gas-unknown-method";

/** The header in which the server marks requests forwarded by a proxy. Inbound values are dropped. */
export const forwardedHeader = "x-gas-forwarded";

/** The client's IP address, as reported by the trusted proxies (TRUSTED_PROXY_HOPS). */
export function clientAddress(request: Request): string {
  return request.headers.get(clientAddressHeader) ?? "unknown";
}

const acceptable = /^[A-Za-z0-9_-]{1,64}$/;

/** The caller's request id if it is well formed, otherwise a new one. */
export function requestIdOf(request: Pick<Request, "headers">): string {
  const inbound = request.headers.get("x-request-id");
  return inbound !== null && acceptable.test(inbound) ? inbound : newId("request");
}

/**
 * The public origin of this service: from PUBLIC_URL, or else from the request, as the outermost trusted proxy saw it
 * (TRUSTED_PROXY_HOPS). Undefined for a request without a host.
 */
export function serviceOrigin(headers: Headers): string | undefined {
  const { PUBLIC_URL, TRUSTED_PROXY_HOPS: hops } = env();
  if (PUBLIC_URL !== undefined) return new URL(PUBLIC_URL).origin;
  const forwarded = (name: string) => (hops > 0 ? fromRight(headers.get(name), hops) : undefined);
  const host = forwarded("x-forwarded-host") ?? headers.get("host");
  const protocol = forwarded("x-forwarded-proto")?.toLowerCase() === "https" ? "https" : "http";
  return host && URL.canParse(`${protocol}://${host}`) ? new URL(`${protocol}://${host}`).origin : undefined;
}

/** The n-th entry from the right, or the only entry: proxies append to these headers or overwrite them. */
function fromRight(list: string | null, position: number): string | undefined {
  const entries = list?.split(",").map((entry) => entry.trim()) ?? [];
  return entries.at(-position) ?? entries[0];
}

const reading = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Rejects a request that changes data with a session cookie and was not sent by a page of this service
 * (403 `origin_mismatch`). Browsers set the Origin header, and pages cannot override it.
 */
export function requireSameOrigin({ method, headers }: Pick<Request, "method" | "headers">): void {
  if (reading.has(method)) return;
  const origin = headers.get("origin");
  if (origin !== null && origin === serviceOrigin(headers)) return;
  throw new ServiceError(
    "origin_mismatch",
    origin === null
      ? "Requests that use a session to change data must send this service's origin in the Origin header."
      : "Sessions can be used only from this service's own pages.",
  );
}

/**
 * Rejects a request that a page of another site sent (403 `origin_mismatch`). Other programs send no Origin header. Without
 * PUBLIC_URL, only pages of this machine are accepted, because after DNS rebinding Host and Origin both name the attacker's
 * site.
 */
export function rejectForeignPage(headers: Headers): void {
  const origin = headers.get("origin");
  if (origin === null) return;
  if (origin === serviceOrigin(headers) && (env().PUBLIC_URL !== undefined || isLoopback(origin))) return;
  throw new ServiceError(
    "origin_mismatch",
    "Requests from pages on other sites are not allowed. Programs must not send an Origin header.",
  );
}

const isLoopback = (origin: string) => ["localhost", "127.0.0.1", "[::1]"].includes(new URL(origin).hostname);

/**
 * Whether a request's `Accept` (RFC 9110, 12.5.1) names a media type and prefers it to JSON. Wildcards select JSON.
 */
export function prefers(request: Request, type: string): boolean {
  const weights = new Map<string, number>();
  for (const part of (request.headers.get("accept") ?? "").split(",")) {
    const [range = "", ...parameters] = part.split(";").map((word) => word.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    weights.set(range, weight === undefined ? 1 : Number(weight) || 0);
  }
  const wanted = weights.get(type) ?? 0;
  return wanted > 0 && wanted >= (weights.get("application/json") ?? 0);
}

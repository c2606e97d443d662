import { env } from "@/lib/platform/config/env";
import { ServiceError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";

/** The header in which the server passes the peer's address to a handler. The HTTP server drops inbound values. */
export const clientAddressHeader = "x-gas-client-address";

/** The header in which the server hands over a method that no handler is exported for. Inbound values are dropped as well. */
export const unknownMethodHeader = "x-gas-unknown-method";

/** The header by which the server says that a request was forwarded by a proxy. Inbound values of it are dropped as well. */
export const forwardedHeader = "x-gas-forwarded";

/** The address a request came from, as far as trusted proxies tell (TRUSTED_PROXY_HOPS). */
export function clientAddress(request: Request): string {
  return request.headers.get(clientAddressHeader) ?? "unknown";
}

const acceptable = /^[A-Za-z0-9_-]{1,64}$/;

/** The caller's request id where it is well formed, else a new one. */
export function requestIdOf(request: Pick<Request, "headers">): string {
  const inbound = request.headers.get("x-request-id");
  return inbound !== null && acceptable.test(inbound) ? inbound : newId("request");
}

/**
 * The origin that a browser knows this service by: PUBLIC_URL's, or where that is not set the one the request was sent to,
 * with TRUSTED_PROXY_HOPS as the outermost trusted proxy saw it. Undefined for a request that names no host.
 */
export function serviceOrigin(headers: Headers): string | undefined {
  const { PUBLIC_URL, TRUSTED_PROXY_HOPS: hops } = env();
  if (PUBLIC_URL !== undefined) return new URL(PUBLIC_URL).origin;
  const forwarded = (name: string) => (hops > 0 ? fromRight(headers.get(name), hops) : undefined);
  const host = forwarded("x-forwarded-host") ?? headers.get("host");
  const protocol = forwarded("x-forwarded-proto")?.toLowerCase() === "https" ? "https" : "http";
  return host && URL.canParse(`${protocol}://${host}`) ? new URL(`${protocol}://${host}`).origin : undefined;
}

/** Proxies append to these headers or overwrite them: the n-th entry from the right, or the only one. */
function fromRight(list: string | null, position: number): string | undefined {
  const entries = list?.split(",").map((entry) => entry.trim()) ?? [];
  return entries.at(-position) ?? entries[0];
}

const reading = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses (403 `origin_mismatch`) a request that would change something with a browser's cookie and was not made by a
 * page of this service. A browser says with each such request who made it, and no page can say otherwise.
 */
export function requireSameOrigin({ method, headers }: Pick<Request, "method" | "headers">): void {
  if (reading.has(method)) return;
  const origin = headers.get("origin");
  if (origin !== null && origin === serviceOrigin(headers)) return;
  throw new ServiceError(
    "origin_mismatch",
    origin === null
      ? "With a session, a request that changes something needs the Origin header of this service."
      : "A session may only be used by the pages of this service.",
  );
}

/**
 * Whether a request's `Accept` (RFC 9110, 12.5.1) names a media type and prefers it to JSON. A range with a star asks for
 * nothing in particular, so that JSON is what most get.
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

import { env } from "@/lib/env";

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

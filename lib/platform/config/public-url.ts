import { env } from "@/lib/platform/config/env";

/**
 * A path of this service as an absolute URL, for those who are told of it without having asked: below PUBLIC_URL, or where
 * that is not set below the address that the service listens at.
 */
export function publicUrl(path: string): string {
  const { PUBLIC_URL, HOST, PORT } = env();
  return `${PUBLIC_URL?.replace(/\/+$/, "") ?? `http://${reachable(HOST)}:${PORT}`}${path}`;
}

/** A wildcard is no address that anybody could call, and an IPv6 address stands in brackets. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

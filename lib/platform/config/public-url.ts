import { env } from "@/lib/platform/config/env";

/**
 * An absolute URL of this service for e-mails and webhooks: below PUBLIC_URL, or else below the address it listens on.
 */
export function publicUrl(path: string): string {
  const { PUBLIC_URL, HOST, PORT } = env();
  return `${PUBLIC_URL?.replace(/\/+$/, "") ?? `http://${reachable(HOST)}:${PORT}`}${path}`;
}

/** Replaces wildcard addresses, which cannot be called, and adds brackets to IPv6 addresses. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

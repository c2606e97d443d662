import { env } from "@/lib/platform/config/env";

/**
 * An absolute URL of this service for e-mails and webhooks: below PUBLIC_URL, or else below the address it listens on.
 */
export function publicUrl(path: string): string {
  const { PUBLIC_URL, HOST, PORT } = env();
  return `${PUBLIC_URL?.replace(/\/+$/, "") ?? `http://${hostName(HOST)}:${PORT}`}${path}`;
}

/** The name of an address in URLs. All addresses of this machine, and the wildcards, are `localhost`. */
export function hostName(host: string): string {
  if (["0.0.0.0", "::", "127.0.0.1", "::1"].includes(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

import { openIdConfig } from "@/lib/platform/auth/sign-in-with-openid";
import { env } from "@/lib/platform/config/env";

/** The headers of a page whose scripts and styles carry the nonce. */
export function pageHeaders(nonce: string) {
  const { PUBLIC_URL, NODE_ENV } = env();
  const isSecure = PUBLIC_URL?.startsWith("https:") === true;
  return {
    "Content-Security-Policy": contentSecurityPolicy(nonce, { isSecure, isDevelopment: NODE_ENV === "development" }),
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy":
      "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
    ...(isSecure && { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" }),
  };
}

function contentSecurityPolicy(
  nonce: string,
  { isSecure, isDevelopment }: { isSecure: boolean; isDevelopment: boolean },
): string {
  return [
    "default-src 'none'",
    // In development, Next evaluates code in the browser and pushes changes.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    // The sign-in form redirects to the provider.
    ["form-action 'self'", providerOrigin()].join(" ").trim(),
    "frame-ancestors 'none'",
    ...(isSecure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

function providerOrigin(): string {
  const issuer = openIdConfig()?.issuer;
  return issuer === undefined ? "" : new URL(issuer).origin;
}

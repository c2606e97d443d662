/**
 * The policy of build files, including the worker that verifies packages: it can connect to this origin only. Pages have
 * their own policy (proxy.ts). Not set in development, because Next's tools need more.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Headers of build files. */
export const assetHeaders = [
  { key: "Content-Security-Policy", value: contentSecurityPolicy },
  { key: "X-Content-Type-Options", value: "nosniff" },
];

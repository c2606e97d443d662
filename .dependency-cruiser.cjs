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
/** Tests, and what they share: `testing.ts` or a folder of that name. */
const test = "\\.test\\.tsx?$|/testing(?:\\.ts$|/)";
const prisma = "^lib/generated/prisma/|(?:^|/)node_modules/(?:@prisma/client|@prisma/adapter-pg|\\.prisma)/";

/** Files of the platform, and the words of the domains, that run in the browser as well as on the server. */
const isomorphic =
  "^lib/(?:platform/client/|domains/[^/]+/enums\\.ts$|domains/shadow-ai/ingest/log-formats\\.ts$|platform/core/(?:clock|errors|roles|tiers|visible-text)\\.ts$)";

/** What checks an evidence package: on the command line, and in the browser of whoever was given one. */
const verification = "^lib/domains/evidence/verification/";
/** The pure parts of shadow AI that programs use by themselves: they measure it, or write what it reads. */
const measured = "^lib/domains/shadow-ai/(?:ingest|simulate|evaluate)/index\\.ts$";
/** What the audit chain says, hashes and signs, and how its tree divides: words, texts and numbers, hashed with anything. */
const formulas =
  "^lib/domains/audit-chain/(?:block-text|enums|checkpoints/checkpoint-text|erasure/erasure-record|merkle/ranges)\\.ts$";

/** Where platform and domains are put together: who may look up at which domains, through their index.ts. */
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
      comment: "Components are used by pages, not the other way round.",
      severity: "error",
      from: { path: "^components/" },
      to: { path: "^app/" },
    },
    {
      name: "components-see-schemas-and-types",
      comment: "Of lib, a component loads schemas and what runs in the browser; anything else it may import as a type.",
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
      name: "a-domain-has-one-face",
      comment:
        "Outside its folder a domain is its index.ts, its schemas, its words, what checks a package or an event, and what measures detection.",
      severity: "error",
      from: { path: "^(?:app|components|server|cli|tools)/|^[^/]+\\.ts$", pathNot: test },
      to: {
        path: domain,
        pathNot: [face, schemas, isomorphic, verification, measured, formulas],
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
      comment: "The index.ts of another domain would bring its server side along: schemas import schemas.",
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
      comment: "The platform is below the domains; where it composes them is listed in `composition`.",
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
        "SQL and Prisma have one room in each domain, its store; lib/platform/database/db.ts hands out the client.",
      severity: "error",
      from: {
        path: "^(?:app|components|lib)/|^[^/]+\\.ts$",
        pathNot: [stores, test, "^lib/platform/database/db\\.ts$", "^lib/generated/"],
      },
      to: { path: prisma },
    },
    {
      name: "app-has-no-database",
      comment: "Pages and routes call verbs. Health and metrics look at the connection itself.",
      severity: "error",
      from: { path: "^(?:app|components)/", pathNot: [test, "^app/api/(?:health|metrics)/"] },
      to: { path: "^lib/platform/database/db\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "next-stays-at-the-edge",
      comment: "Domains also run in jobs, seeds and on the command line, where there is no Next.",
      severity: "error",
      from: { path: "^lib/", pathNot: "^lib/platform/(?:auth|client|http)/" },
      to: { path: "(?:^|/)node_modules/next/" },
    },
    {
      name: "product-knows-no-client",
      comment: "Clients are made of the product's document; programs use them, the product does not.",
      severity: "error",
      from: { path: "^(?:app|components|lib)/" },
      to: { path: "^clients/" },
    },
    {
      name: "clients-run-anywhere",
      comment:
        "A client is published: of the product it has what verifies by itself, and nothing of Node. Its tests may use all.",
      severity: "error",
      from: { path: "^clients/[^/]+/src/", pathNot: test },
      to: {
        path: ["^(?:app|cli|components|e2e|lib|prisma|server|tools)/", `^(?:${builtinModules.join("|")})$`],
        pathNot: [verification, formulas],
      },
    },
    {
      name: "no-test-in-the-product",
      comment: "Only tests import tests and what helps them.",
      severity: "error",
      from: { path: "^(?:app|clients|components|lib)/", pathNot: test },
      to: { path: test },
    },
    {
      name: "no-development-dependency-in-the-product",
      comment: "What the product imports must be installed where it runs.",
      severity: "error",
      from: { path: "^(?:app|clients|components|lib)/", pathNot: test },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "no-circle",
      comment: "Modules that import each other in a circle are one module. Types alone do not count: they are erased.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "nothing-unresolved",
      comment: "An import that leads nowhere is a mistake, and no rule above would see it.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: ["node_modules", "^lib/generated/"] },
    exclude: { path: "^(?:\\.next|\\.data|next-env\\.d\\.ts|dist/|clients/[^/]+/dist/)" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      mainFields: ["module", "main", "types", "typings"],
    },
    skipAnalysisNotInRules: true,
  },
};

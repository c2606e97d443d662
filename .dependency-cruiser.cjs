const { builtinModules } = require("node:module");
const typescript = require("typescript");

// Without the compiler's API, which TypeScript 7 does not have, no TypeScript file would be read and nothing found wrong.
if (!typescript.createSourceFile)
  throw new Error(`TypeScript ${typescript.version} has no compiler API to read the sources with.`);

/** Folders of lib/ that serve every domain. Any other folder of lib/ is a domain, and new ones are from their first file. */
const platformFolders = [
  "auth",
  "client",
  "database-schema",
  "documents",
  "generated",
  "http",
  "jobs",
  "mail",
  "outgoing",
  "pdf",
  "resource",
  "signing",
  "storage",
  "tracing",
];

const domain = `^lib/(?!(?:${platformFolders.join("|")})/)[^/]+/`;
const thisDomain = `^lib/((?!(?:${platformFolders.join("|")})/)[^/]+)/`;
const platform = `^lib/(?:(?:${platformFolders.join("|")})/|[^/]+\\.ts$)`;
const face = "^lib/[^/]+/index\\.ts$";
const schemas = "^lib/[^/]+/schemas[-./]";
const stores = "^lib/.+(?:/|-)store\\.ts$";
/** Tests, and what they share: `testing.ts` or a folder of that name. */
const test = "\\.test\\.tsx?$|/testing(?:\\.ts$|/)";
const prisma = "^lib/generated/prisma/|(?:^|/)node_modules/(?:@prisma/client|@prisma/adapter-pg|\\.prisma)/";

/** Files of the platform, and the words of the domains, that run in the browser as well as on the server. */
const isomorphic =
  "^lib/(?:client/|[^/]+/vocabulary\\.ts$|shadow-ai/ingest/log-formats\\.ts$|(?:clock|errors|roles|tiers|visible-text)\\.ts$)";

/** What checks an evidence package: on the command line, and in the browser of whoever was given one. */
const verification = "^lib/evidence/verification/";
/** The pure parts of shadow AI that programs use by themselves: they measure it, or write what it reads. */
const measured = "^lib/shadow-ai/(?:ingest|simulate|evaluate)/index\\.ts$";
/** What the audit chain says, hashes and signs, and how its tree divides: words, texts and numbers, hashed with anything. */
const formulas =
  "^lib/audit-chain/(?:block-text|vocabulary|checkpoints/checkpoint-text|erasure/erasure-record|merkle/ranges)\\.ts$";

/** Where platform and domains are put together: who may look up at which domains, through their index.ts. */
const composition = [
  { name: "http", from: "^lib/http/", domains: "api-keys|rate-limits" },
  { name: "auth", from: "^lib/auth/", domains: "audit-chain|members|organisations|rate-limits" },
  { name: "jobs", from: "^lib/jobs/functions/", domains: "[^/]+" },
];

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "lib-knows-no-transport",
      comment:
        "lib is the product; transport, pages and programs are built on it. Its tests get their database from scripts.",
      severity: "error",
      from: { path: "^lib/" },
      to: { path: "^(?:app|components|scripts|e2e)/", pathNot: "^scripts/database/testing\\.ts$" },
    },
    {
      name: "app-knows-no-programs",
      comment: "app imports components and lib.",
      severity: "error",
      from: { path: "^(?:app|components)/" },
      to: { path: "^(?:scripts|e2e|prisma)/", pathNot: "^scripts/database/testing\\.ts$" },
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
        "Schemas, lib/client and what checks a package end up in the browser: no database, no environment, no module of Node.",
      severity: "error",
      from: { path: [schemas, isomorphic, verification, formulas], pathNot: test },
      to: {
        path: ["^lib/(?:db|env|log)\\.ts$", stores, prisma, `^(?:${builtinModules.join("|")})$`],
        reachable: true,
      },
    },
    {
      name: "a-domain-has-one-face",
      comment:
        "Outside its folder a domain is its index.ts, its schemas, its words, what checks a package or an event, and what measures detection.",
      severity: "error",
      from: { path: "^(?:app|components|scripts)/|^[^/]+\\.ts$", pathNot: test },
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
      to: { path: domain, pathNot: ["^lib/$1/", face, formulas] },
    },
    {
      name: "schemas-meet-at-schemas",
      comment: "The index.ts of another domain would bring its server side along: schemas import schemas.",
      severity: "error",
      from: { path: `${thisDomain}schemas[-./]`, pathNot: test },
      to: { path: domain, pathNot: ["^lib/$1/", schemas] },
    },
    {
      name: "audit-chain-stands-alone",
      comment:
        "Every domain records to the chain, so the chain knows none of them. Its tests may build what they need.",
      severity: "error",
      from: { path: "^lib/audit-chain/", pathNot: test },
      to: { path: domain, pathNot: "^lib/audit-chain/" },
    },
    {
      name: "witness-stands-alone",
      comment:
        "An auditor runs the witness on another machine, so it imports neither the service's database nor its configuration.",
      severity: "error",
      from: { path: "^lib/witness/|^scripts/witness(?:\\.ts$|/)", pathNot: test },
      to: {
        path: ["^lib/(?:db|env|log)\\.ts$", stores, prisma, "^lib/(?:audit-chain|evidence|http)/"],
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
      to: { path: domain, pathNot: `^lib/(?:${domains})/index\\.ts$` },
    })),
    {
      name: "prisma-stays-in-stores",
      comment: "SQL and Prisma have one room in each domain, its store; lib/db.ts hands out the client.",
      severity: "error",
      from: {
        path: "^(?:app|components|lib)/|^[^/]+\\.ts$",
        pathNot: [stores, test, "^lib/db\\.ts$", "^lib/generated/"],
      },
      to: { path: prisma },
    },
    {
      name: "app-has-no-database",
      comment: "Pages and routes call verbs. Health and metrics look at the connection itself.",
      severity: "error",
      from: { path: "^(?:app|components)/", pathNot: [test, "^app/api/(?:health|metrics)/"] },
      to: { path: "^lib/db\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "next-stays-at-the-edge",
      comment: "Domains also run in jobs, seeds and on the command line, where there is no Next.",
      severity: "error",
      from: { path: "^lib/", pathNot: "^lib/(?:auth|client|http)/" },
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
        path: ["^(?:app|components|e2e|lib|prisma|scripts)/", `^(?:${builtinModules.join("|")})$`],
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

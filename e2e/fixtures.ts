import { test as base } from "@playwright/test";
import pg from "pg";
import type { SampleBundle } from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import type { CreateOrganisation } from "@/lib/domains/organisations/schemas";
import { pool } from "@/lib/platform/database/db";
import type { Given } from "./api/bad-input/given";
import type { Stock } from "./api/support/stock";
import { type Environment, environment } from "./support/environment";
import { makeOrganisation, type TestOrganisation } from "./support/organisation";

export { expect } from "@playwright/test";

/** Direct access to the database: `owner` owns the tables, `superuser` has all permissions. */
export interface TestDatabase {
  owner: pg.Pool;
  superuser: pg.Pool;
}

interface WorkerFixtures {
  environment: Environment;
  /** The application that all tests share. */
  application: { url: string };
  database: TestDatabase;
  /** A bundle as the service creates it, sealed with a 4096-bit key. */
  sample: SampleBundle;
  /** The fixtures of the bad input tables. Bad input stores nothing, so the tests of a worker share them. */
  given: Given;
  /** Two organisations with every kind of resource. Tests can add to them but must not change them. */
  own: Stock;
  other: Stock;
}

interface TestFixtures {
  /** A new live ENTERPRISE organisation for this test, with a key that has all scopes. */
  organisation: TestOrganisation;
  /** Another such organisation, whose data must be neither visible nor changed. */
  otherOrganisation: TestOrganisation;
  /** Creates further organisations: `makeOrganisation({ tier: "STARTER", livemode: false })`. */
  makeOrganisation(overrides?: Partial<CreateOrganisation>): Promise<TestOrganisation>;
}

/**
 * Files that add worker fixtures need separate workers, which take seconds of processor time to start. Fixtures that
 * only some files use are therefore declared here, and load their dependencies on first use.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs
  environment: [async ({}, use) => use(environment()), { scope: "worker" }],

  application: [
    async ({ environment }, use) => {
      await use({ url: environment.url });
      await pool().end();
    },
    { scope: "worker" },
  ],

  database: [
    async ({ environment: { ownerUrl, superuserUrl } }, use) => {
      const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 });
      const superuser = new pg.Pool({ connectionString: superuserUrl, max: 2 });
      await use({ owner, superuser });
      await Promise.all([owner.end(), superuser.end()]);
    },
    { scope: "worker" },
  ],

  sample: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs
    async ({}, use) => {
      const { sampleBundle } = await import("@/lib/domains/evidence/bundle/testing/sample-bundle");
      const { keptSealKey } = await import("@/lib/domains/evidence/bundle/testing/sample-keys");
      await use(await sampleBundle({ sealKey: keptSealKey("one", 4096) }));
    },
    { scope: "worker" },
  ],

  given: [
    async ({ application, database }, use) => {
      const { makeGiven } = await import("./api/bad-input/given");
      const make = (overrides?: Partial<CreateOrganisation>) => makeOrganisation(application.url, overrides);
      await use(await makeGiven({ makeOrganisation: make, owner: database.owner }));
    },
    { scope: "worker" },
  ],

  own: [async ({ application }, use) => use(await stock(application.url)), { scope: "worker" }],
  other: [async ({ application }, use) => use(await stock(application.url)), { scope: "worker" }],

  makeOrganisation: async ({ application }, use) => {
    await use((overrides) => makeOrganisation(application.url, overrides));
  },

  organisation: async ({ makeOrganisation }, use) => use(await makeOrganisation()),
  otherOrganisation: async ({ makeOrganisation }, use) => use(await makeOrganisation()),
});

async function stock(url: string): Promise<Stock> {
  const { makeStock } = await import("./api/support/stock");
  return await makeStock(await makeOrganisation(url));
}

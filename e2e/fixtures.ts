import { test as base } from "@playwright/test";
import pg from "pg";
import { pool } from "@/lib/db";
import type { CreateOrganisation } from "@/lib/organisations/schemas";
import { type Environment, environment } from "./support/environment";
import { makeOrganisation, type TestOrganisation } from "./support/organisation";

export { expect } from "@playwright/test";

/** The database past the application: `owner` owns the tables, `superuser` may do anything. */
export interface TestDatabase {
  owner: pg.Pool;
  superuser: pg.Pool;
}

interface WorkerFixtures {
  environment: Environment;
  /** The application that all tests share. */
  application: { url: string };
  database: TestDatabase;
}

interface TestFixtures {
  /** A fresh live ENTERPRISE organisation of this test's own, with a key for everything. */
  organisation: TestOrganisation;
  /** Another such organisation, for what must not be seen or changed from outside. */
  otherOrganisation: TestOrganisation;
  /** Makes further organisations: `makeOrganisation({ tier: "STARTER", livemode: false })`. */
  makeOrganisation(overrides?: Partial<CreateOrganisation>): Promise<TestOrganisation>;
}

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

  makeOrganisation: async ({ application }, use) => {
    await use((overrides) => makeOrganisation(application.url, overrides));
  },

  organisation: async ({ makeOrganisation }, use) => use(await makeOrganisation()),
  otherOrganisation: async ({ makeOrganisation }, use) => use(await makeOrganisation()),
});

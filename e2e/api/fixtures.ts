import { randomInt } from "node:crypto";
import { test as base } from "../fixtures";
import { makeOrganisation } from "../support/organisation";
import type { Given } from "./bad-input/given";
import { makeStock, type Stock } from "./support/stock";

export { expect } from "../fixtures";

interface WorkerFixtures {
  /** The fixtures of the bad input tables. Bad input stores nothing, so the tests of a worker share them. */
  given: Given;
  /** Two organisations with every kind of resource. Tests can add to them but must not change them. */
  own: Stock;
  other: Stock;
}

interface TestFixtures {
  /**
   * A process that trusts X-Forwarded-For, on the database of `application`, and headers with a client address for this
   * test only: the limit of failed authentications per address is lower than the number of failures in all tests.
   */
  proxied: { url: string; headers: { "X-Forwarded-For": string } };
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  given: [
    async ({ application, database }, use) => {
      const { makeGiven } = await import("./bad-input/given");
      const make = (overrides?: Parameters<typeof makeOrganisation>[1]) => makeOrganisation(application.url, overrides);
      await use(await makeGiven({ makeOrganisation: make, owner: database.owner }));
    },
    { scope: "worker" },
  ],

  own: [
    async ({ application }, use) => use(await makeStock(await makeOrganisation(application.url))),
    { scope: "worker" },
  ],
  other: [
    async ({ application }, use) => use(await makeStock(await makeOrganisation(application.url))),
    { scope: "worker" },
  ],

  proxied: async ({ environment: { proxiedUrl } }, use) => {
    if (proxiedUrl === undefined) throw new Error("The global setup started no process that trusts a proxy.");
    await use({ url: proxiedUrl, headers: { "X-Forwarded-For": newAddress() } });
  },
});

/** A random private IPv4 address, almost certainly unique. */
export function newAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}

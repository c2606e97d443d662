import { randomInt } from "node:crypto";
import { test as base } from "../fixtures";

export { expect } from "../fixtures";

interface TestFixtures {
  /**
   * A process that trusts X-Forwarded-For, on the database of `application`, and headers with a client address for this
   * test only: the limit of failed authentications per address is lower than the number of failures in all tests.
   */
  proxied: { url: string; headers: { "X-Forwarded-For": string } };
}

export const test = base.extend<TestFixtures>({
  proxied: async ({ environment: { proxiedUrl } }, use) => {
    if (proxiedUrl === undefined) throw new Error("The global setup started no process that trusts a proxy.");
    await use({ url: proxiedUrl, headers: { "X-Forwarded-For": newAddress() } });
  },
});

/** A random private IPv4 address, almost certainly unique. */
export function newAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}

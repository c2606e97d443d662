import { randomInt } from "node:crypto";
import { test as base } from "../fixtures";

export { expect } from "../fixtures";

interface TestFixtures {
  /**
   * A process that believes X-Forwarded-For, on the database of `application`, and headers that give a request a client
   * address of this test's own: an address may fail to authenticate only so often a minute, and all tests together fail
   * more often.
   */
  proxied: { url: string; headers: { "X-Forwarded-For": string } };
}

export const test = base.extend<TestFixtures>({
  proxied: async ({ environment: { proxiedUrl } }, use) => {
    if (proxiedUrl === undefined) throw new Error("The global setup started no process that trusts a proxy.");
    await use({ url: proxiedUrl, headers: { "X-Forwarded-For": newAddress() } });
  },
});

/** A private IPv4 address that hardly anybody else has drawn. */
export function newAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}

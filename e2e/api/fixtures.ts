import { randomInt } from "node:crypto";
import { test as base } from "../fixtures";
import { startApplication } from "../support/application";

export { expect } from "../fixtures";

interface WorkerFixtures {
  applicationBehindProxy: { url: string };
}

interface TestFixtures {
  /**
   * A process that believes X-Forwarded-For, on the database of `application`, and headers that give a request a client
   * address of this test's own: an address may fail to authenticate only so often a minute, and all tests together fail
   * more often.
   */
  proxied: { url: string; headers: { "X-Forwarded-For": string } };
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  applicationBehindProxy: [
    async ({ environment: { applicationUrl: databaseUrl, serverSecret } }, use) => {
      const application = await startApplication({ databaseUrl, serverSecret, env: { TRUSTED_PROXY_HOPS: "1" } });
      await use(application);
      await application.stop();
    },
    { scope: "worker" },
  ],

  proxied: async ({ applicationBehindProxy: { url } }, use) =>
    use({ url, headers: { "X-Forwarded-For": newAddress() } }),
});

/** A private IPv4 address that hardly anybody else has drawn. */
export function newAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}

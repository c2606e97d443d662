import { randomBytes } from "node:crypto";
import { test as base } from "../processes/fixtures";
import { startApplication } from "../support/application";
import { type Cluster, startCluster } from "../support/cluster";
import { pointAtDatabase } from "../support/environment";

export { expect } from "../processes/fixtures";

interface WorkerFixtures {
  /** The database server of this file only. */
  cluster: Cluster;
}

/** Like `../processes/fixtures`, but on a database server that tests can stop and kill. */
export const test = base.extend<object, WorkerFixtures>({
  cluster: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs
    async ({}, use) => {
      const cluster = await startCluster();
      await use(cluster);
      await cluster.dispose();
    },
    { scope: "worker" },
  ],

  environment: [
    async ({ cluster: { applicationUrl, ownerUrl, superuserUrl } }, use) => {
      const serverSecret = randomBytes(32).toString("base64");
      pointAtDatabase(applicationUrl, serverSecret);
      const application = await startApplication({ databaseUrl: applicationUrl, serverSecret });
      await use({ url: application.url, applicationUrl, ownerUrl, superuserUrl, serverSecret });
      await application.kill();
    },
    { scope: "worker" },
  ],
});

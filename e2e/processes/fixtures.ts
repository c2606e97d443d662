import { test as base } from "../fixtures";
import { type Application, type ApplicationOptions, startApplication } from "../support/application";

export { expect } from "../fixtures";

interface WorkerFixtures {
  /** A second process on the database of `application`. */
  secondApplication: Application;
}

interface TestFixtures {
  /** Starts a process on the test's database. It stops with the test. */
  launch(options?: Pick<ApplicationOptions, "env">): Promise<Application>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  secondApplication: [
    async ({ environment: { applicationUrl: databaseUrl, serverSecret } }, use) => {
      const second = await startApplication({ databaseUrl, serverSecret });
      await use(second);
      await second.kill();
    },
    { scope: "worker" },
  ],

  launch: async ({ environment: { applicationUrl: databaseUrl, serverSecret } }, use) => {
    const started: Application[] = [];
    await use(async (options) => {
      const application = await startApplication({ databaseUrl, serverSecret, ...options });
      started.push(application);
      return application;
    });
    await Promise.all(started.map((application) => application.kill()));
  },
});

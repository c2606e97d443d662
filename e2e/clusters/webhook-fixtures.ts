import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CreatedWebhookEndpoint } from "@/lib/domains/webhooks/schemas";
import { copyTemplate, startTestServer } from "@/tools/database/test-server";
import { makeCertificates } from "@/tools/receiver/certificates";
import { type HttpsReceiver, startHttpsReceiver } from "@/tools/receiver/https-receiver";
import { test as base } from "../processes/fixtures";
import { type Application, startApplication } from "../support/application";
import { pointAtDatabase } from "../support/environment";
import { type MailServer, startMailServer } from "../support/mail-server";
import type { TestOrganisation } from "../support/organisation";

export { expect } from "../processes/fixtures";

interface WorkerFixtures {
  receiver: HttpsReceiver;
  mailServer: MailServer;
  /** The environment variables that a process needs, besides the database, to deliver to the receiver. */
  deliveryEnv: Record<string, string>;
  /** Additional variables for all processes of a file: `test.use({ furtherEnv: { … } })`. */
  furtherEnv: Record<string, string>;
  /** If false, only the processes that a test launches run, and `application` has no address. */
  isStarted: boolean;
}

interface TestFixtures {
  /** Another receiver, without open connections. */
  freshReceiver: HttpsReceiver;
  /** Creates an endpoint of the organisation at a path of the receiver that no other test uses. */
  listen(
    organisation: TestOrganisation,
    events: string[],
    settings?: { url?: string; description?: string },
    /** The URL of the process to call. Default: the organisation's own client. */
    at?: string,
  ): Promise<CreatedWebhookEndpoint & { path: string; signingSecret: string }>;
}

/** A thousandth of the real schedule: 60 ms, 300 ms, 1.8 s, 10.8 s. */
export const retryScale = 0.001;

let paths = 0;

/**
 * Like `../processes/fixtures`, but with a separate database, because processes with the same database share its jobs. The
 * application delivers to the receiver, an HTTPS server of this machine, and retries a thousand times faster than in
 * production.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  furtherEnv: [{}, { scope: "worker", option: true }],
  isStarted: [true, { scope: "worker", option: true }],

  receiver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs
    async ({}, use) => {
      const receiver = await startHttpsReceiver(await certificates());
      await use(receiver);
      await receiver.close();
    },
    { scope: "worker" },
  ],

  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs
    async ({}, use) => {
      const server = await startMailServer();
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],

  deliveryEnv: [
    async ({ mailServer, furtherEnv }, use) => {
      const directory = await mkdtemp(join(tmpdir(), "governance-e2e-"));
      const authority = join(directory, "authority.pem");
      await writeFile(authority, (await certificates()).authority);
      await use({
        NODE_EXTRA_CA_CERTS: authority,
        WEBHOOK_ALLOW_PRIVATE_NETWORK: "true",
        WEBHOOK_RETRY_SCALE: String(retryScale),
        ENCRYPTION_KEY: randomBytes(32).toString("base64"),
        SMTP_URL: mailServer.url,
        MAIL_FROM: "Audit <audit@example.com>",
        ...furtherEnv,
      });
      await rm(directory, { recursive: true });
    },
    { scope: "worker" },
  ],

  environment: [
    async ({ deliveryEnv, isStarted }, use) => {
      const { server, stop } = await startTestServer();
      const database = await copyTemplate(server);
      const { applicationUrl, ownerUrl, superuserUrl } = database;
      const serverSecret = randomBytes(32).toString("base64");
      pointAtDatabase(applicationUrl, serverSecret);
      Object.assign(process.env, { ENCRYPTION_KEY: deliveryEnv["ENCRYPTION_KEY"] });
      const application = isStarted
        ? await startApplication({ databaseUrl: applicationUrl, serverSecret, env: deliveryEnv })
        : undefined;
      await use({ url: application?.url ?? "", applicationUrl, ownerUrl, superuserUrl, serverSecret });
      await application?.kill();
      await database.drop();
      await stop();
    },
    { scope: "worker" },
  ],

  launch: async ({ environment: { applicationUrl: databaseUrl, serverSecret }, deliveryEnv }, use) => {
    const started: Application[] = [];
    await use(async (options) => {
      const env = { ...deliveryEnv, ...options?.env };
      const application = await startApplication({ databaseUrl, serverSecret, env });
      started.push(application);
      return application;
    });
    await Promise.all(started.map((application) => application.kill()));
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs
  freshReceiver: async ({}, use) => {
    const fresh = await startHttpsReceiver(await certificates());
    await use(fresh);
    await fresh.close();
  },

  listen: async ({ receiver }, use) => {
    await use(async (organisation, events, settings = {}, at) => {
      const path = `/hooks/${++paths}`;
      const api = at === undefined ? organisation.api : organisation.at(at);
      const { status, body } = await api.post<CreatedWebhookEndpoint>("/v1/webhooks", {
        url: `${receiver.url}${path}`,
        events,
        ...settings,
      });
      if (status !== 201 || !body.signingSecret) throw new Error(`no endpoint was made: ${JSON.stringify(body)}`);
      return { ...body, signingSecret: body.signingSecret, path };
    });
  },
});

let made: ReturnType<typeof makeCertificates> | undefined;

/** One certificate authority per worker. */
function certificates(): ReturnType<typeof makeCertificates> {
  made ??= makeCertificates();
  return made;
}

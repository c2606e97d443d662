import { randomBytes } from "node:crypto";
import type { Fixtures } from "@playwright/test";
import { copyTemplate, startTestServer } from "@/tools/database/test-server";
import { startApplication } from "./application";
import { type Environment, pointAtDatabase } from "./environment";
import { type MailServer, startMailServer } from "./mail-server";
import { until } from "./until";

export interface MailingFixtures {
  mails: MailServer;
}

/**
 * For `extend`: an application with a separate database, because processes with the same database share its e-mails,
 * and a real SMTP server for them.
 */
export const mailing: Fixtures<object, MailingFixtures, object, { environment: Environment }> = {
  mails: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs
    async ({}, use) => {
      const mails = await startMailServer();
      await use(mails);
      await mails.close();
    },
    { scope: "worker" },
  ],

  environment: [
    async ({ mails }, use) => {
      const { server, stop } = await startTestServer();
      const database = await copyTemplate(server);
      const { applicationUrl, ownerUrl, superuserUrl } = database;
      const serverSecret = randomBytes(32).toString("base64");
      pointAtDatabase(applicationUrl, serverSecret);
      const env = {
        SMTP_URL: mails.url,
        MAIL_FROM: "Audit <audit@example.com>",
      };
      const application = await startApplication({ databaseUrl: applicationUrl, serverSecret, env });
      await use({ url: application.url, applicationUrl, ownerUrl, superuserUrl, serverSecret });
      await application.kill();
      await database.drop();
      await stop();
    },
    { scope: "worker" },
  ],
};

/**
 * Waits for an e-mail to an address with a link to a page, and returns the link in the newest one, with the address at which
 * the application listens.
 */
export async function mailedLink({ received }: MailServer, to: string, path: string): Promise<string> {
  const link = new RegExp(`http://localhost:\\d+${path}#token=[\\w-]{43}`);
  return until(`an e-mail with ${path} has arrived at ${to}`, async () => {
    const mail = received.findLast((one) => one.to.includes(to) && link.test(readable(one.source)));
    return mail && link.exec(readable(mail.source))?.[0].replace("localhost", "127.0.0.1");
  });
}

/** Decodes quoted-printable text. */
function readable(source: string): string {
  return source.replaceAll("=\r\n", "").replaceAll("=3D", "=");
}

import { randomBytes } from "node:crypto";
import { copyTemplate, startTestServer } from "@/tools/database/test-server";
import { requireBuild, startApplication } from "./support/application";
import { publishEnvironment } from "./support/environment";

/**
 * Starts what all tests share: a database of this run on the disposable PostgreSQL server, and one process of the built
 * application. Returns what ends both. A run that was killed leaves nothing that matters: its application ends with it,
 * and the next run takes over its database server.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  requireBuild();
  // Playwright ends a run in order only on Ctrl+C.
  process.once("SIGTERM", () => process.kill(process.pid, "SIGINT"));
  const duties: (() => Promise<unknown>)[] = [];
  const end = async () => {
    for (const duty of duties.reverse()) await duty();
  };
  try {
    const { server, stop } = await startTestServer();
    duties.push(stop);
    const database = await copyTemplate(server);
    duties.push(database.drop);
    const serverSecret = randomBytes(32).toString("base64");
    const { applicationUrl: databaseUrl } = database;
    const application = await startApplication({ databaseUrl, serverSecret });
    duties.push(application.kill);
    const proxied = await startApplication({ databaseUrl, serverSecret, env: { TRUSTED_PROXY_HOPS: "1" } });
    duties.push(proxied.kill);
    const { applicationUrl, ownerUrl, superuserUrl } = database;
    publishEnvironment({
      url: application.url,
      proxiedUrl: proxied.url,
      applicationUrl,
      ownerUrl,
      superuserUrl,
      serverSecret,
    });
    return end;
  } catch (error) {
    await end();
    throw error;
  }
}

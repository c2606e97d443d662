import { randomBytes } from "node:crypto";
import { copyTemplate, startTestServer } from "@/tools/database/test-server";
import { requireBuild, startApplication } from "./support/application";
import { publishEnvironment } from "./support/environment";

/**
 * Starts the shared resources: a database for this run on the disposable PostgreSQL server, and two processes of the
 * built application. Returns a function that stops them. A killed run leaves nothing behind: its application stops with
 * it, and the next run takes over its database server.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  requireBuild();
  // Playwright stops a run cleanly only on Ctrl+C.
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
    const start = (env: Record<string, string>) => {
      const started = startApplication({ databaseUrl, serverSecret, env });
      duties.push(() =>
        started.then(
          ({ kill }) => kill(),
          () => undefined,
        ),
      );
      return started;
    };
    const [application, proxied] = await Promise.all([start({}), start({ TRUSTED_PROXY_HOPS: "1" })]);
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

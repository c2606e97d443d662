import {
  createOwnedDatabase,
  dropDatabase,
  temporaryDatabaseName,
  withDatabase,
} from "@/server/database/embedded/databases";
import { prepareDatabase } from "@/server/database/prepare";
import { startApplication } from "../support/application";
import { until } from "../support/until";
import { expect, test } from "./fixtures";

test("a process that starts before the migrations is not ready, and becomes ready after them", async ({
  environment: { applicationUrl, ownerUrl, superuserUrl, serverSecret },
}) => {
  const name = temporaryDatabaseName();
  await createOwnedDatabase(superuserUrl, name);
  const databaseUrl = withDatabase(applicationUrl, name);
  const application = await startApplication({ databaseUrl, serverSecret: `${serverSecret} ${name}`, until: "live" });
  try {
    const ready = await fetch(`${application.url}/api/health/ready`);
    expect(ready.status).toBe(503);
    expect((await ready.json()).checks).toContainEqual({
      name: "migrations",
      ok: false,
      message: expect.stringContaining("Pending migrations"),
    });
    const request = await fetch(`${application.url}/v1/audit`);
    expect(request.status).toBe(503);
    expect(request.headers.get("retry-after")).toBe("5");
    expect(await request.json()).toMatchObject({ error: "unavailable" });

    const metrics = async () => (await fetch(`${application.url}/api/metrics`)).text();
    const waiting = await metrics();
    expect(waiting).toContain("gas_build_info{");
    expect(waiting).toMatch(/^gas_ready 0$/m);

    await prepareDatabase(withDatabase(ownerUrl, name));
    await until("the process is ready", async () => (await fetch(`${application.url}/api/health/ready`)).ok);
    expect((await fetch(`${application.url}/v1/audit`)).status).toBe(401);
    expect(await metrics()).toMatch(/^gas_ready 1$/m);
  } finally {
    expect(await application.stop()).toBe(0);
    await dropDatabase(superuserUrl, name);
  }
});

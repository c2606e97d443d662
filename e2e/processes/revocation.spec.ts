import { until } from "../support/until";
import { expect, test } from "./fixtures";

test("a revoked key is rejected immediately by its process and within five seconds by others", async ({
  organisation,
  application,
  secondApplication,
}) => {
  const key = await organisation.key(["audit:read"]);
  const [here, there] = [application, secondApplication].map(
    ({ url }) =>
      async () =>
        (await organisation.at(url, key).get("/v1/audit?limit=1")).status,
  );
  expect([await here?.(), await there?.()]).toEqual([200, 200]);

  const revoked = await organisation.at(application.url).delete(`/v1/api-keys/${key.id}`);
  const revokedAt = performance.now();

  expect(revoked.status).toBe(204);
  expect(await here?.()).toBe(401);
  await until("the other process rejects the key", async () => (await there?.()) === 401);
  expect(performance.now() - revokedAt).toBeLessThan(5_000);
});

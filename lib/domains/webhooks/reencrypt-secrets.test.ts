import { beforeAll, expect, test } from "vitest";
import { createTestClock, createTestContext } from "@/lib/domains/api-keys/testing";
import { createEndpoint, deleteEndpoint, reencryptEndpointSecrets, rotateSecret } from "@/lib/domains/webhooks";
import { endpointInput, endpointRow, secretsOf } from "@/lib/domains/webhooks/testing/endpoints";
import type { Context } from "@/lib/platform/core/context";
import { forgetSingletons } from "@/lib/platform/core/testing";
import { pool } from "@/lib/platform/database/db";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
let ctx: Context;

beforeAll(async () => {
  ctx = await createTestContext(createTestClock());
});

const key = (letter: string) => Buffer.from(letter.repeat(32)).toString("base64");
const progress: string[] = [];
const run = () => reencryptEndpointSecrets(({ seen, changed }) => void progress.push(`${changed}/${seen}`));

/** Restarts the service with another key, with the previous keys retired. */
function restartWith(...[current, ...retired]: [string, ...string[]]): void {
  process.env.ENCRYPTION_KEY = key(current);
  process.env.ENCRYPTION_KEYS_RETIRED = retired.map(key).join();
  forgetSingletons("env");
}

test("re-encrypts all secrets under the current key during rotations, and a final run changes nothing", {
  tags: "full",
}, async () => {
  restartWith("a");
  const made = [];
  for (let i = 0; i < 40; i++) made.push(await createEndpoint(ctx, endpointInput));
  for (const { id } of made.slice(0, 5)) await rotateSecret(ctx, id, { overlapSeconds: 60 });
  await deleteEndpoint(ctx, made[39]?.id ?? "");
  const before = await Promise.all(made.slice(0, 39).map(({ id }) => secretsOf(id)));

  restartWith("b", "a");
  const rotating = made.slice(30, 35).map(({ id }) => rotateSecret(ctx, id, { overlapSeconds: 60 }));
  const [result, rotated] = await Promise.all([run(), Promise.all(rotating)]);
  expect(result).toMatchObject({ seen: 39, failed: [] });
  expect(result.changed).toBeGreaterThanOrEqual(34);
  expect(progress.at(-1)).toBe(`${result.changed}/39`);
  const rest = await run();
  expect(result.changed + rest.changed).toBeLessThanOrEqual(44);
  expect(await run()).toEqual({ seen: 39, changed: 0, failed: [] });

  restartWith("b");
  const after = await Promise.all(made.slice(0, 39).map(({ id }) => secretsOf(id)));
  const expected = before.map((secrets, i) => {
    const signingSecret = rotated[i - 30]?.signingSecret;
    return signingSecret === undefined ? secrets : { secret: signingSecret, previous: secrets.secret };
  });
  expect(after).toEqual(expected);
});

test("skips unreadable secrets, logs the reason without their content, and continues with the rest", async () => {
  restartWith("b");
  const tenant = await createTestContext(createTestClock());
  const lost = await createEndpoint(tenant, endpointInput);
  const moved = await createEndpoint(tenant, endpointInput);
  const fine = await createEndpoint(tenant, endpointInput);
  restartWith("x");
  const { id: elsewhere } = await createEndpoint(tenant, endpointInput);
  const row = await endpointRow(elsewhere);
  await pool().query("UPDATE webhook_endpoints SET secret = $2 WHERE id = $1", [lost.id, row.secret]);
  await pool().query("UPDATE webhook_endpoints SET secret = $2 WHERE id = $1", [
    moved.id,
    (await endpointRow(fine.id)).secret,
  ]);
  await deleteEndpoint(tenant, elsewhere);

  restartWith("c", "b");
  const { failed } = await run();
  expect(Object.fromEntries(failed.map(({ id, reason }) => [id, reason]))).toEqual({
    [lost.id]: expect.stringContaining("unknown key"),
    [moved.id]: expect.stringContaining("altered or belongs to another record"),
  });
  expect(JSON.stringify(failed)).not.toMatch(/v1\.[0-9a-f]{8}\./);
  expect((await secretsOf(fine.id)).secret).toBe(fine.signingSecret);
  expect((await endpointRow(lost.id)).secret).toBe(row.secret);
});

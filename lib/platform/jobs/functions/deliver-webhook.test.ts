import { beforeAll, expect, test } from "vitest";
import { createDelivery, createTarget, detailOf, type Target } from "@/lib/domains/webhooks/testing/deliveries";
import { env } from "@/lib/platform/config/env";
import { runJob } from "@/lib/platform/jobs/functions/testing";
import { deliverWebhook, notifyFailedDeliveries } from "@/lib/platform/jobs/functions/webhooks";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
  process.env.WEBHOOK_RETRY_SCALE = "0.000001";
  process.env.WEBHOOK_ALLOW_PRIVATE_NETWORK = "true";
});

/** The service's own connections do not trust the receiver's certificate, so every attempt fails. */
async function dueNow(): Promise<{ target: Target; round: Awaited<ReturnType<typeof createDelivery>> }> {
  const target = await createTarget();
  target.clock.nowMs = Date.now() - 1_000;
  return { target, round: await createDelivery(target) };
}

test("one run makes the five attempts of a round, and then evaluates the failure", async () => {
  expect(env().WEBHOOK_RETRY_SCALE).toBe(0.000001);
  const { target, round } = await dueNow();
  await expect
    .poll(async () => {
      await runJob(deliverWebhook, round, { losses: 0 });
      return (await detailOf(target, round)).status;
    })
    .toBe("FAILED");
  const { attemptLog } = await detailOf(target, round);
  expect(attemptLog.map(({ number, error }) => [number, error])).toEqual(
    [1, 2, 3, 4, 5].map((number) => [number, "tls"]),
  );
  const { organisationId, endpointId } = round;
  const { result, steps } = await runJob(notifyFailedDeliveries, { organisationId, endpointId }, { losses: 0 });
  expect(result).toMatchObject({ health: "fine" });
  expect(steps).toEqual(["settle", "tell", "health"]);
});

import { beforeAll, expect, test } from "vitest";
import { createDelivery, createTarget, detailOf, type Target } from "@/lib/domains/webhooks/testing/deliveries";
import { env } from "@/lib/platform/config/env";
import type { JobContext, Step } from "@/lib/platform/jobs/define";
import type { JobEventData } from "@/lib/platform/jobs/events";
import { deliverWebhook, notifyFailedDeliveries } from "@/lib/platform/jobs/functions/webhooks";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
  process.env.WEBHOOK_RETRY_SCALE = "0.000001";
  process.env.WEBHOOK_ALLOW_PRIVATE_NETWORK = "true";
});

/** Runs steps at once and in order, remembers their ids, and does not wait. */
function recordingStep() {
  const ids: string[] = [];
  const add = (id: string) => {
    expect(ids).not.toContain(id);
    ids.push(id);
  };
  const step: Step = {
    run: (id, work) => {
      add(id);
      return work();
    },
    sleep: async (id) => add(id),
    sleepUntil: async (id) => add(id),
    sendEvent: async (id) => add(id),
  };
  return { step, ids };
}

type Run = (
  context: Omit<JobContext<JobEventData<"webhooks/delivery.due">>, "data"> & { data?: unknown },
) => Promise<unknown>;

/** The service's own connections do not know the receiver's certificate, so that every attempt fails. */
async function dueNow(): Promise<{ target: Target; round: Awaited<ReturnType<typeof createDelivery>> }> {
  const target = await createTarget();
  target.clock.nowMs = Date.now() - 1_000;
  return { target, round: await createDelivery(target) };
}

test("one run makes the five attempts of a round, then its failure is looked at", async () => {
  expect(env().WEBHOOK_RETRY_SCALE).toBe(0.000001);
  const { target, round } = await dueNow();
  const { step, ids } = recordingStep();
  const run = deliverWebhook.handler as Run;
  await expect
    .poll(async () => {
      const again = recordingStep();
      await run({ data: round, step: again.step, runId: "run_1" });
      return (await detailOf(target, round)).status;
    })
    .toBe("FAILED");
  const { attemptLog } = await detailOf(target, round);
  expect(attemptLog.map(({ number, error }) => [number, error])).toEqual(
    [1, 2, 3, 4, 5].map((number) => [number, "tls"]),
  );
  const { organisationId, endpointId } = round;
  const looked = await (notifyFailedDeliveries.handler as Run)({
    data: { organisationId, endpointId },
    step,
    runId: "run_2",
  });
  expect(looked).toMatchObject({ health: "fine" });
  expect(ids).toEqual(["settle", "tell", "health"]);
});

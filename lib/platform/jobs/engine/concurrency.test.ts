import { afterEach, expect, it, vi } from "vitest";
import { newId } from "@/lib/platform/core/ids";
import { onEvent } from "@/lib/platform/jobs/define";
import {
  closeEngines,
  deferred,
  deliveryDue,
  engine,
  finishedOf,
  send,
  statusesOf,
} from "@/lib/platform/jobs/engine/testing";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
afterEach(closeEngines);

const soon = { timeout: 30_000, interval: 10 };
const turn = () => new Promise((resolve) => setImmediate(resolve));

it("at most as many runs of a key as its limit work at the same time in two engines, and all complete", async () => {
  const endpoints = Array.from({ length: 4 }, () => newId("webhookEndpoint"));
  const working = new Map<string, number>();
  const most = new Map<string, number>();
  let executions = 0;
  const job = onEvent(
    "webhooks/endpoint.due",
    { id: "limited", retries: 0, concurrency: { limit: 3, key: "event.data.endpointId" } },
    async ({ data: { endpointId }, step }) => {
      await step.run("work", async () => {
        executions++;
        working.set(endpointId, (working.get(endpointId) ?? 0) + 1);
        most.set(endpointId, Math.max(most.get(endpointId) ?? 0, working.get(endpointId) ?? 0));
        for (let i = 0; i < 10; i++) await turn();
        working.set(endpointId, (working.get(endpointId) ?? 0) - 1);
      });
    },
  );
  await engine([job]);
  await engine([job]);
  for (const endpoint of endpoints) await send(Array.from({ length: 50 }, () => deliveryDue(endpoint)));
  await expect.poll(() => finishedOf("limited"), soon).toBe(200);
  expect(executions).toBe(200);
  expect(endpoints.map((endpoint) => most.get(endpoint))).toEqual([3, 3, 3, 3]);
});

it("a key whose runs hang does not delay other keys", async () => {
  const [slow, quick] = [newId("webhookEndpoint"), newId("webhookEndpoint")];
  const { promise, resolve } = deferred();
  await engine([
    onEvent(
      "webhooks/endpoint.due",
      { id: "fair", retries: 0, concurrency: { limit: 2, key: "event.data.endpointId" } },
      async ({ data, step }) => {
        await step.run("work", async () => {
          if (data.endpointId === slow) await promise;
        });
      },
    ),
  ]);
  await send(Array.from({ length: 300 }, () => deliveryDue(slow)));
  await send(Array.from({ length: 20 }, () => deliveryDue(quick)));
  await expect.poll(() => finishedOf("fair"), soon).toBe(20);
  resolve();
  await expect.poll(() => finishedOf("fair"), soon).toBe(320);
});

it("a sleeping run frees its place and waits for one when it wakes up", async () => {
  const endpoint = newId("webhookEndpoint");
  const done: string[] = [];
  const holds = new Map<string, () => void>();
  const [first, second] = [newId("organisation"), newId("organisation")];
  await engine([
    onEvent(
      "webhooks/endpoint.due",
      { id: "sleepers", retries: 0, concurrency: { limit: 1, key: "event.data.endpointId" } },
      async ({ data: { organisationId }, step }) => {
        await step.run("before", async () => done.push(`before ${organisationId}`));
        if (organisationId === first) await step.sleep("while another works", 1000);
        else await step.run("hold", () => new Promise<void>((resolve) => holds.set(organisationId, resolve)));
        await step.run("after", async () => done.push(`after ${organisationId}`));
      },
    ),
  ]);
  await send([deliveryDue(endpoint, first)]);
  await expect.poll(() => statusesOf("sleepers"), soon).toEqual(["SLEEPING"]);
  await send([deliveryDue(endpoint, second)]);
  await vi.waitUntil(() => holds.has(second), soon);
  await expect.poll(async () => (await statusesOf("sleepers")).toSorted(), soon).toEqual(["ACTIVE", "WAITING"]);
  holds.get(second)?.();
  await expect.poll(() => finishedOf("sleepers"), soon).toBe(2);
  expect(done).toEqual([`before ${first}`, `before ${second}`, `after ${second}`, `after ${first}`]);
});

import { Inngest } from "inngest";
import { describe, expect, it } from "vitest";
import { inngestFunctions } from "@/lib/platform/jobs/client";
import { onEvent, onSchedule } from "@/lib/platform/jobs/define";
import { type Event, planEvents, readFunctions } from "@/lib/platform/jobs/engine/functions";

const client = new Inngest({ id: "test", isDev: true });
const nothing = async () => {};

function read(options: object) {
  const given = { id: "f", triggers: [{ event: "a/b" }], ...options } as Parameters<typeof client.createFunction>[0];
  return readFunctions([client.createFunction(given, nothing)]);
}

describe("what the engine does not carry out is refused at the start, by function and option", () => {
  it.each([
    [{ throttle: { limit: 1, period: "1s" } }, "throttle"],
    [{ debounce: { period: "1s" } }, "debounce"],
    [{ batchEvents: { maxSize: 5, timeout: "1s" } }, "batchEvents"],
    [{ priority: { run: "1" } }, "priority"],
    [{ rateLimit: { limit: 1, period: "1s" } }, "rateLimit"],
    [{ singleton: { mode: "skip" } }, "singleton"],
    [{ timeouts: { start: "1s" } }, "timeouts"],
    [{ checkpointing: false }, "checkpointing"],
    [{ concurrency: [{ limit: 1 }, { limit: 2, key: "event.data.x" }] }, "more than one concurrency"],
    [{ concurrency: { limit: 1, scope: "env" } }, "concurrency.scope"],
    [{ concurrency: { limit: 1, key: "event.data.a + event.data.b" } }, "concurrency.key"],
    [{ idempotency: "event.user.id" }, "idempotency"],
    [{ cancelOn: [{ event: "a/c", if: "true" }] }, "cancelOn.if"],
    [{ cancelOn: [{ event: "a/c", match: "data.x", timeout: "1h" }] }, "cancelOn.timeout"],
    [{ triggers: [{ event: "a/b", if: "event.data.x == 1" }] }, "triggers.if"],
    [{ triggers: [{ cron: "TZ=Europe/Berlin 0 * * * *" }] }, "triggers.cron"],
  ])("%j", (options, name) => {
    expect(() => read(options)).toThrow(`The function f sets ${name}`);
  });

  it("two functions of one id", () => {
    const job = onEvent("mail/message.queued", { id: "same", retries: 0 }, nothing);
    expect(() => readFunctions(inngestFunctions(client, [job, job]))).toThrow("Two functions have the id same.");
  });
});

it("functions are read as the SDK has them", () => {
  const jobs = [
    onEvent(
      "webhooks/delivery.due",
      {
        id: "deliver",
        retries: 4,
        concurrency: { limit: 10, key: "event.data.endpointId" },
        idempotency: "event.data.messageId",
        cancelOn: [{ event: "webhooks/delivery.failed", match: "data.endpointId" }],
        onFailure: nothing,
      },
      nothing,
    ),
    onSchedule("0 * * * *", { id: "hourly", retries: 0, concurrency: { limit: 1 } }, nothing),
  ];
  const functions = [...readFunctions(inngestFunctions(client, jobs)).values()];
  expect(functions).toMatchObject([
    {
      id: "deliver",
      handlerId: "governance-audit-service-deliver",
      attemptsMax: 5,
      events: ["webhooks/delivery.due"],
      concurrency: { limit: 10, path: ["data", "endpointId"] },
      idempotency: ["data", "messageId"],
      cancelOn: [{ event: "webhooks/delivery.failed", path: ["data", "endpointId"] }],
    },
    { id: "deliver-failure", handlerId: "governance-audit-service-deliver-failure", attemptsMax: 2, events: [] },
    { id: "hourly", crons: ["0 * * * *"], attemptsMax: 1, concurrency: { limit: 1, path: undefined } },
  ]);

  const event = (id: string, name: string, data: Record<string, unknown>): Event => ({ id, name, data, ts: 1 });
  const due = event("7-0", "webhooks/delivery.due", { endpointId: "wh_1", messageId: "we_1" });
  const failed = event("7-1", "webhooks/delivery.failed", { endpointId: "wh_1" });
  expect(planEvents([due, failed], functions, () => "run_1")).toEqual({
    starts: [
      {
        id: "run_1",
        functionId: "deliver",
        dedupeKey: "key we_1",
        event: due,
        concurrencyKey: "deliver wh_1",
        concurrencyLimit: 10,
      },
    ],
    cancels: [{ functionId: "deliver", path: ["data", "endpointId"], value: "wh_1" }],
  });
});

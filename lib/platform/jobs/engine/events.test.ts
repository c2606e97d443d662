import { afterEach, describe, expect, it, vi } from "vitest";
import { newId } from "@/lib/platform/core/ids";
import { pool, prisma } from "@/lib/platform/database/db";
import { onEvent, onSchedule } from "@/lib/platform/jobs/define";
import { closeEngines, engine, finishedOf, mailQueued, send, statusesOf } from "@/lib/platform/jobs/engine/testing";
import { enqueue } from "@/lib/platform/jobs/outbox-store";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
afterEach(async () => {
  vi.useRealTimers();
  await closeEngines();
});

const soon = { timeout: 30_000, interval: 10 };
const organisationId = newId("organisation");

async function outboxIsEmpty(): Promise<void> {
  const waiting = "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'outbox'";
  await expect.poll(async () => (await pool().query(waiting)).rowCount, soon).toBe(0);
}

describe("the outbox", () => {
  it("never starts a run for a rolled-back event", async () => {
    await engine([onEvent("mail/message.queued", { id: "rolled-back", retries: 0 }, async () => {})]);
    const rolledBack = prisma().$transaction(async (tx) => {
      await enqueue(tx, [mailQueued()]);
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    await send([mailQueued()]);
    await expect.poll(() => statusesOf("rolled-back"), soon).toEqual(["COMPLETED"]);
  });

  it("starts one run for each of many events of a transaction", async () => {
    let runs = 0;
    await engine([onEvent("mail/message.queued", { id: "many", retries: 0 }, async () => runs++)]);
    await send(Array.from({ length: 500 }, () => mailQueued()));
    await expect.poll(() => finishedOf("many"), soon).toBe(500);
    expect([runs, (await statusesOf("many")).length]).toEqual([500, 500]);
  });

  it("combines waiting events of one key", async () => {
    const grown = { name: "audit/chain.grown", data: { organisationId } } as const;
    for (let i = 0; i < 3; i++) await send([grown], { key: `grown ${organisationId}` });
    await engine([onEvent("audit/chain.grown", { id: "coalesced", retries: 0 }, async () => {})]);
    await outboxIsEmpty();
    await expect.poll(() => statusesOf("coalesced"), soon).toEqual(["COMPLETED"]);
  });

  it("starts runs once for an event that is delivered twice", async () => {
    let runs = 0;
    await engine([onEvent("mail/message.queued", { id: "twice", retries: 0 }, async () => runs++)]);
    await send([mailQueued()]);
    await expect.poll(() => statusesOf("twice"), soon).toEqual(["COMPLETED"]);
    const [{ dedupe_key: key }] = (await pool().query("SELECT dedupe_key FROM job_runs WHERE function_id = 'twice'"))
      .rows as [{ dedupe_key: string }];
    const { rows } = await pool().query(
      "SELECT job_runs_start(ARRAY['run_y'], ARRAY['twice'], ARRAY[$1], ARRAY['{}']::json[], ARRAY[NULL]::text[], ARRAY[NULL]::integer[]) AS total",
      [key],
    );
    expect([rows, runs]).toEqual([[{ total: 0 }], 1]);
  });
});

it("scheduled functions start once per tick, regardless of the number of engines", async () => {
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  vi.useFakeTimers({ toFake: ["Date"], now: minute - 700, shouldAdvanceTime: true });
  const ticks: string[] = [];
  const job = onSchedule("* * * * *", { id: "every-minute", retries: 0 }, async ({ step, runId }) => {
    await step.run("tick", async () => ticks.push(runId));
  });
  await engine([job]);
  await engine([job]);
  await expect.poll(() => statusesOf("every-minute"), soon).toEqual(["COMPLETED"]);
  const ticking = "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'tick'";
  await expect.poll(async () => (await pool().query(ticking)).rowCount, soon).toBe(0);
  expect([ticks.length, await statusesOf("every-minute")]).toEqual([1, ["COMPLETED"]]);
});

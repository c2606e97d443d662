import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/platform/core/ids";
import { pool } from "@/lib/platform/database/db";
import { onEvent } from "@/lib/platform/jobs/define";
import {
  closeEngines,
  deferred,
  engine,
  finishedOf,
  mailQueued,
  send,
  statusesOf,
} from "@/lib/platform/jobs/engine/testing";
import { readQueueFigures } from "@/lib/platform/jobs/engine/worker-store";
import { ownTestDatabase } from "@/tools/database/testing";

const database = ownTestDatabase();
afterEach(closeEngines);

async function asSuperuser(sql: string): Promise<void> {
  const client = new pg.Client(database.superuserUrl);
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** The time until which functions have ticked. */
const noted = `SELECT last_execution::text AS "lastExecution", extract(epoch FROM last_execution - now())::float8 AS "aheadSeconds"
  FROM graphile_worker._private_known_crontabs WHERE identifier IN ('far-ahead', 'in-time', 'never-yet') ORDER BY identifier`;

const soon = { timeout: 30_000, interval: 20 };

it("a sleeping run survives the end of its engine, and completed steps are not repeated", async () => {
  const done: string[] = [];
  const job = onEvent("mail/message.queued", { id: "survivor", retries: 0 }, async ({ step }) => {
    await step.run("before", async () => done.push("before"));
    await step.sleep("a while", 1000);
    await step.run("after", async () => done.push("after"));
  });
  const first = await engine([job]);
  await send([mailQueued()]);
  await expect.poll(() => statusesOf("survivor"), soon).toEqual(["SLEEPING"]);
  await first.close();
  await engine([job]);
  await expect.poll(() => statusesOf("survivor"), soon).toEqual(["COMPLETED"]);
  expect(done).toEqual(["before", "after"]);
});

it("closing lets the current step finish and leaves the rest of the run to another engine", async () => {
  const done: string[] = [];
  const { promise, resolve } = deferred();
  const began = deferred();
  const job = onEvent("mail/message.queued", { id: "handed-on", retries: 0 }, async ({ step }) => {
    await step.run("slow", async () => {
      began.resolve();
      await promise;
      done.push("slow");
    });
    await step.run("next", async () => done.push("next"));
  });
  const first = await engine([job]);
  await send([mailQueued()]);
  await began.promise;
  const closed = first.close();
  resolve();
  await closed;
  expect([done, await statusesOf("handed-on")]).toEqual([["slow"], ["SLEEPING"]]);
  await engine([job]);
  await expect.poll(() => statusesOf("handed-on"), soon).toEqual(["COMPLETED"]);
  expect(done).toEqual(["slow", "next"]);
});

it("closing does not wait indefinitely for a hanging step, which another engine executes", async () => {
  const done: number[] = [];
  const began = deferred();
  const job = onEvent("mail/message.queued", { id: "stuck", retries: 0 }, async ({ step }) => {
    await step.run("hang once", async () => {
      began.resolve();
      if (done.push(done.length) === 1) await new Promise(() => {});
    });
  });
  const first = await engine([job], { patienceMs: 100 });
  await send([mailQueued()]);
  await began.promise;
  await first.close();
  await engine([job]);
  await expect.poll(() => statusesOf("stuck"), soon).toEqual(["COMPLETED"]);
  expect(done).toEqual([0, 1]);
});

it("two engines share the runs, and none is executed twice", async () => {
  const executed: string[] = [];
  const job = onEvent("mail/message.queued", { id: "shared", retries: 0 }, async ({ step, runId }) => {
    await step.run("one", async () => executed.push(runId));
  });
  await engine([job]);
  await engine([job]);
  for (let i = 0; i < 10; i++) await send(Array.from({ length: 30 }, () => mailQueued()));
  await expect.poll(() => finishedOf("shared"), soon).toBe(300);
  expect([executed.length, new Set(executed).size]).toEqual([300, 300]);
});

describe("a killed process", () => {
  it("during a step: another process repeats the step and keeps completed ones", {
    tags: "full",
  }, async () => {
    const killed = spawn(process.execPath, ["--import", "tsx", hangingWorker], {
      env: { ...process.env, DATABASE_URL: database.applicationUrl, NODE_ENV: "production", LOG_LEVEL: "silent" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    await send([mailQueued()]);
    await once(killed.stdout, "data");
    const done: string[] = [];
    await engine([
      onEvent("mail/message.queued", { id: "hanging", retries: 0, concurrency: { limit: 1 } }, async ({ step }) => {
        await step.run("before", async () => done.push("repeated"));
        await step.run("hang", async () => done.push("done by another"));
      }),
    ]);
    await send([mailQueued()]);
    await expect.poll(async () => (await statusesOf("hanging")).toSorted(), soon).toEqual(["ACTIVE", "WAITING"]);
    const killedAt = Date.now();
    killed.kill("SIGKILL");
    await expect.poll(() => finishedOf("hanging"), soon).toBe(2);
    expect(Date.now() - killedAt).toBeLessThan(6_000);
    expect(done).toEqual(["done by another", "repeated", "done by another"]);
  });

  it("with an entry that a newer one replaced: the newer one is processed, and none counts as failed", async () => {
    const mail = mailQueued();
    await send([mail], { key: "a-key" });
    await asSuperuser(`
      INSERT INTO job_workers (id) VALUES ('pool-killed');
      UPDATE graphile_worker._private_jobs SET locked_by = 'pool-killed', locked_at = now(), attempts = 1`);
    await send([mail], { key: "a-key" });
    await asSuperuser("SELECT FROM job_workers_recover('pool-other')");
    expect(await readQueueFigures(pool())).toMatchObject({ ready: 1, failed: 1 });
    await engine([onEvent("mail/message.queued", { id: "newer", retries: 0 }, async () => {})]);
    await expect.poll(() => statusesOf("newer"), soon).toEqual(["COMPLETED"]);
    await expect.poll(() => readQueueFigures(pool()), soon).toMatchObject({ ready: 0, running: 0, failed: 0 });
  });

  it("before its registration: the sweeper finds it", async () => {
    await send([mailQueued()]);
    await asSuperuser(
      "UPDATE graphile_worker._private_jobs SET locked_by = 'pool-gone', locked_at = now() - interval '1 minute'",
    );
    await engine([onEvent("mail/message.queued", { id: "unregistered", retries: 0 }, async () => {})]);
    await expect.poll(() => statusesOf("unregistered"), soon).toEqual(["COMPLETED"]);
  });
});

const hangingWorker = join(import.meta.dirname, "testing", "hanging-worker.ts");

describe("a process that is wrongly considered dead", () => {
  it("has no further effect on its run and does not disturb the replacement", async () => {
    const { promise, resolve } = deferred();
    const began = [deferred(), deferred()];
    const done: number[] = [];
    let executions = 0;
    const job = onEvent("mail/message.queued", { id: "replaced", retries: 0 }, async ({ step }) => {
      const result = await step.run("which", async () => {
        const number = executions++;
        began[number]?.resolve();
        if (number === 0) await promise;
        return number;
      });
      await step.run("then", async () => done.push(result));
    });
    await engine([job]);
    await send([mailQueued()]);
    await began[0]?.promise;
    // Like another process that finds the lock free.
    await pool().query("SELECT graphile_worker.force_unlock_workers(array_agg(id)) FROM job_workers");
    await began[1]?.promise;
    await expect.poll(() => statusesOf("replaced"), soon).toEqual(["COMPLETED"]);
    resolve();
    const locked = "SELECT FROM graphile_worker.jobs WHERE locked_at IS NOT NULL";
    await expect.poll(async () => (await pool().query(locked)).rowCount, soon).toBe(0);
    expect(done).toEqual([1]);
  });

  it("sends the same event again when it repeats a step", async () => {
    const [began, end] = [deferred(), deferred()];
    let executions = 0;
    await engine([
      onEvent("audit/chain.grown", { id: "sender", retries: 0 }, async ({ step }) => {
        await step.sendEvent("send", [mailQueued("mail_same")]);
        if (executions++ > 0) return;
        began.resolve();
        await end.promise;
      }),
      onEvent("mail/message.queued", { id: "receiver", retries: 0 }, async () => {}),
    ]);
    await send([{ name: "audit/chain.grown", data: { organisationId: newId("organisation") } }]);
    await began.promise;
    await pool().query("SELECT graphile_worker.force_unlock_workers(array_agg(id)) FROM job_workers");
    await expect.poll(() => statusesOf("sender"), soon).toEqual(["COMPLETED"]);
    await expect.poll(() => statusesOf("receiver"), soon).toEqual(["COMPLETED"]);
    expect(executions).toBe(2);
    end.resolve();
  });

  it("acquires its lock again when it loses the connection that holds it", async () => {
    await engine([onEvent("mail/message.queued", { id: "reconnected", retries: 0 }, async () => {})]);
    const holders = async () =>
      (await pool().query<{ pid: number }>("SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted")).rows;
    const before = await holders();
    await asSuperuser("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '%liveness'");
    await expect
      .poll(async () => (await holders()).filter((now) => !before.some(({ pid }) => pid === now.pid)), soon)
      .toHaveLength(1);
    await send([mailQueued()]);
    await expect.poll(() => statusesOf("reconnected"), soon).toEqual(["COMPLETED"]);
  });
});

it("a run whose job was lost gets a new one from the sweep", async () => {
  const { promise, resolve } = deferred();
  const job = onEvent("mail/message.queued", { id: "jobless", retries: 0 }, async ({ step }) => {
    await step.sleep("long", 1_000);
    await promise;
  });
  const first = await engine([job]);
  await send([mailQueued()]);
  await expect.poll(() => statusesOf("jobless"), soon).toEqual(["SLEEPING"]);
  await first.close();
  await pool().query("SELECT graphile_worker.remove_job(id) FROM job_runs WHERE function_id = 'jobless'");
  await pool().query("UPDATE job_runs SET updated_at = now() - interval '2 minutes' WHERE function_id = 'jobless'");
  resolve();
  await engine([job]);
  await expect.poll(() => statusesOf("jobless"), soon).toEqual(["COMPLETED"]);
});

it("an event whose delivery failed many times is retried within a minute", async () => {
  await send([mailQueued()]);
  await asSuperuser(
    "UPDATE graphile_worker._private_jobs SET attempts = 9, last_error = 'away', run_at = now() + interval '6 hours'",
  );
  await engine([onEvent("mail/message.queued", { id: "patient", retries: 0 }, async () => {})]);
  await expect.poll(() => statusesOf("patient"), soon).toEqual(["COMPLETED"]);
});

it("ticks recorded by a process with a clock far ahead are deleted, and no others", async () => {
  await pool().query(
    `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     VALUES ('far-ahead', now(), now() + interval '366 days'), ('in-time', now(), now() + interval '30 seconds'),
       ('never-yet', now(), NULL)`,
  );
  const { rows: before } = await pool().query(noted);
  await engine([]);
  const after = async () => (await pool().query(noted)).rows;
  await expect.poll(async () => (await after())[0]?.aheadSeconds, soon).toBeLessThanOrEqual(0);
  expect((await after()).slice(1).map(({ lastExecution }) => lastExecution)).toEqual(
    before.slice(1).map(({ lastExecution }) => lastExecution),
  );
});

it("only runs that ended a day ago are deleted", async () => {
  const job = onEvent("mail/message.queued", { id: "old", retries: 0 }, async ({ step, data }) => {
    if (data.mailId.endsWith("0")) await step.sleep("long", 3_600_000);
  });
  const first = await engine([job]);
  await send([mailQueued("mail_a0"), mailQueued("mail_b1"), mailQueued("mail_c1")]);
  await expect
    .poll(async () => (await statusesOf("old")).toSorted(), soon)
    .toEqual(["COMPLETED", "COMPLETED", "SLEEPING"]);
  await first.close();
  await pool().query(
    `UPDATE job_runs SET created_at = now() - interval '25 hours' WHERE function_id = 'old' AND (status = 'SLEEPING'
     OR id = (SELECT max(id) FROM job_runs WHERE function_id = 'old' AND status = 'COMPLETED'))`,
  );
  await engine([job]);
  await expect.poll(async () => (await statusesOf("old")).toSorted(), soon).toEqual(["COMPLETED", "SLEEPING"]);
});

it("an engine restarts when its queue client stops", async () => {
  await engine([onEvent("mail/message.queued", { id: "restarted", retries: 0 }, async () => {})]);
  const workers = async () => (await pool().query<{ id: string }>("SELECT id FROM job_workers")).rows;
  const [before] = await workers();
  // Simulates a migration by a later graphile-worker, after which this client must stop.
  await pool().query(`SELECT pg_notify('worker:migrate', '{"breaking":true,"migrationNumber":99}')`);
  await expect.poll(workers, soon).not.toContainEqual(before);
  await expect.poll(workers, soon).toHaveLength(1);
  process.exitCode = undefined;
  await send([mailQueued()]);
  await expect.poll(() => statusesOf("restarted"), soon).toEqual(["COMPLETED"]);
});

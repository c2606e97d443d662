import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { newId } from "@/lib/platform/core/ids";
import { propertyRuns } from "@/lib/platform/core/testing";
import { pool } from "@/lib/platform/database/db";
import { type ClaimedRun, claimRuns, settleRuns, startRuns, sweepRuns } from "@/lib/platform/jobs/engine/run-store";
import { ownTestDatabase } from "@/tools/database/testing";

ownTestDatabase();
beforeEach(async () => {
  await pool().query("DELETE FROM job_runs");
  await pool().query("DELETE FROM graphile_worker._private_jobs");
});

/** Runs limited by key: `a` to one place, `b` to two, and one key without a limit. */
const limits: Record<string, number | null> = { a: 1, b: 2, free: null };

interface Taken {
  run: ClaimedRun;
  job: string;
}

/** A process that takes jobs from the queue and executes runs like the engine, one command at a time. */
class Worker {
  readonly executing: Taken[] = [];
  readonly known = new Set<string>();

  async start(key: string, count: number): Promise<void> {
    const starts = Array.from({ length: count }, () => {
      const id = newId("jobRun");
      this.known.add(id);
      const event = { id, name: "test", data: {}, ts: 1 };
      const limit = limits[key] ?? null;
      return {
        id,
        functionId: "test",
        dedupeKey: id,
        event,
        concurrencyKey: limit === null ? null : key,
        concurrencyLimit: limit,
      };
    });
    expect(await startRuns(pool(), starts)).toBe(count);
    // Delivered again: the same events start nothing.
    expect(
      await startRuns(
        pool(),
        starts.map((start) => ({ ...start, id: newId("jobRun") })),
      ),
    ).toBe(0);
  }

  async take(): Promise<void> {
    const { rows } = await pool().query<{ id: string; key: string }>(
      `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'test', attempts = attempts + 1
       WHERE id = (SELECT id FROM graphile_worker._private_jobs WHERE is_available AND run_at <= now() ORDER BY run_at, id LIMIT 1)
       RETURNING id, key`,
    );
    const [job] = rows;
    if (job === undefined) return;
    const [run] = await claimRuns(pool(), [job.key]);
    if (run) this.executing.push({ run, job: job.id });
    else await this.complete(job.id);
  }

  async settle(index: number, status: "COMPLETED" | "FAILED" | "SLEEPING"): Promise<void> {
    const [taken] = this.executing.splice(index % Math.max(1, this.executing.length), 1);
    if (taken === undefined) return;
    const { run } = taken;
    const delayMs = status === "SLEEPING" ? 0 : null;
    const end = { status, state: null, attempt: 0, delayMs, error: null, starts: [] };
    const stale = { ...end, run: { ...run, revision: run.revision - 1 } };
    expect(await settleRuns(pool(), [stale])).toEqual([false]);
    await settleRuns(pool(), [{ ...end, run }]);
    await this.complete(taken.job);
  }

  /** Its process is killed, and another one frees the job. */
  async crash(index: number): Promise<void> {
    const [taken] = this.executing.splice(index % Math.max(1, this.executing.length), 1);
    if (taken === undefined) return;
    await pool().query("UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL WHERE id = $1", [
      taken.job,
    ]);
  }

  private async complete(job: string): Promise<void> {
    await pool().query("DELETE FROM graphile_worker._private_jobs WHERE id = $1", [job]);
  }
}

interface Row {
  id: string;
  status: string;
  key: string | null;
  jobs: number;
}

async function check(worker: Worker): Promise<Row[]> {
  const { rows } = await pool().query<Row>(
    `SELECT id, status, concurrency_key AS key,
       (SELECT count(*)::integer FROM graphile_worker.jobs job WHERE job.key = job_runs.id) AS jobs FROM job_runs`,
  );
  expect(new Set(rows.map(({ id }) => id))).toEqual(worker.known);
  for (const { status, jobs } of rows) expect(jobs).toBe(status === "ACTIVE" || status === "SLEEPING" ? 1 : 0);
  for (const [key, limit] of Object.entries(limits)) {
    if (limit === null) continue;
    const count = (status: string) => rows.filter((row) => row.key === key && row.status === status).length;
    expect(count("ACTIVE")).toBeLessThanOrEqual(limit);
    if (count("WAITING") > 0) expect(count("ACTIVE")).toBe(limit);
  }
  return rows;
}

const key = fc.constantFrom("a", "b", "free");
const command = fc.oneof(
  fc.record({ do: fc.constant("start" as const), key, count: fc.integer({ min: 1, max: 4 }) }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant("take" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("settle" as const),
      index: fc.nat(9),
      status: fc.constantFrom("COMPLETED" as const, "FAILED" as const, "SLEEPING" as const),
    }),
  },
  fc.record({ do: fc.constant("crash" as const), index: fc.nat(9) }),
  fc.record({ do: fc.constant("sweep" as const) }),
);

it("any sequence of commands leaves one job per pending run, respects the limits, uses all places and loses no run", async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(command, { maxLength: 40, size: "max" }), async (commands) => {
        const worker = new Worker();
        for (const next of commands) {
          if (next.do === "start") await worker.start(next.key, next.count);
          if (next.do === "take") await worker.take();
          if (next.do === "settle") await worker.settle(next.index, next.status);
          if (next.do === "crash") await worker.crash(next.index);
          if (next.do === "sweep") await sweepRuns(pool());
          await check(worker);
        }
        for (let rest = worker.known.size * 2; rest > 0; rest--) {
          await worker.take();
          await worker.settle(0, "COMPLETED");
        }
        const ends = (await check(worker)).map(({ status }) => status);
        expect(ends.filter((status) => !["COMPLETED", "FAILED"].includes(status))).toEqual([]);
      })
      .afterEach(async () => {
        await pool().query("DELETE FROM job_runs");
        await pool().query("DELETE FROM graphile_worker._private_jobs");
      }),
    { numRuns: propertyRuns(40) },
  );
}, 120_000);

it("runs that wait for the same key start in the order of their IDs", async () => {
  const worker = new Worker();
  for (let i = 0; i < 3; i++) {
    await worker.start("a", 1);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const waiting = [...worker.known].toSorted();
  const order: string[] = [];
  for (let i = 0; i < 3; i++) {
    await worker.take();
    order.push(worker.executing[0]?.run.id ?? "");
    await worker.settle(0, "COMPLETED");
  }
  expect(order.slice(1)).toEqual(waiting.filter((id) => id !== order[0]));
});
